// How a board looks follows from its grid alone: upright with falling discs, lines with stones on their crossings, or
// squares. Everything that differs between the three is asked here once.

import type { Side } from "../model/game";
import type { GridInfo } from "../net/wire";

/** Also the class of the drawing, for the style sheet. */
export type Look = "upright" | "points" | "cells";

export const lookOf = ({ drops, style }: Pick<GridInfo, "drops" | "style">): Look =>
  drops ? "upright" : style === "points" ? "points" : "cells";

export const RADIUS: Record<Look, number> = { upright: 26.4, points: 29.6, cells: 26.2 };

interface Material {
  /** Gradient of a piece, by the name it has in `Defs`. */
  readonly fill: string;
  /** A flat colour for small pictures, bars and curves. */
  readonly flat: string;
  readonly rim: string;
  readonly sign: string;
  /** The colour of writing on it. */
  readonly ink: string;
}

const MATERIALS: Record<string, Material> = {
  black: { fill: "url(#stone-1)", flat: "#18171a", rim: "#8a8072", sign: "#cfc9bf", ink: "#fff" },
  white: { fill: "url(#stone-2)", flat: "#faf7ef", rim: "#8a8072", sign: "#6b6154", ink: "#1b1a1c" },
  red: { fill: "url(#disc-1)", flat: "#d4523b", rim: "#7e1f10", sign: "#ffe3d6", ink: "#fff" },
  gold: { fill: "url(#disc-2)", flat: "#f0c04e", rim: "#8a5a08", sign: "#8a5a08", ink: "#1b1a1c" },
};

/**
 * A side's colour in bars and under curves. Black and white follow the theme, so that they are told from the page.
 */
export function sideTone(grid: Pick<GridInfo, "sides"> | null, side: Side): string {
  const colour = grid?.sides[side - 1]?.colour ?? (side === 1 ? "black" : "white");
  return TONES[colour] ?? colour;
}

const TONES: Record<string, string> = {
  black: "var(--stone-b)",
  white: "var(--stone-w)",
  red: "var(--disc-1)",
  gold: "var(--disc-2)",
};

/** Whether writing on a colour of the form `#rrggbb` must be dark. */
function isLight(colour: string): boolean {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!parts) return false;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}

/** What a side's pieces are made of; a colour that the page has no gradient for is used as it is. */
export function materialOf(grid: Pick<GridInfo, "sides">, side: Side): Material {
  const { colour } = grid.sides[side - 1] as { colour: string };
  const ink = isLight(colour) ? "#1b1a1c" : "#fff";
  return MATERIALS[colour] ?? { fill: colour, flat: colour, rim: "#00000066", sign: ink, ink };
}
