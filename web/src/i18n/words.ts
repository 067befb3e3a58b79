// Texts by typed key, from the one word list that the program reads too (`words/`). A table holds the sections that a
// page needs, so that each bundle carries only its own.

import { signal } from "@preact/signals";

export type Language = "en" | "zh";
export type TextArgs = Readonly<Record<string, string | number>>;

/** The language of the page; texts read it, so that components follow a switch by themselves. */
export const language = signal<Language>("en");

const fill = (text: string, args: TextArgs): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

export interface Texts<Key extends string> {
  t(key: Key, args?: TextArgs): string;
  isKey(key: string): key is Key;
  /** The names of what belongs into a text. */
  placesOf(key: Key): readonly string[];
}

/**
 * The texts of two tables with the same keys; the compiler demands that they have them. Where `n` is one thing and there
 * is a text `KEY.one`, that is said.
 */
export function textsOf<Key extends string>(en: Record<Key, string>, zh: Record<Key, string>): Texts<Key> {
  const tables = { en, zh };
  const chosen = (key: Key, { n }: TextArgs): Key => {
    const one = `${key}.one`;
    return n === 1 && one in en ? (one as Key) : key;
  };
  return {
    t: (key, args = {}) => fill(tables[language.value][chosen(key, args)], args),
    isKey: (key): key is Key => key in en,
    placesOf: (key) => [...en[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
  };
}
