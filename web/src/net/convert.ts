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

export function setupFromWire(wire: WireSetup): Setup {
  switch (wire.game) {
    case "connect4":
      return { game: wire.game, rows: wire.rows, cols: wire.cols, forbidden: wire.forbidden ?? [] };
    case "reversi":
      return {
        game: wire.game,
        rows: wire.size,
        cols: wire.size,
        forbidden: [],
        scoring: wire.scoring ?? "difference",
      };
    case "nogo":
      return {
        game: wire.game,
        rows: wire.rows,
        cols: wire.cols,
        forbidden: [],
        ...(wire.centre_opening_forbidden ? { centreOpeningForbidden: true } : {}),
      };
  }
}

export function setupToWire(setup: Setup): WireSetup {
  const { rows, cols } = setup;
  switch (setup.game) {
    case "connect4":
      return { game: "connect4", rows, cols, forbidden: setup.forbidden.map(([row, column]) => [row, column]) };
    case "reversi":
      return { game: "reversi", size: rows, scoring: setup.scoring ?? "difference" };
    case "nogo":
      return { game: "nogo", rows, cols, centre_opening_forbidden: setup.centreOpeningForbidden ?? false };
  }
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
    marks,
    stones: state.counts.stones,
    room: state.counts.left ?? state.counts.playable,
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

export function graphFromExplained({ searched, nodes }: WireExplained): SearchedGraph {
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
