// The position in the address, after `#`: nothing leaves the machine until somebody sends the link.
//   g=connect4&b=6x7&x=4.7,0.3&m=4.4.5     game, rows x columns, forbidden row.column pairs, moves
//   s=empties-to-winner  c=1  o.NAME=VALUE  options of the setup: two have short names, any other has its own

import type { GameName, Setup } from "./game";

export interface Shared {
  readonly setup: Setup;
  readonly moves: readonly string[];
}

/** Options with a short name in links, and the value that links leave out. */
const SHORT = { s: ["scoring", "difference"], c: ["centre_opening_forbidden", false] } as const;
const LONG = "o.";

const written = (value: unknown): string => (value === true ? "1" : value === false ? "0" : String(value));

export function encodeShare({ setup, moves }: Shared): string {
  const parts = [`g=${setup.game}`, `b=${setup.rows}x${setup.cols}`];
  if (setup.forbidden.length > 0) parts.push(`x=${setup.forbidden.map((cell) => cell.join(".")).join(",")}`);
  for (const [option, value] of Object.entries(setup.options)) {
    const short = Object.entries(SHORT).find(([, [name]]) => name === option);
    if (!short) parts.push(`${LONG}${option}=${encodeURIComponent(written(value))}`);
    else if (value !== short[1][1]) parts.push(`${short[0]}=${written(value)}`);
  }
  if (moves.length > 0) parts.push(`m=${moves.join(".")}`);
  return parts.join("&");
}

/** A value as the game's standard setup has it: the type of the link's text follows from there. */
const readAs = (standard: unknown, text: string): unknown =>
  typeof standard === "boolean" ? text === "1" : typeof standard === "number" ? Number(text) : text;

/**
 * Reads what `encodeShare` wrote; null when it is not such a text. `standard` is the setup people mean when they name
 * only the game, null for games that are not there. The server still checks every move.
 */
export function decodeShare(text: string, standard: (game: GameName) => Setup | null): Shared | null {
  const fields = new URLSearchParams(text);
  const base = standard(fields.get("g") ?? "");
  if (!base) return null;
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(fields.get("b") ?? "");
  const forbidden: [number, number][] = [];
  for (const pair of (fields.get("x") ?? "").split(",").filter(Boolean)) {
    const match = /^(\d{1,2})\.(\d{1,2})$/.exec(pair);
    if (!match) return null;
    forbidden.push([Number(match[1]), Number(match[2])]);
  }
  const options: Record<string, unknown> = { ...base.options };
  for (const [field, value] of fields) {
    const name = field in SHORT ? SHORT[field as keyof typeof SHORT][0] : field.startsWith(LONG) ? field.slice(2) : "";
    if (name in base.options) options[name] = readAs(base.options[name], value);
  }
  const setup: Setup = {
    ...base,
    rows: size ? Number(size[1]) : base.rows,
    cols: size ? Number(size[2]) : base.cols,
    forbidden,
    options,
  };
  const moves = (fields.get("m") ?? "").split(".").filter(Boolean);
  return moves.every((move) => /^[a-z0-9]{1,4}$/i.test(move)) ? { setup, moves } : null;
}
