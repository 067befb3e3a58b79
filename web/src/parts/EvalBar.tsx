// The evaluation bar: who stands how well, seen from the side at the bottom of the board.

import { sideTone } from "../board/look";
import { t } from "../i18n/common";
import { sideName } from "../i18n/names";
import { chanceOf, type Evaluation, proofFor } from "../model/evaluation";
import { estimate, shortProof } from "../model/format";
import { type GameName, other, type Side } from "../model/game";
import { someGridOf } from "../model/grids";
import { proofText } from "./proof";

interface EvalBarProps {
  readonly game: GameName;
  readonly bottom: Side;
  readonly evaluation: Evaluation | null;
  readonly flat?: boolean;
}

export function EvalBar({ game, bottom, evaluation, flat }: EvalBarProps) {
  // Nothing known is nothing said: half a bar would be a value.
  if (!evaluation) return <div class={`eval unknown ${flat ? "flat" : ""}`} />;
  const chance = chanceOf(evaluation, bottom);
  const side = sideName(game, bottom);
  const proven = proofFor(evaluation, bottom);
  const text = proven ? shortProof(proven) : estimate(chance, 0);
  const grid = someGridOf(game);
  const tones = { "--bottom": sideTone(grid, bottom), "--top": sideTone(grid, other(bottom)) };
  return (
    <div class={`eval ${flat ? "flat" : ""} ${proven ? "exact" : ""}`} style={tones}>
      <div
        class="bar"
        role="meter"
        aria-label={
          proven
            ? t("eval.exact", { side, proof: proofText(proven) })
            : t("eval.label", { side, percent: estimate(chance, 0) })
        }
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(chance * 100)}
      >
        <i style={flat ? { width: `${chance * 100}%` } : { height: `${chance * 100}%` }} />
      </div>
      {!flat && <span class="eval-number">{text}</span>}
    </div>
  );
}
