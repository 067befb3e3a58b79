// The words of the page.

import { common as commonEn, page as pageEn } from "../../words/en.json";
import { common as commonZh, page as pageZh } from "../../words/zh.json";
import { gameName } from "./names";
import { textsOf } from "./words";

export { language } from "./words";

export type TextKey = keyof typeof commonEn | keyof typeof pageEn;

export const { t, isKey, placesOf } = textsOf<TextKey>({ ...commonEn, ...pageEn }, { ...commonZh, ...pageZh });

/** A text that the server names; `fallback` when this page does not know it, or not everything that belongs into it. */
export function named(key: string, args: Readonly<Record<string, unknown>>, fallback: string): string {
  if (!isKey(key)) return fallback;
  const texts = Object.entries(args).map(([name, value]) => {
    const why = `why.${String(value)}`;
    if (name === "game") return [name, gameName(String(value))] as const;
    return [name, name === "why" && isKey(why) ? t(why) : String(value)] as const;
  });
  return placesOf(key).every((place) => place in args) ? t(key, Object.fromEntries(texts)) : fallback;
}
