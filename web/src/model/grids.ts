// The grids that messages have brought, so that a board can be drawn, and a side be named, before its next message.

import { signal } from "@preact/signals";
import type { GridInfo } from "../net/wire";
import type { GameName, Setup } from "./game";

type Place = Pick<Setup, "game" | "rows" | "cols">;

const key = ({ game, rows, cols }: Place): string => `${game} ${rows}x${cols}`;

/** By board, and by game alone for what all its boards share. */
const known = signal<ReadonlyMap<string, GridInfo>>(new Map());

export function rememberGrid(game: GameName, grid: GridInfo): void {
  const place = key({ game, rows: grid.rows, cols: grid.cols });
  if (known.value.has(place)) return;
  known.value = new Map(known.value).set(place, grid).set(game, known.value.get(game) ?? grid);
}

export const gridOf = (setup: Place): GridInfo | null => known.value.get(key(setup)) ?? null;

/** Some grid of a game: its title, its sides and how it is drawn are the same on all its boards. */
export const someGridOf = (game: GameName): GridInfo | null => known.value.get(game) ?? null;
