// A small link to the sentence of `docs/search.md` that explains a number; the build makes a page of that text.

import { tl } from "../../i18n/lab";

export const Why = ({ to }: { to: string }) => (
  <a class="lab-why" href={`search.html#${to}`} target="_blank" rel="noopener" title={tl("lab.why")}>
    <span aria-hidden="true">?</span>
    <span class="hidden">{tl("lab.why")}</span>
  </a>
);
