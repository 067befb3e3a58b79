// Puzzles and lessons: files beside the page, fetched when somebody wants them.

import type { GameName } from "../model/game";
import type { PuzzleSet, Setup } from "../net/wire";

/** A text in the languages of the page. */
export type Both = { readonly en: string; readonly zh: string };

/** One position of a lesson, with what may be played there. */
export interface LessonStep {
  readonly setup: Setup;
  /** The position as text, rows from the top and the side to move; the initial one when left out. */
  readonly start?: string;
  readonly moves?: string;
  readonly text: Both;
  /** What the right moves do: they win, draw, or have the best score; without it there is nothing to find. */
  readonly claim?: "win" | "draw" | "best";
  readonly right?: readonly string[];
  readonly good?: Both;
  readonly bad?: Both;
  /** Best play after the right move. */
  readonly line?: string;
}

export interface Lesson {
  readonly id: string;
  readonly title: Both;
  readonly about: Both;
  readonly steps: readonly LessonStep[];
}

export interface Lessons {
  readonly game: GameName;
  /** The rules in one minute. */
  readonly rules: readonly Both[];
  readonly lessons: readonly Lesson[];
}

/** Which games have what. */
export interface Contents {
  readonly puzzles: readonly GameName[];
  readonly lessons: readonly GameName[];
}

const files = new Map<string, Promise<unknown>>();

/** A file beside the page; one that did not come is asked for again the next time. */
function file<T>(name: string): Promise<T> {
  const known = files.get(name);
  if (known) return known as Promise<T>;
  const coming = fetch(`./${name}`).then((answer) => {
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.json() as Promise<T>;
  });
  files.set(name, coming);
  coming.catch(() => files.delete(name));
  return coming;
}

export const contents = (): Promise<Contents> => file("learn.json");
export const puzzleSet = (game: GameName): Promise<PuzzleSet> => file(`puzzles-${game}.json`);
export const lessonsOf = (game: GameName): Promise<Lessons> => file(`lessons-${game}.json`);
