// The board of Play, Analyse and Watch: everything that they draw alike, around what each of them decides.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Board } from "../board/Board";
import { moveNumbers } from "../board/numbers";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import type { Evaluation } from "../model/evaluation";
import type { CellContent, Setup, View } from "../model/game";
import type { GridInfo } from "../net/protocol";
import { gridFor } from "../state/app";
import type { Hint } from "../state/hint";
import type { Session } from "../state/session";
import { candidatesWanted, settings } from "../state/settings";
import { flipped, preview, pulsing, shaking } from "../state/ui";

interface SessionBoardProps {
  readonly session: Session;
  /** The position to draw: the session's own, or one that is only looked at. */
  readonly view: View | null;
  readonly active: boolean;
  /** Whose candidates are drawn. */
  readonly evaluation: Evaluation | null;
  readonly hint?: Hint | null;
  readonly children?: ComponentChildren;
  readonly onPick?: (cell: number) => void;
}

/** An upright board has room for a pill over every column. */
const shownCandidates = ({ drops, cols }: GridInfo): number => (drops ? cols : candidatesWanted());

/** The cells of a board before its first position: all empty but the forbidden ones. */
function blankCells({ rows, cols, forbidden }: Setup): CellContent[] {
  const cells = Array<CellContent>(rows * cols).fill(0);
  for (const [row, column] of forbidden) cells[row * cols + column] = 3;
  return cells;
}

export function SessionBoard({ session, view, active, evaluation, hint = null, children, onPick }: SessionBoardProps) {
  const setup = session.setup.value;
  const grid = view?.grid ?? gridFor(setup);
  const blank = useMemo(() => blankCells(setup), [setup]);
  // Nothing is known about the board for a moment: its place is kept.
  if (!grid) return <div class="board" style={{ "--ratio": setup.cols / setup.rows }} />;
  return (
    <Board
      game={setup.game}
      grid={grid}
      blank={blank}
      options={settings.value}
      view={view}
      label={t("board.label", { game: gameName(setup.game), rows: setup.rows, cols: setup.cols })}
      active={active}
      flipped={flipped.value}
      hint={hint}
      candidates={evaluation?.lines.slice(0, shownCandidates(grid)) ?? []}
      preview={preview.value}
      numbers={moveNumbers(settings.value.numbers, session, session.view.value)}
      pulse={pulsing.value}
      shake={shaking.value}
      {...(onPick ? { onPick } : {})}
    >
      {children}
    </Board>
  );
}
