// Names of cells and columns as people read them: Connect Four columns from 1, Reversi a1 at the top left,
// NoGo letters without I and rows from the bottom.

import type { GameName, Setup } from "./game";

const GO_LETTERS = "ABCDEFGHJKLMNOPQRST";

export function columnLabel(game: GameName, column: number): string {
  if (game === "connect4") return String(column + 1);
  return game === "reversi" ? String.fromCharCode(97 + column) : (GO_LETTERS[column] ?? "?");
}

export function rowLabel(setup: Setup, row: number): string {
  return setup.game === "reversi" ? String(row + 1) : String(setup.rows - row);
}

/** The name of a cell; in Connect Four `column-row`, since a move there names only the column. */
export function cellLabel(setup: Setup, cell: number): string {
  const column = cell % setup.cols;
  const row = Math.floor(cell / setup.cols);
  const separator = setup.game === "connect4" ? "-" : "";
  return columnLabel(setup.game, column) + separator + rowLabel(setup, row);
}

/** The column of a Connect Four move text, from 0; `null` when it is not a number on this board. */
export function columnOfMove(setup: Setup, move: string): number | null {
  const column = Number(move) - 1;
  return Number.isInteger(column) && column >= 0 && column < setup.cols ? column : null;
}

/** The cell a move text names; `null` for a pass, for Connect Four columns and for text that names no cell. */
export function cellOfMove(setup: Setup, move: string): number | null {
  if (setup.game === "connect4") return null;
  const match = /^([a-z])(\d{1,2})$/i.exec(move.trim());
  if (!match) return null;
  const letter = match[1] ?? "";
  const number = Number(match[2]);
  const column =
    setup.game === "reversi" ? letter.toLowerCase().charCodeAt(0) - 97 : GO_LETTERS.indexOf(letter.toUpperCase());
  const row = setup.game === "reversi" ? number - 1 : setup.rows - number;
  const onBoard = column >= 0 && column < setup.cols && row >= 0 && row < setup.rows;
  return onBoard ? row * setup.cols + column : null;
}
