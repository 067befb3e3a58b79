// The overlay layer: last move, points closed to a side, winning line, ghost, hint, candidates and line previews. Blue is
// reserved for what the engine suggests.

import type { Line } from "../model/evaluation";
import { cellOfMove, type LegalMove, type Side, type View } from "../model/game";
import type { Hint } from "../state/hint";
import { Candidates } from "./Candidates";
import type { Geometry } from "./geometry";
import { lookOf, materialOf, RADIUS } from "./look";
import { Piece } from "./Piece";

export interface Ghost {
  readonly side: Side;
  readonly legal: LegalMove;
}

interface MarksProps {
  readonly geometry: Geometry;
  readonly view: View;
  readonly ghost: Ghost | null;
  /** Whether the places of legal moves get a dot. */
  readonly legalMoves: boolean;
  readonly hint: Hint | null;
  readonly candidates: readonly Line[];
  /** Moves of a line to preview, from this position on. */
  readonly preview: readonly string[] | null;
  /** Move numbers to write on pieces: cell to number. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Groups that an illegal move would strangle; they pulse. */
  readonly pulse: readonly number[];
  readonly labelSize: number;
  /** The small figure of a candidate. */
  readonly chip: "visits" | "prior";
}

const radiusOf = ({ grid }: View) => RADIUS[lookOf(grid)];

function PointMarks({ geometry, view }: MarksProps) {
  return (
    <g class="point-marks">
      {[...view.marks].map(([cell, mark]) => {
        const [x, y] = geometry.centre(cell);
        return mark === "nobody" ? (
          <path
            key={cell}
            data-mark="nobody"
            d={`M${x - 7.5} ${y - 7.5}l15 15m0-15l-15 15`}
            stroke="#6b2a12"
            stroke-width="2.8"
            stroke-linecap="round"
            opacity=".78"
          />
        ) : (
          <rect
            key={cell}
            data-mark={mark}
            x={x - 8.5}
            y={y - 8.5}
            width="17"
            height="17"
            rx="3.6"
            fill={mark === "first" ? "#1b1a1c" : "#fbf8f0"}
            stroke="#8a6a3a"
            stroke-width={mark === "first" ? 0 : 1.1}
            opacity=".93"
          />
        );
      })}
    </g>
  );
}

function LastMove({ geometry, view }: MarksProps) {
  const look = lookOf(view.grid);
  const cell = view.last?.cell ?? null;
  if (cell === null) return null;
  const [x, y] = geometry.centre(cell);
  return (
    <g class="last-move">
      {view.last?.flips.map((flipped) => {
        const [fx, fy] = geometry.centre(flipped);
        return (
          <circle
            key={flipped}
            cx={fx}
            cy={fy}
            r={RADIUS.cells - 2}
            fill="none"
            stroke="#f3c969"
            stroke-width="1.7"
            stroke-dasharray="3.5 4.5"
            opacity=".9"
          />
        );
      })}
      {look === "upright" ? (
        <circle cx={x} cy={y} r={RADIUS.upright} fill="none" stroke="#fff" stroke-width="3.6" />
      ) : look === "points" ? (
        <circle cx={x} cy={y} r="9.6" fill="none" stroke="#d8452b" stroke-width="3.4" />
      ) : (
        <circle cx={x} cy={y} r="7" fill="#e2543a" />
      )}
    </g>
  );
}

function WinLine({ geometry, view }: MarksProps) {
  const line = view.over?.line ?? [];
  if (line.length === 0) return null;
  const r = radiusOf(view);
  return (
    <g class="win-line">
      {line.map((cell, index) => {
        const [x, y] = geometry.centre(cell);
        return (
          <g key={cell} data-cell={cell} style={{ "--order": index }}>
            <circle class="edge" cx={x} cy={y} r={r + 1} />
            <circle cx={x} cy={y} r={r + 1} />
          </g>
        );
      })}
    </g>
  );
}

/** A dot for every move, where a piece must turn others over: elsewhere nearly every place is one. */
function LegalDots({ geometry, view, candidates, ghost }: MarksProps) {
  if (!view.legal.some(({ flips }) => flips.length > 0)) return null;
  const { flat } = materialOf(view.grid, view.toMove);
  const taken = new Set([ghost?.legal.move, ...candidates.map(({ move }) => move)]);
  return (
    <g class="legal-dots">
      {view.legal.map(({ move, cell }) => {
        if (cell < 0 || taken.has(move)) return null;
        const [x, y] = geometry.centre(cell);
        return <circle key={cell} data-cell={cell} cx={x} cy={y} r={radiusOf(view) * 0.26} fill={flat} />;
      })}
    </g>
  );
}

function GhostPiece({ view: { grid }, geometry, ghost, candidates }: MarksProps & { ghost: Ghost }) {
  const { legal, side } = ghost;
  const [x, y] = geometry.centre(legal.cell);
  const column = grid.drops ? legal.cell % grid.cols : null;
  return (
    <g class="ghost" data-cell={legal.cell}>
      {column !== null && (
        <>
          <rect
            x={geometry.columnX(column) - geometry.pitch / 2 + 2}
            y={geometry.body.y + 5}
            width={geometry.pitch - 4}
            height={geometry.body.height - 10}
            rx="14"
            fill="#fff"
            opacity=".1"
          />
          <g
            class="waiting"
            transform={`translate(${geometry.columnX(column)} ${candidates.length > 0 ? 22 : 50}) scale(.8)`}
          >
            <Piece grid={grid} side={side} />
          </g>
        </>
      )}
      <g transform={`translate(${x} ${y})`} opacity=".5">
        <Piece grid={grid} side={side} />
      </g>
      {legal.flips.map((cell) => {
        const [fx, fy] = geometry.centre(cell);
        return (
          <g key={cell} transform={`translate(${fx} ${fy})`} opacity=".55">
            <circle r={RADIUS.cells * 0.6} fill={materialOf(grid, side).fill} />
          </g>
        );
      })}
      {legal.closes.map((cell) => {
        const [cx, cy] = geometry.centre(cell);
        return (
          <circle
            key={cell}
            cx={cx}
            cy={cy}
            r="11"
            fill="none"
            stroke="#a3301c"
            stroke-width="2.2"
            stroke-dasharray="4 4"
          />
        );
      })}
    </g>
  );
}

/** The landing cell of a move in this position. */
export function cellFor(view: View, move: string): number | null {
  const legal = view.legal.find((candidate) => candidate.move === move);
  if (legal) return legal.cell < 0 ? null : legal.cell;
  return cellOfMove(view.names, view.cells, move);
}

function HintMarks({ geometry, view, hint }: MarksProps & { hint: Hint }) {
  const r = radiusOf(view);
  if (hint.step === 1) {
    return (
      <g class="hint region" data-step="1">
        {hint.region.map((cell) => {
          const [x, y] = geometry.centre(cell);
          const half = geometry.pitch / 2;
          return <rect key={cell} x={x - half} y={y - half} width={2 * half} height={2 * half} />;
        })}
      </g>
    );
  }
  const moves = hint.step === 2 ? hint.top : [hint.best];
  return (
    <g class="hint" data-step={hint.step}>
      {moves.map((move) => {
        const cell = cellFor(view, move);
        if (cell === null) return null;
        const [x, y] = geometry.centre(cell);
        return (
          <g key={move}>
            <circle cx={x} cy={y} r={r} class="hint-fill" />
            <circle cx={x} cy={y} r={r} class="hint-ring" />
          </g>
        );
      })}
    </g>
  );
}

/** A line drawn as numbered ghosts; where pieces fall they stack. */
export function previewCells(view: View, moves: readonly string[]): { cell: number; side: Side; number: number }[] {
  const filled: number[] = view.cells.slice();
  let side = view.toMove;
  const found: { cell: number; side: Side; number: number }[] = [];
  moves.forEach((move, index) => {
    const cell = cellOfMove(view.names, filled, move);
    if (cell !== null) {
      filled[cell] = side;
      found.push({ cell, side, number: index + 1 });
    }
    side = side === 1 ? 2 : 1;
  });
  return found;
}

function Preview({ geometry, view, preview }: MarksProps & { preview: readonly string[] }) {
  const r = radiusOf(view) * 0.96;
  return (
    <g class="preview">
      {previewCells(view, preview).map(({ cell, side, number }) => {
        const [x, y] = geometry.centre(cell);
        const { flat, ink } = materialOf(view.grid, side);
        return (
          <g key={cell} data-number={number}>
            <circle
              cx={x}
              cy={y}
              r={r}
              fill={flat}
              opacity=".92"
              stroke={number === 1 ? "#1d5bb8" : "#3e6fb5"}
              stroke-width={number === 1 ? 4 : 2}
            />
            <text x={x} y={y + 7.5} text-anchor="middle" font-size="22" font-weight="700" fill={ink}>
              {number}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Numbers({ geometry, view, numbers }: MarksProps) {
  return (
    <g class="numbers" text-anchor="middle" font-size="19" font-weight="650">
      {[...numbers].map(([cell, number]) => {
        const [x, y] = geometry.centre(cell);
        const content = view.cells[cell];
        if (content !== 1 && content !== 2) return null;
        const { ink, flat } = materialOf(view.grid, content);
        return (
          <text
            key={cell}
            x={x}
            y={y + 6.5}
            fill={ink}
            stroke={view.grid.drops ? flat : "none"}
            stroke-width="5"
            paint-order="stroke"
          >
            {number}
          </text>
        );
      })}
    </g>
  );
}

export function Marks(props: MarksProps) {
  const { view, geometry, preview, hint, ghost, candidates, numbers, pulse } = props;
  return (
    <>
      {view.marks.size > 0 && <PointMarks {...props} />}
      {numbers.size > 0 ? <Numbers {...props} /> : null}
      {!numbers.has(view.last?.cell ?? -1) && <LastMove {...props} />}
      <WinLine {...props} />
      {props.legalMoves && !preview && !hint && <LegalDots {...props} />}
      {pulse.map((cell) => {
        const [x, y] = geometry.centre(cell);
        return <circle key={cell} class="pulse" cx={x} cy={y} r={radiusOf(view) + 1} />;
      })}
      {preview ? (
        <Preview {...props} preview={preview} />
      ) : hint ? (
        <HintMarks {...props} hint={hint} />
      ) : (
        candidates.length > 0 && <Candidates {...props} />
      )}
      {ghost && !preview && <GhostPiece {...props} ghost={ghost} />}
    </>
  );
}
