// The curve of a game in three readings: the first player's winning chance, the score to expect, and the chance that
// each side has given away so far.

import { chanceOf, type Evaluation } from "./evaluation";
import { type Ending, other, type Side } from "./game";
import type { TreeNode } from "./tree";

export const CURVE_MODES = ["win", "margin", "loss"] as const;
export type CurveMode = (typeof CURVE_MODES)[number];

export interface CurvePoint {
  readonly node: TreeNode;
  /** One value, or for the loss one of each side. */
  readonly values: readonly number[];
}

/** The smallest score and loss that fill the height of a curve, so that a calm game looks calm. */
const LEAST_MARGIN = 8;
const LEAST_LOSS = 0.5;

/** What is known about a game that is over: everything. Its score is told where pieces are counted, else the result. */
export function endEvaluation({ winner, score }: Ending, toMove: Side, counted: boolean): Evaluation {
  const margin = counted ? (score ?? null) : null;
  const result = winner === null ? "draw" : winner === toMove ? "win" : "loss";
  return {
    toMove,
    first: winner === null ? 0.5 : winner === 1 ? 1 : 0,
    margin,
    proven: margin === null ? { result, plies: 0 } : { score: toMove === 1 ? margin : -margin },
    visits: 0,
    nodes: 0,
    perSecond: 0,
    depth: 0,
    lines: [],
  };
}

export function curvePoints(line: readonly TreeNode[], mode: CurveMode): CurvePoint[] {
  const lost = { 1: 0, 2: 0 };
  let before: Evaluation | null = null;
  return line.flatMap((node) => {
    const known = node.evaluation;
    if (!known) return [];
    if (mode === "win") return [{ node, values: [known.first] }];
    if (mode === "margin") return known.margin === null ? [] : [{ node, values: [known.margin] }];
    // Whoever moved since the last value that is known gave away what it has less now.
    if (before) {
      const mover = other(known.toMove);
      lost[mover] += Math.max(0, chanceOf(before, mover) - chanceOf(known, mover));
    }
    before = known;
    return [{ node, values: [lost[1], lost[2]] }];
  });
}

/** Heights from 0 to 1 for the values of a curve. */
export function heightOf(points: readonly CurvePoint[], mode: CurveMode): (value: number) => number {
  const most = Math.max(0, ...points.flatMap((point) => point.values.map(Math.abs)));
  if (mode === "win") return (value) => value;
  if (mode === "margin") return (value) => 0.5 + value / (2 * Math.max(LEAST_MARGIN, most));
  return (value) => value / Math.max(LEAST_LOSS, most);
}

/** The readings that say something about a line. */
export const curveModes = (line: readonly TreeNode[]): CurveMode[] =>
  CURVE_MODES.filter((mode) => mode !== "margin" || curvePoints(line, mode).length > 1);
