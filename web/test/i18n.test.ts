import { describe, expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { zh } from "../src/i18n/zh";

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe("texts", () => {
  it("have the same keys in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en) as (keyof typeof en)[])("%s is filled in and uses the same arguments", (key) => {
    expect(en[key].trim()).not.toBe("");
    expect(zh[key].trim()).not.toBe("");
    // A language may leave an argument out only where the other one spells the thing itself.
    expect(names(zh[key])).toEqual(names(en[key]));
  });
});
