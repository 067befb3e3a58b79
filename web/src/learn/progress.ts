// What was learned so far, as the server or the browser's own shelf has it.

import { signal } from "@preact/signals";
import type { GameName } from "../model/game";
import { api } from "../net/api";
import type { Learned, LearnedGame, LearnNote } from "../net/wire";
import { apiErrorText } from "../parts/ShareSheet";
import { toast } from "../state/toasts";
import { type Contents, contents } from "./data";

export const learned = signal<Learned | null>(null);
export const available = signal<Contents | null>(null);

async function take(coming: Promise<Learned>): Promise<void> {
  try {
    learned.value = await coming;
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

export const loadLearned = (): Promise<void> => take(api.learned());
export const note = (what: LearnNote): Promise<void> => take(api.note(what));

export async function loadContents(): Promise<void> {
  try {
    available.value = await contents();
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

const NOTHING: Omit<LearnedGame, "game"> = {
  marks: {},
  puzzles: [],
  puzzle_rating: 1500,
  lessons: [],
  own: [],
  play: null,
};

export const learnedOf = (game: GameName): LearnedGame =>
  learned.value?.games.find((known) => known.game === game) ?? { game, ...NOTHING };
