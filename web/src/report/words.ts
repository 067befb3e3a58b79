// The words of the report, and its numbers.

import { common as commonEn, report as reportEn } from "../../words/en.json";
import { common as commonZh, report as reportZh } from "../../words/zh.json";
import { textsOf } from "../i18n/words";

export { language } from "../i18n/words";

export type ReportKey = keyof typeof commonEn | keyof typeof reportEn;

export const { t, isKey } = textsOf<ReportKey>({ ...commonEn, ...reportEn }, { ...commonZh, ...reportZh });

/** Elo with its sign; an infinite one has no number. */
export function signed(value: number | null): string {
  if (value === null) return "∞";
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  return sign + Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0);
}

/** Ends of an interval may be infinite: the sign follows from the end. */
export const lowEnd = (value: number | null): string => (value === null ? "−∞" : signed(value));
export const highEnd = (value: number | null): string => (value === null ? "+∞" : signed(value));
export const share = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`;
