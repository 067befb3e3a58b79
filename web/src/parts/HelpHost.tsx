// Shows the key overview on any screen.

import { dialog } from "../state/ui";
import { Help } from "./Help";

export const HelpHost = () => (dialog.value === "help" ? <Help /> : null);
