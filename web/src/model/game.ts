// The vocabulary of the page: games, boards, sides and what the server says about one position.
// Rules live in the server; nothing here decides whether a move is legal, and nothing asks which game it is.

import type { GridInfo } from "../net/wire";

/** The word of a game in setups; which games there are is the server's to say. */
export type GameName = string;

/** 1 moves first, 2 second. */
export type Side = 1 | 2;
export const other = (side: Side): Side => (side === 1 ? 2 : 1);

/** What a cell holds: nothing, a piece of a side, or a forbidden cell. */
export type CellContent = 0 | Side | 3;

/** Cells are numbered row by row from the top left: `row * cols + column`. */
export interface Setup {
  readonly game: GameName;
  readonly rows: number;
  readonly cols: number;
  /** `[row, column]` from 0 at the top left. */
  readonly forbidden: readonly (readonly [number, number])[];
  /** Whatever else the game's setup has, as the server writes it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The game's boards are squares, which its setup names by one number. */
  readonly square: boolean;
}

/** The board that is there before anybody has chosen one. */
export const FIRST_SETUP: Setup = { game: "connect4", rows: 6, cols: 7, forbidden: [], options: {}, square: false };

/** A legal move with what it does, as the server computed it. */
export interface LegalMove {
  readonly move: string;
  /** Where the piece comes to rest; -1 for a pass. */
  readonly cell: number;
  /** Discs that turn over. */
  readonly flips: readonly number[];
  /** Points that this move closes for the other side. */
  readonly closes: readonly number[];
}

/** An empty point that only one side may use, or nobody. */
export type Mark = "first" | "second" | "nobody";

export interface Ending {
  readonly winner: Side | null;
  /** `four`, `full`, `discs`, `no_moves` from the board; `resign` or `time` from the players. */
  readonly why: string;
  readonly line: readonly number[];
  /** The first player's score in the game's units, where the board ended the game. */
  readonly score?: number;
}

/** One position as the board draws it. */
export interface View {
  /** The board's shape, labels and look. */
  readonly grid: GridInfo;
  readonly cells: readonly CellContent[];
  /** The move that a click on a cell means. */
  readonly names: readonly string[];
  readonly toMove: Side;
  readonly legal: readonly LegalMove[];
  /** Why a place is no legal move, by its name. */
  readonly illegal: ReadonlyMap<string, string>;
  /** The groups that an illegal move would leave without a liberty. */
  readonly groups: ReadonlyMap<string, readonly number[]>;
  /** Whether the game closes points to a side, and which. */
  readonly marked: boolean;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly stones: readonly [number, number];
  /** Pieces that both could still place, where the game counts them. */
  readonly left: readonly [number, number] | null;
  /** Moves that both would have now, where the game counts them. */
  readonly playable: readonly [number, number] | null;
  readonly empty: number;
  readonly over: Ending | null;
  readonly last: { readonly move: string; readonly cell: number | null; readonly flips: readonly number[] } | null;
  /** All moves from the start, passes included. */
  readonly moves: readonly string[];
}

/** A board as far as it can be drawn from its cells alone, without what only the rules know. */
export function drawn(grid: GridInfo, cells: readonly CellContent[]): View {
  const count = (content: CellContent) => cells.filter((found) => found === content).length;
  return {
    grid,
    cells,
    names: [],
    toMove: 1,
    legal: [],
    illegal: new Map(),
    groups: new Map(),
    marked: false,
    marks: new Map(),
    stones: [count(1), count(2)],
    left: null,
    playable: null,
    empty: count(0),
    over: null,
    last: null,
    moves: [],
  };
}

/** The board right after a move, from what the server said about the move; everything that follows from it is still unknown. */
export function afterMove(view: View, legal: LegalMove): View {
  const mover = view.toMove;
  const turned = new Set(legal.cell < 0 ? [] : [legal.cell, ...legal.flips]);
  const cells = view.cells.map((content, cell) => (turned.has(cell) ? mover : content));
  const count = (side: Side) => cells.filter((content) => content === side).length;
  const marks = new Map([...view.marks].filter(([cell]) => cell !== legal.cell));
  return {
    ...view,
    cells,
    toMove: other(mover),
    legal: [],
    illegal: new Map(),
    groups: new Map(),
    marks,
    stones: [count(1), count(2)],
    empty: view.empty - (legal.cell < 0 ? 0 : 1),
    last: { move: legal.move, cell: legal.cell < 0 ? null : legal.cell, flips: legal.flips },
    moves: [...view.moves, legal.move],
  };
}

/**
 * The cell that a move's piece takes on a board where `filled` is 0 for empty cells: of the empty cells that mean the
 * move, the lowest, since pieces fall where a move names a column. Null for a pass and for text that is no move.
 */
export function cellOfMove(names: readonly string[], filled: readonly number[], move: string): number | null {
  const wanted = move.toLowerCase();
  const cell = names.findLastIndex((name, at) => filled[at] === 0 && name.toLowerCase() === wanted);
  return cell < 0 ? null : cell;
}

/** The side that moves at a ply when sides simply alternate (a pass is a ply). */
export const sideAtPly = (ply: number): Side => (ply % 2 === 0 ? 1 : 2);
