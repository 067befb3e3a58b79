// Where things are on a drawn board, in the units of its SVG view box. One pitch for all games, so that strokes and
// shadows look alike; the drawing's aspect ratio is the position's, never a forced square.

import type { Setup } from "../model/game";

export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Distance between neighbouring cells. */
  readonly pitch: number;
  /** The board's body inside the drawing (Connect Four has a strip above and numbers below). */
  readonly body: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Centre of a cell. */
  centre(cell: number): readonly [number, number];
  /** Centre of a row or column, for coordinates. */
  columnX(column: number): number;
  rowY(row: number): number;
}

const PITCH = 64;
/** Connect Four: strip for the win-% pills and the waiting disc, and the numbers under the board. */
const STRIP = 84;
const NUMBERS = 40;

export function geometryOf(setup: Setup, flipped: boolean): Geometry {
  const { game, rows, cols } = setup;
  const margin = game === "nogo" ? 70 : game === "reversi" ? 40 : 22;
  const top = game === "connect4" ? STRIP : 0;
  const span = (count: number) => (game === "nogo" ? count - 1 : count) * PITCH;
  const bodyWidth = span(cols) + 2 * margin;
  const bodyHeight = span(rows) + (game === "connect4" ? margin : 2 * margin);
  const inset = game === "nogo" ? 0 : PITCH / 2;
  const first = game === "connect4" ? margin / 2 : margin;
  const columnX = (column: number) => margin + inset + (flipped ? cols - 1 - column : column) * PITCH;
  // Gravity keeps its direction: a flipped Connect Four board is mirrored, the others are turned round.
  const turned = flipped && game !== "connect4";
  const rowY = (row: number) => top + first + inset + (turned ? rows - 1 - row : row) * PITCH;
  return {
    width: bodyWidth,
    height: top + bodyHeight + (game === "connect4" ? NUMBERS : 0),
    pitch: PITCH,
    body: { x: 0, y: top, width: bodyWidth, height: bodyHeight },
    columnX,
    rowY,
    centre: (cell) => [columnX(cell % cols), rowY(Math.floor(cell / cols))],
  };
}

/** Points with a dot on a NoGo board, or the four dots of a Reversi board; empty on small boards. */
export function starCells(setup: Setup): readonly number[] {
  const { rows, cols } = setup;
  if (setup.game !== "nogo" || rows < 7 || cols < 7) return [];
  const edge = (count: number) => (count >= 13 ? 3 : 2);
  const lines = (count: number) => {
    const near = edge(count);
    return count % 2 === 1 ? [near, (count - 1) / 2, count - 1 - near] : [near, count - 1 - near];
  };
  const centreOnly = rows < 13 && cols < 13;
  return lines(rows).flatMap((row) =>
    lines(cols)
      .filter((column) => {
        const middleRow = row === (rows - 1) / 2;
        const middleColumn = column === (cols - 1) / 2;
        return !centreOnly || middleRow === middleColumn;
      })
      .map((column) => row * cols + column),
  );
}
