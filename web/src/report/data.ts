// The run that this page is about, as the program wrote it into the page. Figures are shown as they are given; nothing
// is computed anew but shares and sums.

import { signal } from "@preact/signals";
import { type CellContent, drawn, type View } from "../model/game";
import { rememberGrid } from "../model/grids";
import { cellsFromText, setupFromWire } from "../net/convert";
import type { Alone, BoardPart, FinishedGame, PairingRow, Report, RunEnd, Score, StartBoard } from "./wire";

/** The figures of two players: of a pairing, or of a match. */
export type Tally = PairingRow;

/** Results of the games that share a board or an opening. */
export type Part = Pick<BoardPart, "games" | "first_mover" | "a">;

export const readData = (): Report => JSON.parse(document.getElementById("data")?.textContent ?? "{}") as Report;

/** The data with what all sections ask of it. */
export class Run {
  readonly kind: Report["about"]["kind"]["name"];
  readonly names: readonly string[];
  /** The figures of each pairing, and those of the whole run. */
  readonly rows: readonly Tally[];
  readonly end: RunEnd & Partial<Pick<Alone, "llr" | "verdict">>;

  constructor(readonly data: Report) {
    this.kind = data.about.kind.name;
    this.names = data.conditions.players;
    // The last line is about the whole run; alone, two players have their figures there too.
    this.end = data.summary.at(-1) as RunEnd;
    this.rows = (this.alone ? data.summary : data.summary.slice(0, -1)) as Tally[];
    for (const { setup, grid } of data.boards) rememberGrid(setup.game, grid);
  }

  /** Two players alone: one row of figures. */
  get alone(): boolean {
    return this.kind === "match" || this.kind === "sprt";
  }

  /** Players that the values of a sweep met. */
  get opponents(): string[] {
    return [...new Set(this.rows.map((row) => row.against ?? ""))];
  }

  /** The figures of a value of a sweep against an opponent. */
  swept(value: string, opponent: string): Tally | undefined {
    return this.rows.find((row) => row.value === value && row.against === opponent);
  }

  /** Score of one player against another, null if they did not meet. */
  meeting(player: number, other: number): Score | null {
    for (const [index, { a, b }] of this.data.conditions.pairings.entries()) {
      const row = this.rows[index];
      if (row && a === player && b === other) return row;
      if (row && a === other && b === player) return reversed(row);
    }
    return null;
  }
}

/** The game in the viewer; a fault may ask for another. */
export const shownGame = signal<FinishedGame | null>(null);

export const NOTHING: Score = { wins: 0, draws: 0, losses: 0 };
export const reversed = ({ wins, draws, losses }: Score): Score => ({ wins: losses, draws, losses: wins });
export const add = (a: Score, b: Score): Score => ({
  wins: a.wins + b.wins,
  draws: a.draws + b.draws,
  losses: a.losses + b.losses,
});
export const gamesOf = ({ wins, draws, losses }: Score): number => wins + draws + losses;
export const pointsOf = ({ wins, draws }: Score): number => wins + draws / 2;
export const scoreText = ({ wins, draws, losses }: Score): string => `${wins} – ${draws} – ${losses}`;

/** `9 × 10`, with the forbidden cells. */
export function boardName(setup: StartBoard["setup"]): string {
  const { rows, cols, forbidden } = setupFromWire(setup);
  return `${rows} × ${cols}${forbidden.map(([row, column]) => ` ✕ ${row},${column}`).join("")}`;
}

export const movesOf = (game: FinishedGame): string[] => game.moves.split(" ").filter(Boolean);

/** The board of a game after some of its moves. A move is the cells it changes: the page needs no rules. */
export function viewAfter(start: StartBoard, game: FinishedGame, ply: number): View {
  const cells: CellContent[] = cellsFromText(start.rows.join(""));
  const moves = movesOf(game);
  let last: View["last"] = null;
  for (const [index, part] of game.changes.split(" ").filter(Boolean).slice(0, ply).entries()) {
    const changed = part === "-" ? [] : part.split("+").map(Number);
    const placed = changed.find((cell) => cells[cell] === 0) ?? null;
    for (const cell of changed) cells[cell] = index % 2 === 0 ? 1 : 2;
    last = { move: moves[index] ?? "", cell: placed, flips: changed.filter((cell) => cell !== placed) };
  }
  return {
    ...drawn(start.grid, cells),
    toMove: ply % 2 === 0 ? 1 : 2,
    last,
    moves: moves.slice(0, ply),
  };
}
