// The measured strength of the levels, as the server's table has it.

import { gameInfo as known } from "./app";

/** What the server tells about a level. */
export const levelInfo = (game: string, level: number) => known(game)?.levels.find((rated) => rated.level === level);

/** A level's Elo above a player of random moves, `~` before one that was measured with another build; null without one. */
export function eloText(game: string, level: number): string | null {
  const entry = known(game);
  const elo = levelInfo(game, level)?.elo ?? null;
  if (!entry || elo === null) return null;
  return `${entry.measured === entry.build ? "" : "~"}${elo}`;
}

/** The build that was measured, short. */
export const measuredBuild = (game: string): string => known(game)?.measured?.slice(0, 8) ?? "–";
