// The engine's candidates on the board: chips on points and squares, pills over the columns of an upright board.

import type { Line } from "../model/evaluation";
import { compact, percent, shortValue } from "../model/format";
import { cellOfMove, type View } from "../model/game";
import { reading } from "../state/reading";
import type { Geometry } from "./geometry";
import { lookOf, RADIUS } from "./look";

/** However far down its candidate stands, a chip hides the lines behind its numbers. */
const FAINTEST = 0.72;

interface CandidatesProps {
  readonly geometry: Geometry;
  readonly view: View;
  readonly candidates: readonly Line[];
  readonly labelSize: number;
  readonly chip: "visits" | "prior";
}

function Pills({ geometry, view, candidates, labelSize }: CandidatesProps) {
  const best = candidates[0];
  const landing = best ? view.legal.find((legal) => legal.move === best.move) : undefined;
  const size = Math.max(13.5, labelSize * 0.93);
  return (
    <g class="pills">
      {candidates.map((line, index) => {
        const cell = cellOfMove(view.names, view.cells, line.move);
        if (cell === null || line.chance === null) return null;
        const x = geometry.columnX(cell % view.grid.cols);
        const tone = index === 0 ? "best" : line.chance >= 0.5 ? "good" : "bad";
        return (
          <g key={line.move} class={`pill ${tone}`} data-move={line.move}>
            <rect x={x - 28} y="49" width="56" height="27" rx="13.5" />
            <text
              x={x}
              y={62.5 + size * 0.36}
              text-anchor="middle"
              font-size={size}
              font-weight={index === 0 ? 700 : 600}
            >
              {shortValue(line, reading.value === "margin")}
            </text>
          </g>
        );
      })}
      {landing && landing.cell >= 0 && (
        <g class="engine-pick" transform={`translate(${geometry.centre(landing.cell).join(" ")})`}>
          <circle r={RADIUS.upright} class="hint-fill" />
          <circle r={RADIUS.upright} class="hint-ring" />
        </g>
      )}
    </g>
  );
}

function Chip({
  view,
  geometry,
  chip,
  line,
  index,
  cell,
}: CandidatesProps & { line: Line; index: number; cell: number }) {
  const [x, y] = geometry.centre(cell);
  const look = lookOf(view.grid);
  const best = index === 0;
  const half = geometry.pitch * (best ? 0.43 : 0.38);
  const value = shortValue(line, reading.value === "margin");
  const size = value.length > 4 ? 14.5 : 17.5;
  const prior = chip === "prior" && line.prior !== undefined;
  // No number of simulations makes a proof better.
  const below = prior ? `${percent(line.prior ?? 0, 0)}%` : line.proven ? "" : compact(line.visits);
  return (
    <g class={`chip ${look} ${best ? "best" : ""} ${(line.chance ?? 0) >= 0.5 ? "up" : "down"}`} data-move={line.move}>
      {look === "cells" ? (
        <rect x={x - half} y={y - half} width={2 * half} height={2 * half} rx="10" />
      ) : (
        <circle
          cx={x}
          cy={y}
          r={best ? geometry.pitch * 0.455 : geometry.pitch * 0.43}
          opacity={best ? 1 : Math.max(FAINTEST, 0.96 - index * 0.03)}
        />
      )}
      <text class="value" x={x} y={y + (below === "" ? 6 : 2)} text-anchor="middle" font-size={size} font-weight="700">
        {value}
      </text>
      {below !== "" && (
        <text class="visits" x={x} y={y + 17} text-anchor="middle" font-size="12.5">
          {below}
        </text>
      )}
    </g>
  );
}

export function Candidates(props: CandidatesProps) {
  if (props.view.grid.drops) return <Pills {...props} />;
  return (
    <g class="chips">
      {props.candidates.map((line, index) =>
        line.cell === null || line.chance === null ? null : (
          <Chip key={line.move} {...props} line={line} index={index} cell={line.cell} />
        ),
      )}
    </g>
  );
}
