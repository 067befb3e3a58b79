// Boards as the server describes them, for tests.

import type { CellContent, Setup, View } from "../src/model/game";
import type { GridInfo, WireState } from "../src/net/protocol";

const labels = (letters: string, count: number) => [...letters].slice(0, count);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

function gridOf(
  base: Pick<GridInfo, "title" | "style" | "drops" | "discs" | "sides">,
  columns: string[],
  rows: string[],
): GridInfo {
  return {
    ...base,
    rows: rows.length,
    cols: columns.length,
    column_labels: columns,
    row_labels: rows,
    cell_names: rows.flatMap((row) => columns.map((column) => column + (base.drops ? "-" : "") + row)),
    dots: [],
  };
}

const RED_AND_GOLD: GridInfo["sides"] = [
  { name: "Red", colour: "red" },
  { name: "Gold", colour: "gold" },
];
const BLACK_AND_WHITE: GridInfo["sides"] = [
  { name: "Black", colour: "black" },
  { name: "White", colour: "white" },
];

export const upright = (rows = 6, cols = 7): GridInfo =>
  gridOf(
    { title: "Connect Four", style: "cells", drops: true, discs: false, sides: RED_AND_GOLD },
    numbers(cols),
    numbers(rows).reverse(),
  );
export const squares = (size = 8): GridInfo =>
  gridOf(
    { title: "Reversi", style: "cells", drops: false, discs: true, sides: BLACK_AND_WHITE },
    labels("abcdefgh", size),
    numbers(size),
  );
export const points = (size = 9): GridInfo =>
  gridOf(
    { title: "NoGo", style: "points", drops: false, discs: false, sides: BLACK_AND_WHITE },
    labels("ABCDEFGHJKL", size),
    numbers(size).reverse(),
  );

const STANDARD: Record<string, Setup> = {
  connect4: { game: "connect4", rows: 6, cols: 7, forbidden: [], options: {}, square: false },
  reversi: { game: "reversi", rows: 8, cols: 8, forbidden: [], options: { scoring: "difference" }, square: true },
  nogo: { game: "nogo", rows: 9, cols: 9, forbidden: [], options: { centre_opening_forbidden: false }, square: false },
};

/** The boards people mean when they name only the game, as the server tells them. */
export function standard(game: string): Setup {
  const setup = STANDARD[game];
  if (!setup) throw new Error(`no game ${game}`);
  return setup;
}
export const known = (game: string): Setup | null => STANDARD[game] ?? null;

/** The move that a click on each cell means. */
export const namesOf = (grid: GridInfo): string[] =>
  grid.drops ? grid.cell_names.map((_, cell) => grid.column_labels[cell % grid.cols] ?? "") : [...grid.cell_names];

/** A state of the server with nothing special about it. */
export function stateOf(grid: GridInfo, part: Partial<WireState> = {}): WireState {
  const cells = ".".repeat(grid.rows * grid.cols);
  const names = namesOf(grid);
  const bottom = (grid.rows - 1) * grid.cols;
  const legal = grid.drops
    ? grid.column_labels.map((m, column) => ({ m, cell: bottom + column }))
    : names.map((m, cell) => ({ m, cell }));
  return {
    ply: part.moves?.length ?? 0,
    moves: [],
    to_move: "first",
    grid,
    cells,
    names,
    last: null,
    legal,
    illegal: {},
    groups: {},
    kinds: null,
    counts: { stones: [0, 0], left: null, playable: null, empty: cells.length },
    over: null,
    hash: "",
    ...part,
  };
}

/** A view without anything but its cells. */
export const viewOf = (grid: GridInfo, cells: readonly CellContent[]): View => ({
  grid,
  cells,
  names: namesOf(grid),
  toMove: 1,
  legal: [],
  illegal: new Map(),
  groups: new Map(),
  marked: false,
  marks: new Map(),
  stones: [0, 0],
  left: null,
  playable: null,
  empty: cells.length,
  over: null,
  last: null,
  moves: [],
});
