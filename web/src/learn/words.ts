// The words of this part of the page, which comes with it.

import { learn as en } from "../../words/en.json";
import { learn as zh } from "../../words/zh.json";
import { textsOf } from "../i18n/words";

export type LearnKey = keyof typeof en;

export const { t: tl, isKey: isLearnKey } = textsOf<LearnKey>(en, zh);
