// Which puzzle comes next.

import type { LearnedGame, Puzzle } from "../net/wire";

type Progress = Pick<LearnedGame, "marks" | "puzzle_rating">;

const DAY_MS = 24 * 3600 * 1000;
/** Coprime to any number of puzzles that is not a multiple of it, so that all come before one comes again. */
const STRIDE = 7919;

/** The puzzle of a day, the same for everybody with the same set: by the date where the reader is. */
export function dailyOf(puzzles: readonly Puzzle[], now: Date): Puzzle | null {
  const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS);
  return puzzles[(day * STRIDE) % puzzles.length] ?? null;
}

/** Puzzles that were not solved when they were last tried, in the order of the set. */
export const failedOf = (puzzles: readonly Puzzle[], { marks }: Progress): readonly Puzzle[] =>
  puzzles.filter(({ id }) => marks[id] === "failed");

/** The puzzle nearest to one's rating that was never tried; when there is none, one that failed, other than the last. */
export function nextOf(puzzles: readonly Puzzle[], progress: Progress, last: string | null): Puzzle | null {
  const distance = ({ rating }: Puzzle) => Math.abs(rating - progress.puzzle_rating);
  const nearest = (list: readonly Puzzle[]) =>
    list.reduce<Puzzle | null>((best, one) => (best && distance(best) <= distance(one) ? best : one), null);
  const fresh = puzzles.filter(({ id }) => !(id in progress.marks) && id !== last);
  return nearest(fresh) ?? again(failedOf(puzzles, progress), last);
}

/** The one after the last, in a round. */
export function again(list: readonly Puzzle[], last: string | null): Puzzle | null {
  const at = list.findIndex(({ id }) => id === last);
  return list[(at + 1) % list.length] ?? null;
}
