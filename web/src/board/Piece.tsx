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
        <circle class="disc-sign" r={inner} fill="none" stroke="#ffe3d6" stroke-opacity=".55" stroke-width={r * 0.09} />
      ) : (
        <path
          class="disc-sign"
          d={`M0 ${-inner}L${inner} 0L0 ${inner}L${-inner} 0Z`}
          fill="none"
          stroke="#8a5a08"
          stroke-opacity=".85"
          stroke-width={r * 0.09}
          stroke-linejoin="round"
        />
      )}
    </>
  );
}

/** Black carries a ring, White a cross, for those who asked for shapes. */
function StoneSign({ side, r }: { side: Side; r: number }) {
  const arm = r * 0.3;
  return side === 1 ? (
    <circle class="stone-sign" r={arm} fill="none" stroke="#cfc9bf" stroke-width="2.6" />
  ) : (
    <path class="stone-sign" d={`M${-arm} 0H${arm}M0 ${-arm}V${arm}`} stroke="#6b6154" stroke-width="2.6" />
  );
}

function Stone({ side, r }: { side: Side; r: number }) {
  return (
    <>
      <circle cy={r * 0.1} r={r * 1.12} fill="url(#shade)" />
      <circle r={r} fill={`url(#stone-${side})`} />
      <StoneSign side={side} r={r} />
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
      <StoneSign side={side} r={r} />
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
      {game !== "connect4" && (
        <circle r={game === "nogo" ? STONE_RADIUS : REVERSI_RADIUS} fill="none" stroke="#8a8072" stroke-opacity=".7" />
      )}
    </svg>
  );
}
