// Proofs and values in words.

import { isCommonKey, t } from "../i18n/common";
import { chanceOf, type Evaluation, type Proven, proofFor } from "../model/evaluation";
import { estimate, signed } from "../model/format";
import type { Side } from "../model/game";
import type { Remark } from "../net/wire";

/** "win in 7", "+12 exact", for the side to move. */
export function proofText(proven: Proven): string {
  if ("score" in proven) return t("proof.exact", { score: signed(proven.score) });
  if (proven.result === "draw") return t("proof.draw");
  const plies = proven.plies;
  if (proven.result === "win") return plies ? t("proof.win", { plies }) : t("proof.won");
  return plies ? t("proof.loss", { plies }) : t("proof.lost");
}

/** The value for a side: a proof in words, else an estimate as a percentage. */
export function valueText(evaluation: Evaluation, side: Side): string {
  const proven = proofFor(evaluation, side);
  return proven ? proofText(proven) : `${estimate(chanceOf(evaluation, side))}%`;
}

/** What speaks for a move or against it, as one sentence without its full stop. */
export function remarksText(remarks: readonly Remark[]): string {
  const texts = remarks.map(({ word, args }) => {
    const key = `remark.${word}`;
    const { score } = args;
    const told = score === undefined ? args : { ...args, score: signed(Number(score)) };
    return isCommonKey(key) ? t(key, told as Record<string, string>) : "";
  });
  return texts.filter((text) => text !== "").join(t("remark.and"));
}
