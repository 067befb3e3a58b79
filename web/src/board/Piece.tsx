// One piece, drawn around the origin. Shape code (ring, diamond) belongs to the piece: colour alone never tells sides apart.

import type { GameName, Side } from "../model/game";
import { someGridOf } from "../model/grids";
import type { GridInfo } from "../net/wire";
import { lookOf, materialOf, RADIUS } from "./look";

interface PieceProps {
  readonly grid: GridInfo;
  readonly side: Side;
}

/** Upright boards: lacquer discs, the first with a ring, the second with a diamond. */
function LacquerDisc({ grid, side }: PieceProps) {
  const r = RADIUS.upright;
  const inner = r * 0.62;
  const { fill, rim, sign } = materialOf(grid, side);
  return (
    <>
      <circle r={r} fill={fill} stroke={rim} stroke-width={r * 0.075} />
      {side === 1 ? (
        <circle class="disc-sign" r={inner} fill="none" stroke={sign} stroke-opacity=".55" stroke-width={r * 0.09} />
      ) : (
        <path
          class="disc-sign"
          d={`M0 ${-inner}L${inner} 0L0 ${inner}L${-inner} 0Z`}
          fill="none"
          stroke={sign}
          stroke-opacity=".85"
          stroke-width={r * 0.09}
          stroke-linejoin="round"
        />
      )}
    </>
  );
}

/** The first side carries a ring, the second a cross, for those who asked for shapes. */
function StoneSign({ side, r, colour }: { side: Side; r: number; colour: string }) {
  const arm = r * 0.3;
  return side === 1 ? (
    <circle class="stone-sign" r={arm} fill="none" stroke={colour} stroke-width="2.6" />
  ) : (
    <path class="stone-sign" d={`M${-arm} 0H${arm}M0 ${-arm}V${arm}`} stroke={colour} stroke-width="2.6" />
  );
}

/** A stone, or a disc with its other face showing as an edge. */
function Stone({ grid, side }: PieceProps) {
  const r = RADIUS[lookOf(grid)];
  const { fill, sign } = materialOf(grid, side);
  return (
    <>
      <circle cy={r * (grid.discs ? 0.13 : 0.1)} r={r * (grid.discs ? 1.13 : 1.12)} fill="url(#shade)" />
      {grid.discs && <circle cy={r * 0.075} r={r} fill={side === 1 ? "#ede7da" : "#1b1a1c"} />}
      <circle r={r} fill={fill} />
      {!fill.startsWith("url(") && <circle r={r} fill="url(#sheen)" />}
      <StoneSign side={side} r={r} colour={sign} />
    </>
  );
}

export function Piece(props: PieceProps) {
  return props.grid.drops ? <LacquerDisc {...props} /> : <Stone {...props} />;
}

/** A piece as an inline picture beside a name. */
export function PieceIcon({ game, side }: { game: GameName; side: Side }) {
  const grid = someGridOf(game);
  if (!grid) return null;
  return (
    <svg class="piece-icon" viewBox="-34 -34 68 68" aria-hidden="true">
      <Piece grid={grid} side={side} />
      {!grid.drops && <circle r={RADIUS[lookOf(grid)]} fill="none" stroke="#8a8072" stroke-opacity=".7" />}
    </svg>
  );
}
