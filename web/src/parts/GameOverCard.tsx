// What happened and what next: result, reason, review, rematch. It stands beside the board, or under it on a phone: the
// board shows how the game ended.

import { t } from "../i18n";
import { sideName } from "../i18n/names";
import type { Ending, GameName, Side, View } from "../model/game";
import { other } from "../model/game";
import type { Accuracy, Seat } from "../state/play";
import { Icon } from "./Icon";

interface GameOverProps {
  readonly game: GameName;
  readonly ending: Ending;
  readonly human: Seat;
  readonly view: View | null;
  /** 0 to 100 for both sides; null when nobody judges the game. */
  readonly accuracy: Accuracy | "judging" | null;
  readonly onReview: () => void;
  readonly onRematch: () => void;
  readonly onNew: () => void;
}

export function resultTitle(game: GameName, ending: Ending, human: Seat): string {
  if (ending.winner === null) return t("over.draw");
  if (human === "both") return t("over.win", { side: sideName(game, ending.winner) });
  return t(ending.winner === human ? "over.youWin" : "over.youLose");
}

export function resultReason(game: GameName, ending: Ending, view: View | null): string {
  switch (ending.why) {
    case "four":
      return t("over.four");
    case "full":
      return t("over.full");
    case "discs":
      return t("over.discs", { a: view?.stones[0] ?? 0, b: view?.stones[1] ?? 0 });
    case "no_moves":
      return t("over.no_moves", { side: sideName(game, ending.winner === null ? 1 : other(ending.winner)) });
    case "time":
      return t("over.time");
    case "resign":
      return t("over.resign");
    case "agreed":
      return t("over.agreed");
    default:
      return t("over.any");
  }
}

function AccuracyLine({ game, human, accuracy }: Pick<GameOverProps, "game" | "human" | "accuracy">) {
  if (accuracy === null) return null;
  const who = (side: Side) => (human === "both" ? sideName(game, side) : t(human === side ? "you" : "engine"));
  return (
    <p class="over-accuracy" role="status">
      {accuracy === "judging"
        ? t("over.judging")
        : t("graph.accuracy", { first: who(1), a: accuracy[0] ?? "–", second: who(2), b: accuracy[1] ?? "–" })}
    </p>
  );
}

export function GameOverCard(props: GameOverProps) {
  const { game, ending, human, view } = props;
  const mood = ending.winner === null || human === "both" ? "even" : ending.winner === human ? "won" : "lost";
  return (
    <section class={`card over-card ${mood}`} aria-label={resultTitle(game, ending, human)}>
      <h2>{resultTitle(game, ending, human)}</h2>
      <p>{resultReason(game, ending, view)}</p>
      <AccuracyLine game={game} human={human} accuracy={props.accuracy} />
      <div class="over-actions">
        <button type="button" class="button primary" onClick={props.onReview}>
          <Icon name="analyse" />
          {t("over.review")}
        </button>
        <button type="button" class="button" title={t("over.rematch.about")} onClick={props.onRematch}>
          <Icon name="flip" />
          {t("over.rematch")}
        </button>
        <button type="button" class="button" onClick={props.onNew}>
          <Icon name="plus" />
          {t("over.new")}
        </button>
      </div>
    </section>
  );
}
