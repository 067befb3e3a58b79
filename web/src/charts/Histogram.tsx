// How long moves took: a histogram over classes that grow by the factors 2, 2.5, 2, and bars of single moves.

import { milliseconds, series } from "./axis";
import { Chart } from "./Chart";

interface HistogramProps {
  readonly label: string;
  /** Upper ends of the classes in milliseconds; one more class holds the rest. */
  readonly ends: readonly number[];
  readonly counts: readonly number[];
  /** Where the time was over; drawn where it falls. */
  readonly limit: number | null;
  readonly colour: string;
}

const HEIGHT = 96;
const NAMED_ENDS = [1, 10, 100, 1_000, 10_000];

/** The place of a time in classes from 0, by the logarithm inside its class. */
function placeOf(limit: number, ends: readonly number[]): number {
  const after = ends.findIndex((end) => end >= limit);
  if (after < 0) return ends.length + 0.5;
  const [before, end] = [ends[after - 1], ends[after] ?? limit];
  return after + (before === undefined ? limit / end : Math.log(limit / before) / Math.log(end / before));
}

export function Histogram({ label, ends, counts, limit, colour }: HistogramProps) {
  return (
    <Chart label={label} height={HEIGHT}>
      {(width) => {
        const bottom = HEIGHT - 20;
        const step = (width - 8) / counts.length;
        const most = Math.max(1, ...counts);
        const edge = (place: number) => 4 + place * step;
        return (
          <>
            {counts.map((count, index) => {
              const height = Math.max(2, ((bottom - 4) * count) / most);
              return count === 0 ? null : (
                <rect
                  key={index}
                  x={edge(index) + 1}
                  width={Math.max(1, step - 2)}
                  y={bottom - height}
                  height={height}
                  rx={2}
                  fill={colour}
                />
              );
            })}
            <line x1={4} y1={bottom} x2={width - 4} y2={bottom} class="axis" />
            {ends.map((end, index) =>
              NAMED_ENDS.includes(end) ? (
                <g key={end}>
                  <line x1={edge(index + 1)} y1={bottom} x2={edge(index + 1)} y2={bottom + 4} class="axis" />
                  <text x={edge(index + 1)} y={HEIGHT - 4} text-anchor="middle">
                    {end >= 1_000 ? `${end / 1_000} s` : `${end} ms`}
                  </text>
                </g>
              ) : null,
            )}
            {limit !== null && (
              <line x1={edge(placeOf(limit, ends))} y1={2} x2={edge(placeOf(limit, ends))} y2={bottom} class="limit" />
            )}
          </>
        );
      }}
    </Chart>
  );
}

interface MoveTimesProps {
  readonly label: string;
  /** Milliseconds of each move after the opening. */
  readonly times: readonly number[];
  readonly opening: number;
  readonly plies: number;
}

/** The time of every move of one game, in the colours of its two sides. */
export function MoveTimes({ label, times, opening, plies }: MoveTimesProps) {
  const longest = Math.max(1, ...times);
  return (
    <Chart label={`${label}: ${milliseconds(Math.max(0, ...times))}`} height={56}>
      {(width) => {
        const step = (width - 54) / Math.max(1, plies);
        return (
          <>
            {times.map((time, index) => {
              const height = Math.max(1, (46 * time) / longest);
              return (
                <rect
                  key={index}
                  x={46 + (index + opening) * step + 0.5}
                  width={Math.max(1, step - 1)}
                  y={52 - height}
                  height={height}
                  fill={series((index + opening) % 2)}
                />
              );
            })}
            <line x1={46} y1={52.5} x2={width - 8} y2={52.5} class="axis" />
          </>
        );
      }}
    </Chart>
  );
}
