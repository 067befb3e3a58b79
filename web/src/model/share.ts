// Games in the address, after `#`: nothing leaves the machine until somebody sends the link.
//   g=connect4&b=6x7&x=4.7,0.3&m=4.4.5&n=2     game, rows x columns, forbidden row.column pairs, moves, how many are shown
//   p=..../.OX./.XO./..../X                    the position they begin from, rows from the top, then the side to move
//   s=empties-to-winner  c=1  o.NAME=VALUE     options of the setup: two have short names, any other has its own
//   h=1&l=5&t=fischer.300000.2000&e=1          a game against the engine: the human's side, level, clock, engine shown
//   w=level:6,preset:mcgs                      a game to watch: who plays
//   r=mcgs;uct-pool,c=0.3&k=40                 the laboratory: one or two searches with what was turned, and the simulation told

import type { ClockRule } from "./clock";
import { NO_CLOCK } from "./clock";
import type { GameName, Setup, Side } from "./game";

export interface Shared {
  readonly setup: Setup;
  /** The position that the moves begin from, as text; null for the initial one. */
  readonly start: string | null;
  readonly moves: readonly string[];
  /** How many of the moves are on the board; all when left out. */
  readonly ply?: number;
}

/** What a game against the engine has beside its board and moves. */
export interface Terms {
  readonly human: Side | "both";
  readonly level: number;
  readonly clock: ClockRule;
  readonly clean: boolean;
}

/** Options with a short name in links, and the value that links leave out. */
const SHORT = { s: ["scoring", "difference"], c: ["centre_opening_forbidden", false] } as const;
const LONG = "o.";

const written = (value: unknown): string => (value === true ? "1" : value === false ? "0" : String(value));

export function encodeShare({ setup, start, moves, ply = moves.length }: Shared): string {
  const parts = [`g=${setup.game}`, `b=${setup.rows}x${setup.cols}`];
  if (setup.forbidden.length > 0) parts.push(`x=${setup.forbidden.map((cell) => cell.join(".")).join(",")}`);
  for (const [option, value] of Object.entries(setup.options)) {
    const short = Object.entries(SHORT).find(([, [name]]) => name === option);
    if (!short) parts.push(`${LONG}${option}=${encodeURIComponent(written(value))}`);
    else if (value !== short[1][1]) parts.push(`${short[0]}=${written(value)}`);
  }
  // Forbidden cells are named above, and `#` has a meaning in addresses.
  if (start !== null) parts.push(`p=${start.trim().replaceAll("#", ".").split("\n").join("/")}`);
  if (moves.length > 0) parts.push(`m=${moves.join(".")}`);
  if (ply < moves.length) parts.push(`n=${ply}`);
  return parts.join("&");
}

export function encodeTerms({ human, level, clock, clean }: Terms): string {
  const timed = clock.kind === "none" ? "" : `&t=${clock.kind}.${clock.baseMs}.${clock.incrementMs}`;
  return `h=${human === "both" ? "b" : human}&l=${level}${timed}${clean ? "" : "&e=1"}`;
}

/** A value as the game's standard setup has it: the type of the link's text follows from there. */
const readAs = (standard: unknown, text: string): unknown =>
  typeof standard === "boolean" ? text === "1" : typeof standard === "number" ? Number(text) : text;

const START = /^[XO.]+(\/[XO.]+)+$/;

/**
 * Reads what `encodeShare` wrote; null when it is not such a text. `standard` is the setup people mean when they name
 * only the game, null for games that are not there. The server still checks the position and every move.
 */
export function decodeShare(text: string, standard: (game: GameName) => Setup | null): Shared | null {
  const fields = new URLSearchParams(text);
  const base = standard(fields.get("g") ?? "");
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(fields.get("b") ?? `${base?.rows}x${base?.cols}`);
  if (!base || !size) return null;
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
  const start = fields.get("p");
  if (start !== null && !START.test(start)) return null;
  const moves = (fields.get("m") ?? "").split(".").filter(Boolean);
  if (!moves.every((move) => /^[a-z0-9]{1,4}$/i.test(move))) return null;
  const ply = /^\d{1,4}$/.exec(fields.get("n") ?? "");
  return {
    setup: { ...base, rows: Number(size[1]), cols: Number(size[2]), forbidden, options },
    start: start?.replaceAll("/", "\n") ?? null,
    moves,
    ...(ply ? { ply: Math.min(Number(ply[0]), moves.length) } : {}),
  };
}

/** A player to watch: `level:5` or `preset:mcgs`. */
export type Contestant = `level:${number}` | `preset:${string}`;
export type Contestants = readonly [Contestant, Contestant];

export const encodePlayers = (players: Contestants): string => `w=${players.join(",")}`;

/** Reads what `encodePlayers` wrote; null when it is not there. The server knows which players exist. */
export function decodePlayers(text: string): Contestants | null {
  const names = (new URLSearchParams(text).get("w") ?? "").split(",");
  const good = names.length === 2 && names.every((name) => /^(level:([1-9]|10)|preset:[\w-]{1,40})$/.test(name));
  return good ? (names as unknown as Contestants) : null;
}

/** What the laboratory tells: one or two searches as `preset,parameter=value`, and the number of the simulation. */
export interface Searches {
  readonly recipes: readonly string[];
  readonly number: number;
}

export function encodeSearches({ recipes, number }: Searches): string {
  const searches = recipes.length > 0 ? [`r=${recipes.join(";")}`] : [];
  return [...searches, ...(number > 0 ? [`k=${number}`] : [])].join("&");
}

/** Reads what `encodeSearches` wrote; without searches in it the laboratory has its usual one. The server knows what can be. */
export function decodeSearches(text: string): Searches {
  const fields = new URLSearchParams(text);
  const recipes = (fields.get("r") ?? "").split(";").slice(0, 2);
  const good = recipes.every((recipe) => /^[\w-]{1,40}(,\w{1,40}=[\w.:-]{1,40})*$/.test(recipe));
  const number = /^\d{1,6}$/.exec(fields.get("k") ?? "");
  return { recipes: good ? recipes : [], number: number ? Number(number[0]) : 0 };
}

const CLOCK = /^(total|fischer|move)\.(\d{1,9})\.(\d{1,9})$/;

/** Reads what `encodeTerms` wrote; whatever is missing or wrong is as in `usual`. */
export function decodeTerms(text: string, usual: Terms): Terms {
  const fields = new URLSearchParams(text);
  const seat = fields.get("h");
  const level = Number(fields.get("l"));
  const clock = CLOCK.exec(fields.get("t") ?? "");
  return {
    human: seat === "b" ? "both" : seat === "1" ? 1 : seat === "2" ? 2 : usual.human,
    level: Number.isInteger(level) && level >= 1 && level <= 10 ? level : usual.level,
    clock: clock
      ? { kind: clock[1] as ClockRule["kind"], baseMs: Number(clock[2]), incrementMs: Number(clock[3]) }
      : NO_CLOCK,
    clean: fields.get("e") !== "1",
  };
}
