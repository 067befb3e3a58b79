// What a review says about a move, filed in the game's tree.

import { deeper, type Evaluation } from "../model/evaluation";
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
  const value = (toMove: Side, wr: number, pv: readonly string[]): Evaluation => {
    const chance = wr / 10_000;
    return {
      toMove,
      first: side === 1 ? chance : 1 - chance,
      margin: null,
      proven: null,
      visits: judged.visits,
      nodes: 0,
      perSecond: 0,
      depth: 0,
      lines:
        pv[0] === undefined
          ? []
          : [{ move: pv[0], cell: null, chance, visits: judged.visits, margin: null, proven: null, pv }],
    };
  };
  const after = annotate(tree, node.id, { evaluation: deeper(node.evaluation, value(other(side), judged.wr, [])) });
  return before.evaluation ? after : annotate(after, before.id, { evaluation: value(side, judged.best_wr, judged.pv) });
}
