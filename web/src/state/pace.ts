// How long the engine thinks in a game, beside its level: a quarter or four times of the level's simulations.

import { signal } from "@preact/signals";
import { levelInfo } from "./ratings";

const PACES = { normal: 1, long: 4, quick: 0.25 } as const;
export type Pace = keyof typeof PACES;
const ORDER: readonly Pace[] = ["normal", "long", "quick"];

export const pace = signal<Pace>("normal");

/** A pace from a stored game; the normal one if it has none. */
export const paceNamed = (name: string | undefined): Pace => ORDER.find((known) => known === name) ?? "normal";

/** The next one; a search that runs keeps its own. */
export function nextPace(): void {
  pace.value = ORDER[(ORDER.indexOf(pace.value) + 1) % ORDER.length] ?? "normal";
}

/** The simulations of a level at another pace than its own. */
export function paced(game: string, level: number): { visits?: number } {
  const visits = levelInfo(game, level)?.visits;
  return pace.value === "normal" || typeof visits !== "number"
    ? {}
    : { visits: Math.max(1, Math.round(visits * PACES[pace.value])) };
}
