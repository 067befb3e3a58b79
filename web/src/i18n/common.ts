// The words that the page, the report and the explain page share.

import { common as en } from "../../words/en.json";
import { common as zh } from "../../words/zh.json";
import { textsOf } from "./words";

export type CommonKey = keyof typeof en;

export const { t, isKey: isCommonKey } = textsOf<CommonKey>(en, zh);
