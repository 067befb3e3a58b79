// Numbers as the page writes them, the same in every language.

import type { Line, Proven } from "./evaluation";

/** `812`, `62k`, `1.24M`. */
export function compact(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 1 : 2)}M`;
  return count >= 1e4 ? `${Math.round(count / 1e3)}k` : count >= 1e3 ? `${(count / 1e3).toFixed(1)}k` : String(count);
}

export const percent = (share: number, digits = 1): string => (share * 100).toFixed(digits);

/** An estimated chance in percent: never 0 or 100, however few digits there are. Only a proof is certain, and that is told in words. */
export function estimate(chance: number, digits = 1): string {
  const least = 10 ** -digits;
  return Math.min(100 - least, Math.max(least, chance * 100)).toFixed(digits);
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** A proof in a few characters: `W7`, `L12`, `D`, `+12`; `W` where the length is unknown or the game is over. */
export function shortProof(proven: Proven): string {
  if ("score" in proven) return signed(proven.score);
  const letter = proven.result === "win" ? "W" : proven.result === "loss" ? "L" : "D";
  return proven.result === "draw" || !proven.plies ? letter : `${letter}${proven.plies}`;
}

/** What a chip on the board says: a proof, the mover's winning chance, or the score to expect where that is read. */
export function shortValue(line: Line, asMargin = false): string {
  if (line.proven) return shortProof(line.proven);
  if (asMargin && line.margin !== null) return signed(Math.round(line.margin));
  return line.chance === null ? "" : `${estimate(line.chance, 0)}%`;
}
