// The words of the page.

import { common as commonEn, page as pageEn } from "../../words/en.json";
import { common as commonZh, page as pageZh } from "../../words/zh.json";
import { textsOf } from "./words";

export { language } from "./words";

export type TextKey = keyof typeof commonEn | keyof typeof pageEn;

export const { t, isKey } = textsOf<TextKey>({ ...commonEn, ...pageEn }, { ...commonZh, ...pageZh });

/** A text that the server names; `fallback` when this page does not know it. */
export function named(key: string, args: Readonly<Record<string, unknown>>, fallback: string): string {
  if (!isKey(key)) return fallback;
  const texts = Object.entries(args).map(([name, value]) => {
    const why = `why.${String(value)}`;
    return [name, name === "why" && isKey(why) ? t(why) : String(value)] as const;
  });
  return t(key, Object.fromEntries(texts));
}
