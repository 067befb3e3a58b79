// A small link to the sentence of `docs/search.md` that explains a number; the build makes a page of that text.

import { t } from "../../i18n";

export const Why = ({ to }: { to: string }) => (
  <a class="lab-why" href={`search.html#${to}`} target="_blank" rel="noopener" title={t("lab.why")}>
    <span aria-hidden="true">?</span>
    <span class="hidden">{t("lab.why")}</span>
  </a>
);
