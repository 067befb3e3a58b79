// Curves over a common axis, each with its band where it has one.

import { ticks } from "./axis";
import { Chart } from "./Chart";

export interface CurveLine {
  readonly colour: string;
  readonly points: readonly (readonly [number, number])[];
  /** Places with the lower and the upper end there. */
  readonly band?: readonly (readonly [number, number, number])[];
}

interface CurvesProps {
  readonly label: string;
  readonly lines: readonly CurveLine[];
  /** Ends of the two axes; the horizontal one begins at 0. */
  readonly from: number;
  readonly to: number;
  readonly last: number;
  readonly height: number;
  readonly format?: (value: number) => string;
  /** What is counted along the horizontal axis. */
  readonly unit?: string;
  readonly marks?: readonly { readonly y: number; readonly text?: string; readonly kind?: "zero" | "limit" }[];
  readonly cursor?: number;
}

/** Curves of fewer points show each of them. */
const FEW_POINTS = 60;

export function Curves(props: CurvesProps) {
  const { label, lines, from, to, last, height, format = String, unit = "", marks = [], cursor } = props;
  return (
    <Chart label={label} height={height}>
      {(width) => {
        const [left, right, top, bottom] = [46, width - 8, 8, height - 22];
        const x = (value: number) => left + ((right - left) * value) / (last || 1);
        const y = (value: number) => bottom - ((bottom - top) * (value - from)) / (to - from || 1);
        const path = (points: readonly (readonly [number, number])[]) =>
          points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
        const numbers = ticks(0, last, width / 110).filter(
          (tick) => Number.isInteger(tick) && (!unit || x(tick) < right - 8 * unit.length - 20),
        );
        return (
          <>
            {ticks(from, to, height / 45).map((tick) => (
              <g key={tick}>
                <line x1={left} y1={y(tick)} x2={right} y2={y(tick)} class="axis" />
                <text x={left - 6} y={y(tick) + 4} text-anchor="end">
                  {format(tick)}
                </text>
              </g>
            ))}
            {numbers.map((tick) => (
              <text key={tick} x={x(tick)} y={height - 5} text-anchor="middle">
                {tick}
              </text>
            ))}
            {unit && (
              <text x={right} y={height - 5} text-anchor="end">
                {`${unit} ${last}`}
              </text>
            )}
            {marks.map((mark) => (
              <g key={mark.y}>
                <line x1={left} y1={y(mark.y)} x2={right} y2={y(mark.y)} class={mark.kind ?? "zero"} />
                {mark.text && (
                  <text x={right} y={y(mark.y) - 5} text-anchor="end">
                    {mark.text}
                  </text>
                )}
              </g>
            ))}
            {lines.map(({ points, colour, band = [] }) => (
              <g key={colour}>
                {band.length > 1 && (
                  <polygon
                    points={`${path(band.map(([at, low]) => [at, low]))} ${path(band.map(([at, , high]) => [at, high] as const).reverse())}`}
                    fill={colour}
                    opacity={0.15}
                  />
                )}
                <polyline points={path(points)} fill="none" stroke={colour} stroke-width={2} stroke-linejoin="round" />
                {points.length < FEW_POINTS &&
                  points.map(([at, value]) => <circle key={at} cx={x(at)} cy={y(value)} r={2.6} fill={colour} />)}
              </g>
            ))}
            {cursor !== undefined && <line x1={x(cursor)} y1={top} x2={x(cursor)} y2={bottom} class="cursor" />}
          </>
        );
      }}
    </Chart>
  );
}
