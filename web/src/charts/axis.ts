// Places on the axes of charts.

/** Round numbers between two ends, about `count` of them. */
export function ticks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const list: number[] = [];
  // Steps are counted, not added up: sums of tenths drift.
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-6; index++)
    list.push(index === 0 ? 0 : Number((index * step).toPrecision(12)));
  return list;
}

/** The colours of lines and bars, in the order in which charts use them. */
const SERIES = ["var(--hint)", "var(--seal)", "var(--good)", "var(--warn)", "var(--ink2)"] as const;
export const series = (index: number): string => SERIES[index % SERIES.length] ?? SERIES[0];

/** `8.7`, `120`, `1 s`: a time as charts and tables write it. */
export function milliseconds(ms: number | null): string {
  if (ms === null) return "–";
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(ms >= 10_000 ? 0 : 1)} s`;
  if (ms >= 10) return `${ms.toFixed(0)} ms`;
  return ms < 0.1 ? "< 0.1 ms" : `${ms.toFixed(1)} ms`;
}
