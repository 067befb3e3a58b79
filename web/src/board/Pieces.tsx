// The layer of pieces. A piece that appears drops or settles, a disc that changes colour turns over; everything else
// stays untouched in the document, so that an animation repaints little.

import { Component } from "preact";
import type { CellContent, Side } from "../model/game";
import type { GridInfo } from "../net/wire";
import type { Geometry } from "./geometry";
import { lookOf } from "./look";
import { Piece } from "./Piece";

interface PiecesProps {
  readonly grid: GridInfo;
  readonly geometry: Geometry;
  readonly cells: readonly CellContent[];
  /** Where the last move fell, from which flips spread. */
  readonly origin: number | null;
}

type Motion = { readonly kind: "enter" } | { readonly kind: "flip"; readonly delay: number };

const FLIP_STAGGER_MS = 35;

/** What moved between two boards; nothing when they differ by more than one move. */
export function motions(
  before: readonly CellContent[] | null,
  after: readonly CellContent[],
  cols: number,
  origin: number | null,
): Map<number, Motion> {
  const found = new Map<number, Motion>();
  if (!before || before.length !== after.length) return found;
  let appeared = 0;
  for (let cell = 0; cell < after.length; cell++) {
    const [old, next] = [before[cell] ?? 0, after[cell] ?? 0];
    if (old === next) continue;
    if (next === 0) return new Map();
    if (old === 0) {
      appeared += 1;
      found.set(cell, { kind: "enter" });
    } else if (origin !== null) {
      const distance = Math.max(
        Math.abs((cell % cols) - (origin % cols)),
        Math.abs(Math.floor(cell / cols) - Math.floor(origin / cols)),
      );
      found.set(cell, { kind: "flip", delay: distance * FLIP_STAGGER_MS });
    }
  }
  return appeared === 1 ? found : new Map();
}

export class Pieces extends Component<PiecesProps> {
  private drawn: readonly CellContent[] | null = null;
  private moving = new Map<number, Motion>();

  override shouldComponentUpdate(next: PiecesProps): boolean {
    return next.cells !== this.props.cells || next.geometry !== this.props.geometry;
  }

  override render({ grid, geometry, cells, origin }: PiecesProps) {
    // A board that is confirmed is the same board: what moves goes on moving.
    if (cells.some((content, cell) => content !== this.drawn?.[cell]) || cells.length !== this.drawn?.length) {
      this.moving = motions(this.drawn, cells, grid.cols, origin);
      this.drawn = cells;
    }
    return cells.map((content, cell) =>
      content === 1 || content === 2 ? this.piece(grid, geometry, cell, content) : null,
    );
  }

  private piece(grid: GridInfo, geometry: Geometry, cell: number, side: Side) {
    const [x, y] = geometry.centre(cell);
    const motion = this.moving.get(cell);
    const fall = y - geometry.body.y + 40;
    const style =
      motion?.kind === "flip"
        ? { "--delay": `${motion.delay}ms` }
        : {
            "--fall": `${-fall}px`,
            "--fall-ms": `${90 + 45 * (fall / geometry.pitch)}ms`,
            "--rebound": `${-fall * 0.08}px`,
          };
    return (
      <g key={`${cell}-${side}`} transform={`translate(${x} ${y})`}>
        {motion?.kind === "flip" && (
          <g class="face old" style={style}>
            <Piece grid={grid} side={side === 1 ? 2 : 1} />
          </g>
        )}
        <g class={motion ? (motion.kind === "flip" ? "face new" : `enter ${lookOf(grid)}`) : ""} style={style}>
          <Piece grid={grid} side={side} />
        </g>
      </g>
    );
  }
}
