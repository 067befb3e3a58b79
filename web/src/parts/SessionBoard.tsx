// The board of Play, Analyse and Watch: everything that they draw alike, around what each of them decides.

import type { ComponentChildren } from "preact";
import { Board } from "../board/Board";
import { moveNumbers } from "../board/numbers";
import { t } from "../i18n";
import type { Evaluation } from "../model/evaluation";
import type { GameName, View } from "../model/game";
import type { Hint } from "../state/hint";
import type { Session } from "../state/session";
import { settings } from "../state/settings";
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

/** Connect Four has room for a pill over every column. */
const shownCandidates = (game: GameName): number => (game === "connect4" ? 16 : settings.value.candidates);

export function SessionBoard({ session, view, active, evaluation, hint = null, children, onPick }: SessionBoardProps) {
  const setup = session.setup.value;
  return (
    <Board
      setup={setup}
      view={view}
      label={t("board.label", { game: t(`game.${setup.game}`), rows: setup.rows, cols: setup.cols })}
      active={active}
      flipped={flipped.value}
      hint={hint}
      candidates={evaluation?.lines.slice(0, shownCandidates(setup.game)) ?? []}
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
