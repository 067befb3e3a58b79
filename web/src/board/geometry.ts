// Where things are on a drawn board, in the units of its SVG view box. One pitch for all games, so that strokes and
// shadows look alike; the drawing's aspect ratio is the position's, never a forced square.

import type { GridInfo } from "../net/wire";
import { lookOf } from "./look";

export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Distance between neighbouring cells. */
  readonly pitch: number;
  /** The board's body inside the drawing (an upright board has a strip above and numbers below). */
  readonly body: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Centre of a cell. */
  centre(cell: number): readonly [number, number];
  /** Centre of a row or column, for coordinates. */
  columnX(column: number): number;
  rowY(row: number): number;
}

export type Shape = Pick<GridInfo, "rows" | "cols" | "drops" | "style">;

const PITCH = 64;
/** Strip above an upright board for the win-% pills and the waiting disc, and the numbers under it. */
const STRIP = 84;
const NUMBERS = 40;
const MARGIN = { upright: 22, points: 70, cells: 40 };

/** `still`: nobody plays and nothing is suggested, so an upright board needs no strip above it. */
export function geometryOf(grid: Shape, flipped: boolean, still = false): Geometry {
  const { rows, cols } = grid;
  const look = lookOf(grid);
  const upright = look === "upright";
  const margin = MARGIN[look];
  const top = upright && !still ? STRIP : 0;
  const span = (count: number) => (look === "points" ? count - 1 : count) * PITCH;
  const bodyWidth = span(cols) + 2 * margin;
  const bodyHeight = span(rows) + (upright ? margin : 2 * margin);
  const inset = look === "points" ? 0 : PITCH / 2;
  const first = upright ? margin / 2 : margin;
  const columnX = (column: number) => margin + inset + (flipped ? cols - 1 - column : column) * PITCH;
  // Gravity keeps its direction: a flipped upright board is mirrored, the others are turned round.
  const turned = flipped && !upright;
  const rowY = (row: number) => top + first + inset + (turned ? rows - 1 - row : row) * PITCH;
  return {
    width: bodyWidth,
    height: top + bodyHeight + (upright ? NUMBERS : 0),
    pitch: PITCH,
    body: { x: 0, y: top, width: bodyWidth, height: bodyHeight },
    columnX,
    rowY,
    centre: (cell) => [columnX(cell % cols), rowY(Math.floor(cell / cols))],
  };
}
