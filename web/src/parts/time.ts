// "3 min ago" and dates, in the page's language.

import { t } from "../i18n";
import { settings } from "../state/settings";

export const dateText = (ms: number): string =>
  new Intl.DateTimeFormat(settings.value.lang === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium" }).format(ms);

export function agoText(ms: number, now = Date.now()): string {
  const minutes = Math.floor((now - ms) / 60_000);
  if (minutes < 1) return t("common.justNow");
  if (minutes < 60) return t("common.minutes", { n: minutes });
  return minutes < 24 * 60 ? t("common.hours", { n: Math.floor(minutes / 60) }) : dateText(ms);
}
