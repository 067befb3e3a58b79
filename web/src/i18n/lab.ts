// The words of the laboratory, which are loaded with it.

import en from "../../words/lab/en.json";
import zh from "../../words/lab/zh.json";
import { textsOf } from "./words";

export const { t: tl, isKey: isLabKey } = textsOf<keyof typeof en>(en, zh);
