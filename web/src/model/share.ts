// The position in the address, after `#`: nothing leaves the machine until somebody sends the link.
//   g=connect4&b=6x7&x=4.7,0.3&m=4.4.5     game, rows x columns, forbidden row.column pairs, moves

import { classicSetup, GAMES, type GameName, type Setup } from "./game";

export interface Shared {
  readonly setup: Setup;
  readonly moves: readonly string[];
}

export function encodeShare({ setup, moves }: Shared): string {
  const parts = [`g=${setup.game}`, `b=${setup.rows}x${setup.cols}`];
  if (setup.forbidden.length > 0) parts.push(`x=${setup.forbidden.map((cell) => cell.join(".")).join(",")}`);
  if (setup.scoring && setup.scoring !== "difference") parts.push(`s=${setup.scoring}`);
  if (setup.centreOpeningForbidden) parts.push("c=1");
  if (moves.length > 0) parts.push(`m=${moves.join(".")}`);
  return parts.join("&");
}

/** Reads what `encodeShare` wrote; null when it is not such a text. The server still checks every move. */
export function decodeShare(text: string): Shared | null {
  const fields = new URLSearchParams(text);
  const game = fields.get("g") as GameName | null;
  if (game === null || !GAMES.includes(game)) return null;
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(fields.get("b") ?? "");
  const base = classicSetup(game);
  const rows = size ? Number(size[1]) : base.rows;
  const cols = size ? Number(size[2]) : base.cols;
  const forbidden: [number, number][] = [];
  for (const pair of (fields.get("x") ?? "").split(",").filter(Boolean)) {
    const match = /^(\d{1,2})\.(\d{1,2})$/.exec(pair);
    if (!match) return null;
    forbidden.push([Number(match[1]), Number(match[2])]);
  }
  const scoring = fields.get("s");
  const setup: Setup = {
    game,
    rows,
    cols,
    forbidden,
    ...(scoring ? { scoring } : {}),
    ...(fields.get("c") === "1" ? { centreOpeningForbidden: true } : {}),
  };
  const moves = (fields.get("m") ?? "").split(".").filter(Boolean);
  return moves.every((move) => /^[a-z0-9]{1,4}$/i.test(move)) ? { setup, moves } : null;
}
