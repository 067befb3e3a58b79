// All saved games in one file, to take them elsewhere: another browser, or the program on this machine.

import type { GameMeta, GameRecord } from "../net/protocol";

export interface KeptGame {
  readonly name: string;
  readonly record: GameRecord;
  readonly meta: GameMeta;
}

const KIND = "luozi games";

export const writeBackup = (games: readonly KeptGame[]): string =>
  `${JSON.stringify({ kind: KIND, games }, null, 1)}\n`;

/** The games of such a file; nothing when the text is none. Records are checked by whoever keeps them. */
export function readBackup(text: string): readonly KeptGame[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== "object" || read === null) return null;
  const { kind, games } = read as { kind?: unknown; games?: unknown };
  if (kind !== KIND || !Array.isArray(games)) return null;
  const kept = (game: unknown): game is KeptGame =>
    typeof game === "object" && game !== null && "record" in game && typeof game.record === "object";
  return games
    .filter(kept)
    .map(({ name, record, meta }) => ({ name: typeof name === "string" ? name : "", record, meta: meta ?? {} }));
}
