// A player beside the board: piece, name, level, a figure that fits the game, and the clock.

import type { ComponentChildren } from "preact";
import { PieceIcon } from "../board/Piece";
import { t } from "../i18n";
import { type Clock, clockText, left } from "../model/clock";
import type { GameName, Side, View } from "../model/game";
import { now } from "../state/app";

interface PlayerRowProps {
  readonly game: GameName;
  readonly side: Side;
  readonly name: string;
  readonly detail: string;
  readonly view: View | null;
  readonly clock?: Clock | null;
  readonly toMove: boolean;
  /** Something to press beside the clock. */
  readonly chip?: ComponentChildren;
}

function figure(game: GameName, side: Side, view: View | null): number | null {
  if (!view) return null;
  return game === "reversi" ? (view.stones[side - 1] ?? 0) : (view.room?.[side - 1] ?? null);
}

function ClockFace({ clock, side, on }: { clock: Clock; side: Side; on: boolean }) {
  const ms = left(clock, side, now.value);
  return (
    <span class={`clock ${on ? "on" : ""} ${ms < 10_000 ? "low" : ""}`} role="timer">
      {clockText(ms)}
    </span>
  );
}

export function PlayerRow({ game, side, name, detail, view, clock, toMove, chip }: PlayerRowProps) {
  const count = figure(game, side, view);
  return (
    <div class={`player ${toMove ? "to-move" : ""}`} data-side={side}>
      <PieceIcon game={game} side={side} />
      <div class="who">
        <b>{name}</b>
        <small>{detail}</small>
      </div>
      {count !== null && (
        <span class="figure">
          {game !== "reversi" && `${t(`stat.${game}`)} `}
          <b>{count}</b>
          {game === "reversi" && ` ${t("stat.reversi")}`}
        </span>
      )}
      {chip}
      {clock && clock.rule.kind !== "none" ? (
        <ClockFace clock={clock} side={side} on={toMove} />
      ) : (
        <span class={`turn-dot ${toMove ? "on" : ""}`} />
      )}
    </div>
  );
}
