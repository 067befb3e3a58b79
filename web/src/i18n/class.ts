// The words of the class, which are loaded with it.

import en from "../../words/class/en.json";
import zh from "../../words/class/zh.json";
import { textsOf } from "./words";

export const { t: tc, isKey: isClassKey } = textsOf<keyof typeof en>(en, zh);
