// How positions are read: the game curve and the chips on the board follow it.

import { signal } from "@preact/signals";
import type { CurveMode } from "../model/curve";

export const reading = signal<CurveMode>("win");
