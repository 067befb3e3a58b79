// The arrangement around a board that Play, Analyse and Watch share: hanging title, evaluation bar, players, board,
// controls, and the panel at the side.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { geometryOf } from "../board/geometry";
import type { Evaluation } from "../model/evaluation";
import type { Setup, Side, View } from "../model/game";
import { gridFor } from "../state/app";
import { EvalBar } from "./EvalBar";
import { HangingTitle } from "./HangingTitle";

interface StageProps {
  readonly setup: Setup;
  readonly view: View | null;
  readonly bottom: Side;
  readonly evaluation: Evaluation | null;
  /** Whether an engine may show its choice here; friends play without one. */
  readonly engine?: boolean;
  readonly top: ComponentChildren;
  readonly board: ComponentChildren;
  readonly foot: ComponentChildren;
  readonly controls: ComponentChildren;
  readonly panel: ComponentChildren;
}

/** The arrangement of a board of which only the size is known yet. */
const UNKNOWN = { drops: false, style: "cells" } as const;

export function Stage(props: StageProps) {
  const { setup, view, bottom, evaluation } = props;
  const grid = view?.grid ?? gridFor(setup);
  const { rows, cols } = setup;
  const geometry = useMemo(() => geometryOf(grid ?? { rows, cols, ...UNKNOWN }, false), [grid, rows, cols]);
  const { body, width, height } = geometry;
  const style = {
    "--ratio": width / height,
    "--bar-top": body.y / height,
    "--bar-height": body.height / height,
  };
  return (
    <>
      <main class="stage" style={style} id="main">
        <HangingTitle setup={setup} marked={view?.marked ?? false} engine={props.engine ?? true} />
        <div class="eval-column">
          <EvalBar game={setup.game} bottom={bottom} evaluation={evaluation} />
        </div>
        <div class="board-column">
          {props.top}
          <EvalBar game={setup.game} bottom={bottom} evaluation={evaluation} flat />
          {props.board}
          {props.foot}
          {props.controls}
        </div>
      </main>
      <aside class="side">{props.panel}</aside>
    </>
  );
}
