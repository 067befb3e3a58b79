// A small still picture of a position, for lists. No coordinates, no marks, no animation.

import { memo } from "../memo";
import type { CellContent, Setup } from "../model/game";

interface MiniProps {
  readonly setup: Setup;
  readonly cells: readonly CellContent[];
}

const COLORS: Record<string, readonly [string, string]> = {
  connect4: ["#d4523b", "#f0c04e"],
  reversi: ["#18171a", "#faf7ef"],
  nogo: ["#18171a", "#faf7ef"],
};
const GROUND: Record<string, string> = { connect4: "#22396c", reversi: "#21694f", nogo: "#dfb67a" };

export const MiniBoard = memo(({ setup, cells }: MiniProps) => {
  const { rows, cols, game } = setup;
  const [first, second] = COLORS[game] ?? ["#000", "#fff"];
  const lines = game === "nogo" ? 0.5 : 0;
  return (
    <svg class="mini" viewBox={`-0.3 -0.3 ${cols + 0.6} ${rows + 0.6}`} aria-hidden="true">
      <rect x="-0.3" y="-0.3" width={cols + 0.6} height={rows + 0.6} rx="0.5" fill={GROUND[game]} />
      {game !== "connect4" && (
        <path
          d={
            Array.from({ length: cols + (lines ? 0 : 1) }, (_, x) => `M${x + lines} ${lines}V${rows - lines}`).join(
              "",
            ) +
            Array.from({ length: rows + (lines ? 0 : 1) }, (_, y) => `M${lines} ${y + lines}H${cols - lines}`).join("")
          }
          stroke={game === "nogo" ? "#54381a" : "#0a3325"}
          stroke-width="0.035"
        />
      )}
      {cells.map((content, cell) => {
        const x = (cell % cols) + 0.5;
        const y = Math.floor(cell / cols) + 0.5;
        if (content === 0)
          return game === "connect4" ? <circle key={cell} class="mini-hole" cx={x} cy={y} r="0.4" /> : null;
        if (content === 3)
          return (
            <path key={cell} d={`M${x - 0.2} ${y - 0.2}l.4 .4m0-.4l-.4 .4`} stroke="#d9b45c" stroke-width="0.11" />
          );
        return <circle key={cell} cx={x} cy={y} r="0.42" fill={content === 1 ? first : second} />;
      })}
    </svg>
  );
});
