// From the wire's words to the page's and back.

import type { Evaluation, Line } from "../model/evaluation";
import { provenChance } from "../model/evaluation";
import type { CellContent, Mark, Setup, Side, View } from "../model/game";
import { graphOf, type SearchedGraph } from "../model/searched";
import type { WireExplained, WireInfo, WireSetup, WireSide, WireState } from "./protocol";

export const sideOf = (side: WireSide): Side => (side === "first" ? 1 : 2);
export const wireSide = (side: Side): WireSide => (side === 1 ? "first" : "second");
export const winnerOf = (winner: WireSide | "draw"): Side | null => (winner === "draw" ? null : sideOf(winner));
export const wireWinner = (winner: Side | null): WireSide | "draw" => (winner === null ? "draw" : wireSide(winner));

/** A setup as files and messages hold it: squares by `size`, other boards by `rows` and `cols`. */
interface AnySetup {
  readonly game: string;
  readonly size?: number;
  readonly rows?: number;
  readonly cols?: number;
  readonly forbidden?: readonly (readonly [number, number])[];
}

export function setupFromWire(wire: WireSetup): Setup {
  const { game, size, rows = size, cols = size, forbidden = [], ...options }: AnySetup = wire;
  return { game, rows: rows ?? 0, cols: cols ?? 0, forbidden, options, square: size !== undefined };
}

export function setupToWire({ game, rows, cols, forbidden, options, square }: Setup): WireSetup {
  const board = square ? { size: rows } : { rows, cols };
  const blocked = forbidden.length > 0 ? { forbidden } : {};
  return { game, ...board, ...blocked, ...options } as WireSetup;
}

const CONTENT: Record<string, CellContent> = { X: 1, O: 2, "#": 3 };
export const cellsFromText = (text: string): CellContent[] => [...text].map((letter) => CONTENT[letter] ?? 0);

const MARKS: Record<string, Mark> = { X: "first", O: "second", "-": "nobody" };

export function viewFromState(state: WireState): View {
  const marks = new Map<number, Mark>();
  [...(state.kinds ?? "")].forEach((kind, cell) => {
    const mark = MARKS[kind];
    if (mark) marks.set(cell, mark);
  });
  const mover = state.to_move;
  return {
    grid: state.grid,
    cells: cellsFromText(state.cells),
    names: state.names,
    toMove: sideOf(mover),
    legal: state.legal.map((legal) => ({
      move: legal.m,
      cell: legal.cell ?? -1,
      flips: legal.flips ?? [],
      closes: legal.closes ? [...new Set([...legal.closes.first, ...legal.closes.second])] : [],
    })),
    illegal: new Map(
      Object.entries(state.illegal).flatMap(([why, names]) => names.map((name) => [name, why] as const)),
    ),
    groups: new Map(Object.entries(state.groups)),
    marked: state.kinds !== null,
    marks,
    stones: state.counts.stones,
    left: state.counts.left,
    playable: state.counts.playable,
    empty: state.counts.empty,
    over: state.over && {
      winner: winnerOf(state.over.winner),
      why: state.over.why,
      line: state.over.line,
      score: state.over.score,
    },
    last: state.last && { move: state.last.m, cell: state.last.cell, flips: state.last.changed },
    moves: state.moves,
  };
}

const chanceFromWire = (wr: number | null): number | null => (wr === null ? null : wr / 10_000);

export function evaluationFromInfo(info: WireInfo): Evaluation {
  const toMove = sideOf(info.to_move);
  const { root } = info;
  const mover = root.proven ? provenChance(root.proven) : root.wr / 10_000;
  const lines: Line[] = info.moves.map((line) => ({
    move: line.m,
    cell: line.cell,
    chance: line.proven ? provenChance(line.proven) : chanceFromWire(line.wr),
    visits: line.n,
    ...(line.p === null ? {} : { prior: line.p / 10_000 }),
    margin: line.margin,
    proven: line.proven,
    pv: line.pv,
    why: line.why,
  }));
  return {
    toMove,
    first: toMove === 1 ? mover : 1 - mover,
    margin: root.margin === null ? null : toMove === 1 ? root.margin : -root.margin,
    proven: root.proven,
    visits: info.visits,
    nodes: info.nodes,
    perSecond: info.nps,
    depth: info.depth,
    lines,
  };
}

export function graphFromExplained({ searched, nodes }: Pick<WireExplained, "searched" | "nodes">): SearchedGraph {
  return graphOf(
    searched,
    nodes.map((node) => ({
      cells: cellsFromText(node.cells),
      toMove: sideOf(node.to_move),
      visits: node.n,
      chance: chanceFromWire(node.wr),
      proven: node.proven,
      moves: node.moves.map(({ m, node: to, n, wr, p, bounds, proven }) => ({
        move: m,
        node: to,
        visits: n,
        chance: chanceFromWire(wr),
        prior: p / 10_000,
        bounds,
        proven,
      })),
      untried: node.untried,
    })),
  );
}
