// Texts by typed key. `t` reads the language from a signal, so that components follow a switch by themselves.

import { settings } from "../state/settings";
import { en } from "./en";
import { zh } from "./zh";

export type TextKey = keyof typeof en;
export type TextArgs = Readonly<Record<string, string | number>>;

const tables: Record<"en" | "zh", Record<TextKey, string>> = { en, zh };

const fill = (text: string, args: TextArgs): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

export const t = (key: TextKey, args: TextArgs = {}): string => fill(tables[settings.value.lang][key], args);

export const isKey = (key: string): key is TextKey => key in en;

/** A text that the server names; `fallback` when this page does not know it. */
export function named(key: string, args: Readonly<Record<string, unknown>>, fallback: string): string {
  if (!isKey(key)) return fallback;
  const texts = Object.entries(args).map(([name, value]) => {
    const why = `why.${String(value)}`;
    return [name, name === "why" && isKey(why) ? t(why) : String(value)] as const;
  });
  return t(key, Object.fromEntries(texts));
}
