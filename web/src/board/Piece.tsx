// One piece, drawn around the origin. Shape code (ring, diamond) belongs to the piece: colour alone never tells sides apart.

import type { GameName, Side } from "../model/game";

export const STONE_RADIUS = 29.6;
export const DISC_RADIUS = 26.4;
export const REVERSI_RADIUS = 26.2;

/** Connect Four: cinnabar with a ring, gold with a diamond. */
function LacquerDisc({ side, r }: { side: Side; r: number }) {
  const inner = r * 0.62;
  return (
    <>
      <circle r={r} fill={`url(#disc-${side})`} stroke={side === 1 ? "#7e1f10" : "#8a5a08"} stroke-width={r * 0.075} />
      {side === 1 ? (
        <circle class="shape" r={inner} fill="none" stroke="#ffe3d6" stroke-opacity=".55" stroke-width={r * 0.09} />
      ) : (
        <path class="shape" d={`M0 ${-inner}L${inner} 0L0 ${inner}L${-inner} 0Z`} fill="none" stroke="#8a5a08" stroke-opacity=".85" stroke-width={r * 0.09} stroke-linejoin="round" />
      )}
    </>
  );
}

function Stone({ side, r }: { side: Side; r: number }) {
  return (
    <>
      <circle cy={r * 0.1} r={r * 1.12} fill="url(#shade)" />
      <circle r={r} fill={`url(#stone-${side})`} />
      <circle class="shape" r={r * 0.34} fill="none" stroke={side === 1 ? "#8d8a86" : "#b9ae98"} stroke-width="1.4" />
    </>
  );
}

/** A two-sided disc with its other face showing as an edge. */
function FlipDisc({ side, r }: { side: Side; r: number }) {
  return (
    <>
      <circle cy={r * 0.13} r={r * 1.13} fill="url(#shade)" />
      <circle cy={r * 0.075} r={r} fill={side === 1 ? "#ede7da" : "#1b1a1c"} />
      <circle r={r} fill={`url(#stone-${side})`} />
      <circle class="shape" r={r * 0.34} fill="none" stroke={side === 1 ? "#8d8a86" : "#b9ae98"} stroke-width="1.4" />
    </>
  );
}

export function Piece({ game, side }: { game: GameName; side: Side }) {
  if (game === "connect4") return <LacquerDisc side={side} r={DISC_RADIUS} />;
  return game === "nogo" ? <Stone side={side} r={STONE_RADIUS} /> : <FlipDisc side={side} r={REVERSI_RADIUS} />;
}

/** A piece as an inline picture beside a name. */
export function PieceIcon({ game, side }: { game: GameName; side: Side }) {
  return (
    <svg class="piece-icon" viewBox="-34 -34 68 68" aria-hidden="true">
      <Piece game={game} side={side} />
    </svg>
  );
}
