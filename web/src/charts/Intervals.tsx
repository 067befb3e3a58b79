// Shares with error bars over named places, one group of bars for each colour.

import { percent } from "../model/format";
import { Chart } from "./Chart";

export interface Interval {
  readonly low: number;
  readonly estimate: number;
  readonly high: number;
}

interface IntervalsProps {
  readonly label: string;
  readonly places: readonly string[];
  readonly groups: readonly { readonly colour: string; readonly bars: readonly (Interval | null)[] }[];
}

const HEIGHT = 250;

export function Intervals({ label, places, groups }: IntervalsProps) {
  return (
    <Chart label={label} height={HEIGHT}>
      {(width) => {
        const [left, right, top, bottom] = [46, width - 8, 8, HEIGHT - 24];
        const step = (right - left) / places.length;
        const middle = (index: number) => left + step * (index + 0.5);
        const x = (index: number, group: number) =>
          middle(index) + (group - (groups.length - 1) / 2) * Math.min(12, step / (groups.length + 1));
        const y = (share: number) => bottom - (bottom - top) * share;
        const every = Math.ceil((places.length * 34) / (right - left));
        return (
          <>
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <g key={share}>
                <line x1={left} y1={y(share)} x2={right} y2={y(share)} class={share === 0.5 ? "zero" : "axis"} />
                <text x={left - 6} y={y(share) + 4} text-anchor="end">
                  {`${percent(share, 0)} %`}
                </text>
              </g>
            ))}
            {places.map((place, index) =>
              index % every === 0 ? (
                <text key={place} x={middle(index)} y={HEIGHT - 6} text-anchor="middle">
                  {place}
                </text>
              ) : null,
            )}
            {groups.map(({ colour, bars }, group) => {
              const known = bars.flatMap((bar, index) => (bar ? [{ bar, at: x(index, group) }] : []));
              return (
                <g key={colour} stroke={colour}>
                  <polyline
                    points={known.map(({ bar, at }) => `${at},${y(bar.estimate)}`).join(" ")}
                    fill="none"
                    stroke-width={1.5}
                    opacity={0.5}
                  />
                  {known.map(({ bar, at }) => (
                    <g key={at} stroke-width={2}>
                      <line x1={at} y1={y(bar.low)} x2={at} y2={y(bar.high)} />
                      {[bar.low, bar.high].map((end, which) => (
                        <line key={which} x1={at - 4} y1={y(end)} x2={at + 4} y2={y(end)} />
                      ))}
                      <circle cx={at} cy={y(bar.estimate)} r={4.5} fill={colour} stroke="none" />
                    </g>
                  ))}
                </g>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}
