// A player beside the board: piece, name, level, a figure that fits the game, and the clock.

import type { ComponentChildren } from "preact";
import { PieceIcon } from "../board/Piece";
import { t } from "../i18n";
import { sideName } from "../i18n/names";
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

/** The figure that says most about a side: its discs where these count, what it has left, or the moves it has. */
function figure(side: Side, view: View | null): { word: "discs" | "left" | "playable"; count: number } | null {
  if (!view) return null;
  const word = view.grid.discs ? "discs" : view.left ? "left" : "playable";
  const count = { discs: view.stones, left: view.left, playable: view.playable }[word]?.[side - 1];
  return count === undefined ? null : { word, count };
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
  const shown = figure(side, view);
  return (
    <div class={`player ${toMove ? "to-move" : ""}`} data-side={side}>
      <PieceIcon game={game} side={side} />
      <div class="who">
        <b>{name}</b>
        <small>{detail}</small>
      </div>
      {shown && (
        <span class="figure">
          {shown.word !== "discs" && `${t(`stat.${shown.word}`)} `}
          <b>{shown.count}</b>
          {shown.word === "discs" && ` ${t("stat.discs")}`}
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

/** A side of a board that nobody in particular plays on. */
export function SideRow({ game, side, view }: { game: GameName; side: Side; view: View | null }) {
  return (
    <PlayerRow
      game={game}
      side={side}
      name={t("side.player", { side: sideName(game, side) })}
      detail=""
      view={view}
      toMove={view?.over === null && view.toMove === side}
    />
  );
}
