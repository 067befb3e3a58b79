// What an engine says about a position. Chances are stored for the first player, so that a graph needs no signs;
// a line's own chance is the mover's, as people compare moves.

import type { Remark, Proven as WireProven } from "../net/wire";
import type { Side } from "./game";

/** What is certain, for the side to move. */
export type Proven = WireProven;

export interface Line {
  readonly move: string;
  readonly cell: number | null;
  /** The mover's winning chance, 0 to 1; null before the move was tried. */
  readonly chance: number | null;
  readonly visits: number;
  /** What the evaluator thought of the move before any search, 0 to 1, where that is known. */
  readonly prior?: number;
  /** The mover's expected score in the game's units. */
  readonly margin: number | null;
  readonly proven: Proven | null;
  readonly pv: readonly string[];
  /** What speaks for the move or against it. */
  readonly why?: readonly Remark[];
}

export interface Evaluation {
  readonly toMove: Side;
  /** The first player's winning chance, 0 to 1. */
  readonly first: number;
  readonly margin: number | null;
  readonly proven: Proven | null;
  readonly visits: number;
  readonly nodes: number;
  readonly perSecond: number;
  readonly depth: number;
  readonly lines: readonly Line[];
}

export const chanceOf = (evaluation: Evaluation, side: Side): number =>
  side === 1 ? evaluation.first : 1 - evaluation.first;

/** What is certain for the side to move, told of the other side. */
export function turned(proven: Proven): Proven {
  if ("score" in proven) return { score: -proven.score };
  const { result, plies } = proven;
  return { result: result === "win" ? "loss" : result === "loss" ? "win" : "draw", plies };
}

/** What is certain for a side. */
export function proofFor({ proven, toMove }: Pick<Evaluation, "proven" | "toMove">, side: Side): Proven | null {
  return proven && (side === toMove ? proven : turned(proven));
}

/** The winning chance that a proof stands for, so that bars and graphs can draw it. */
export function provenChance(proven: Proven): number {
  if ("result" in proven) return proven.result === "win" ? 1 : proven.result === "loss" ? 0 : 0.5;
  const { score } = proven;
  return score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

/** How much is certain: the score or the length, the winner alone, nothing. */
function certainty(proven: Proven | null): number {
  if (proven === null) return 0;
  return "score" in proven || proven.result === "draw" || proven.plies !== null ? 2 : 1;
}

/** Of two evaluations of the same position, the one to keep: the more certain one, the one that proves more moves, the deeper one. */
export function deeper(old: Evaluation | undefined, next: Evaluation): Evaluation {
  if (!old) return next;
  const merits = ({ proven, lines, visits }: Evaluation) => [
    certainty(proven),
    proven === null ? 0 : lines.reduce((sum, line) => sum + certainty(line.proven), 0),
    visits,
  ];
  const [before, now] = [merits(old), merits(next)];
  const first = now.findIndex((merit, index) => merit !== before[index]);
  return first < 0 || (now[first] ?? 0) > (before[first] ?? 0) ? next : old;
}
