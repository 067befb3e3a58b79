// What the live region says by itself (moves, passes, results) and on request (key E: the engine's value).

import { t } from "../i18n";
import { sideName } from "../i18n/names";
import { valueText } from "../parts/proof";
import { analyse } from "./analyse";
import { route } from "./app";
import { play } from "./play";
import { say } from "./toasts";

export function sayMove(side: 1 | 2, move: string): void {
  const { game } = play.setup.value;
  say(t("say.move", { side: sideName(game, side), move: move === "pass" ? t("moves.pass") : move }));
}

export function sayValue(): void {
  const session = route.value.screen === "play" ? play : analyse;
  const evaluation = route.value.screen === "play" ? play.evaluation.value : analyse.shown.value;
  const { game } = session.setup.value;
  if (!evaluation) say(t("engine.clean.about"));
  else
    say(t("say.value", { side: sideName(game, evaluation.toMove), value: valueText(evaluation, evaluation.toMove) }));
}
