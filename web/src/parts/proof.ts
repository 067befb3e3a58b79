// Proofs and values in words.

import { t } from "../i18n/common";
import { chanceOf, type Evaluation, type Proven } from "../model/evaluation";
import { percent, signed } from "../model/format";
import type { Side } from "../model/game";

/** "win in 7", "+12 exact", for the side to move. */
export function proofText(proven: Proven): string {
  if ("score" in proven) return t("proof.exact", { score: signed(proven.score) });
  if (proven.result === "draw") return t("proof.draw");
  const plies = proven.plies;
  if (proven.result === "win") return plies ? t("proof.win", { plies }) : t("proof.won");
  return plies ? t("proof.loss", { plies }) : t("proof.lost");
}

/** The value for a side: a proof in words when it is the side to move's, else a percentage. */
export function valueText(evaluation: Evaluation, side: Side): string {
  if (evaluation.proven && evaluation.toMove === side) return proofText(evaluation.proven);
  return `${percent(chanceOf(evaluation, side))}%`;
}
