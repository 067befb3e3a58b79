// The frame of a chart. It is drawn for the width it has, so that its texts keep their size on a phone.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The width a chart is drawn with before its place on the page is known. */
const FIRST_WIDTH = 640;

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly children: (width: number) => ComponentChildren;
}

export function Chart({ label, height, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.round(entry?.contentRect.width ?? 0);
      if (found > 0) setWidth(found);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} class="chart" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {children(width)}
      </svg>
    </div>
  );
}

/** What each colour stands for. */
export function ChartKey({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <div class="key">
      {entries.map(([name, colour]) => (
        <span key={name}>
          <i style={{ background: colour }} />
          {name}
        </span>
      ))}
    </div>
  );
}
