// A small still picture of a position, for lists. No coordinates, no marks, no animation.

import { memo } from "../memo";
import type { CellContent } from "../model/game";
import type { GridInfo } from "../net/wire";
import { lookOf, materialOf } from "./look";

interface MiniProps {
  readonly grid: GridInfo;
  readonly cells: readonly CellContent[];
}

const GROUND = { upright: "#22396c", cells: "#21694f", points: "#dfb67a" };
const LINES = { upright: "none", cells: "#0a3325", points: "#54381a" };

export const MiniBoard = memo(({ grid, cells }: MiniProps) => {
  const { rows, cols } = grid;
  const look = lookOf(grid);
  const upright = look === "upright";
  const inset = look === "points" ? 0.5 : 0;
  const count = (lines: number) => ({ length: lines + (inset ? 0 : 1) });
  return (
    <svg class="mini" viewBox={`-0.3 -0.3 ${cols + 0.6} ${rows + 0.6}`} aria-hidden="true">
      <rect x="-0.3" y="-0.3" width={cols + 0.6} height={rows + 0.6} rx="0.5" fill={GROUND[look]} />
      <path
        d={
          Array.from(count(cols), (_, x) => `M${x + inset} ${inset}V${rows - inset}`).join("") +
          Array.from(count(rows), (_, y) => `M${inset} ${y + inset}H${cols - inset}`).join("")
        }
        stroke={LINES[look]}
        stroke-width="0.035"
      />
      {cells.map((content, cell) => {
        const x = (cell % cols) + 0.5;
        const y = Math.floor(cell / cols) + 0.5;
        if (content === 0) return upright ? <circle key={cell} class="mini-hole" cx={x} cy={y} r="0.4" /> : null;
        if (content === 3)
          return (
            <path key={cell} d={`M${x - 0.2} ${y - 0.2}l.4 .4m0-.4l-.4 .4`} stroke="#d9b45c" stroke-width="0.11" />
          );
        return <circle key={cell} cx={x} cy={y} r="0.42" fill={materialOf(grid, content).flat} />;
      })}
    </svg>
  );
});
