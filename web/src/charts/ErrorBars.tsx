// Estimates with error bars, one under the other.

import { ticks } from "./axis";
import { Chart } from "./Chart";

export interface ErrorBar {
  readonly name: string;
  /** Ends that are infinite have no number. */
  readonly low: number | null;
  readonly estimate: number | null;
  readonly high: number | null;
  readonly note: string;
  readonly colour: string;
}

const ROW = 42;
/** About the width of a letter: a long name ends before the figures begin. */
const LETTER = 6.5;

export function ErrorBars({ label, rows }: { label: string; rows: readonly ErrorBar[] }) {
  const known = rows.flatMap((row) => [row.low, row.estimate, row.high]).filter((number) => number !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const spare = (most - least || 100) * 0.06;
  const [from, to] = [least - spare, most + spare];
  const bottom = rows.length * ROW;
  return (
    <Chart label={label} height={bottom + 22}>
      {(width) => {
        const at = (value: number) => 6 + ((width - 12) * (value - from)) / (to - from);
        return (
          <>
            {ticks(from, to, width / 70).map((tick) => (
              <g key={tick}>
                <line x1={at(tick)} y1={0} x2={at(tick)} y2={bottom} class={tick === 0 ? "zero" : "axis"} />
                <text
                  x={at(tick)}
                  y={bottom + 16}
                  text-anchor={at(tick) > width - 20 ? "end" : at(tick) < 20 ? "start" : "middle"}
                >
                  {tick}
                </text>
              </g>
            ))}
            {rows.map((row, index) => {
              const y = index * ROW;
              const middle = y + 29;
              const [left, right] = [row.low === null ? 2 : at(row.low), row.high === null ? width - 2 : at(row.high)];
              const room = Math.floor((width - 16) / LETTER - row.note.length);
              const ends = [
                [row.low, left],
                [row.high, right],
              ] as const;
              return (
                <g key={row.name}>
                  <text x={0} y={y + 15} class="ink">
                    {row.name.length > room ? `${row.name.slice(0, room - 1)}…` : row.name}
                  </text>
                  <text x={width} y={y + 15} text-anchor="end">
                    {row.note}
                  </text>
                  <line
                    x1={left}
                    y1={middle}
                    x2={right}
                    y2={middle}
                    stroke={row.colour}
                    stroke-width={3}
                    stroke-linecap="round"
                    opacity={0.45}
                  />
                  {ends.map(
                    ([end, x], which) =>
                      end !== null && (
                        <line
                          key={which}
                          x1={x}
                          y1={middle - 5}
                          x2={x}
                          y2={middle + 5}
                          stroke={row.colour}
                          stroke-width={2}
                        />
                      ),
                  )}
                  {row.estimate !== null && <circle cx={at(row.estimate)} cy={middle} r={5} fill={row.colour} />}
                </g>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}
