// All keys on one sheet.

import { type TextKey, t } from "../i18n";
import { dialog } from "../state/ui";
import { Dialog } from "./Dialog";

const KEYS: readonly (readonly [string, TextKey])[] = [
  ["← ↑ ↓ →", "help.arrows"],
  ["1 … 9 0 - =", "help.digits"],
  ["← →", "help.steps"],
  ["↑ ↓", "help.branch"],
  ["N", "help.n"],
  ["H", "help.h"],
  ["U", "help.u"],
  ["P, Space", "help.p"],
  ["A", "help.a"],
  ["C", "help.c"],
  ["E", "help.e"],
  ["F", "help.f"],
  ["G", "help.g"],
  ["B", "help.b"],
  ["M", "help.m"],
  ["S", "help.s"],
  ["L", "help.l"],
  ["/", "help.slash"],
  ["?", "help.help"],
];

export function Help() {
  return (
    <Dialog title={t("help.title")} onClose={() => (dialog.value = null)} class="help">
      <dl class="keys">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key.replace(",", "")}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
