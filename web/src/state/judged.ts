// What a review says about a move, filed in the game's tree.

import { deeper, type Evaluation, type Proven, turned } from "../model/evaluation";
import { other, type Side } from "../model/game";
import { annotate, mainLine, type Tree } from "../model/tree";
import { sideOf } from "../net/convert";
import type { WireJudged } from "../net/protocol";

/** The main line with the values after and before a judged move; what is known better stays. */
export function withJudged(tree: Tree, judged: WireJudged): Tree {
  const line = mainLine(tree);
  const [before, node] = [line[judged.ply - 1], line[judged.ply]];
  if (!before || !node) return tree;
  const side = sideOf(judged.side);
  const value = (toMove: Side, wr: number, proven: Proven | null, pv: readonly string[]): Evaluation => {
    const chance = wr / 10_000;
    return {
      toMove,
      first: side === 1 ? chance : 1 - chance,
      margin: null,
      proven,
      visits: judged.visits,
      nodes: 0,
      perSecond: 0,
      depth: 0,
      lines:
        pv[0] === undefined
          ? []
          : [{ move: pv[0], cell: null, chance, visits: judged.visits, margin: null, proven, pv }],
    };
  };
  const known = value(other(side), judged.wr, judged.proven && afterMove(judged.proven), []);
  const after = annotate(tree, node.id, { evaluation: deeper(node.evaluation, known) });
  if (before.evaluation) return after;
  return annotate(after, before.id, { evaluation: value(side, judged.best_wr, judged.best_proven, judged.pv) });
}

/** What is certain about a move, told of the position after it by the side that is then to move. */
function afterMove(proven: Proven): Proven {
  const told = turned(proven);
  return "score" in told || told.plies === null ? told : { ...told, plies: Math.max(0, told.plies - 1) };
}
