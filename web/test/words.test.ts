import { describe, expect, it } from "vitest";
import { language } from "../src/i18n/words";
import { t } from "../src/report/words";
import classEn from "../words/class/en.json";
import classZh from "../words/class/zh.json";
import pagesEn from "../words/en.json";
import labEn from "../words/lab/en.json";
import labZh from "../words/lab/zh.json";
import pagesZh from "../words/zh.json";

/** All sections, those that are loaded later included. */
const en = { ...pagesEn, lab: labEn, class: classEn };
const zh = { ...pagesZh, lab: labZh, class: classZh };

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
type Section = keyof typeof en;
const sections = Object.keys(en) as Section[];

const sources = Object.values(
  import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
);

describe("the word list", () => {
  it("has the same sections and words in both languages", () => {
    expect(Object.keys(zh)).toEqual(sections);
    for (const section of sections) expect(Object.keys(zh[section]).sort()).toEqual(Object.keys(en[section]).sort());
  });

  it.each(sections)("%s is filled in and has the same places in both languages", (section) => {
    const [english, chinese]: [Record<string, string>, Record<string, string>] = [en[section], zh[section]];
    for (const [key, text] of Object.entries(english)) {
      expect(text.trim(), key).not.toBe("");
      expect(chinese[key]?.trim(), key).not.toBe("");
      expect(places(chinese[key] ?? ""), key).toEqual(places(text));
    }
  });

  it("holds no word of the pages that no page says", () => {
    const code = sources.join("\n");
    // Keys that are put together in the code begin with the part that stands there, such as `badge.${id}`.
    const said = (key: string): boolean =>
      (key.endsWith(".one") && said(key.slice(0, -4))) ||
      code.includes(`"${key}"`) ||
      code.includes(`\`${key}\``) ||
      [...key.matchAll(/[._]/g)].some(({ index }) => code.includes(`\`${key.slice(0, index + 1)}\${`));
    const served = /^(err|flaw|data|badge|why)\./;
    for (const section of ["common", "page", "lab", "class", "learn", "report", "explain"] as const)
      expect(Object.keys(en[section]).filter((key) => !said(key) && !served.test(key))).toEqual([]);
  });

  it("tells one thing from several", () => {
    expect([0, 1, 2].map((n) => t("games_played", { n }))).toEqual(["0 games", "1 game", "2 games"]);
    // A text without a singular is said as it is.
    expect(t("players_of", { n: 1 })).toBe("1 players");
  });

  it("is told in the language of the page", () => {
    expect(t("against", { a: "A", b: "B" })).toBe("A against B");
    language.value = "zh";
    expect(t("against", { a: "A", b: "B" })).toBe("A 对 B");
    language.value = "en";
  });
});
