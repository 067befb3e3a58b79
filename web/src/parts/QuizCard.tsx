// One question of the quiz. Nothing on the page tells the answer before it is given or asked for.

import { t } from "../i18n";
import { sideName } from "../i18n/names";
import { provenChance } from "../model/evaluation";
import { sideOf } from "../net/convert";
import type { WireJudged } from "../net/protocol";
import { analyse } from "../state/analyse";
import { Icon } from "./Icon";
import { proofText } from "./proof";

/** What the played move gave away: a result where it is certain, else a chance. */
function blameText(judged: WireJudged, side: string): string {
  const { m: move, proven, best_proven, loss } = judged;
  if (!proven || !best_proven) return t("quiz.about", { side, move, loss: Math.round(loss / 100) });
  return t(provenChance(best_proven) === 1 ? "quiz.gaveWin" : "quiz.gaveDraw", { side, move });
}

export function QuizCard() {
  const quiz = analyse.quiz.value;
  const id = quiz?.nodes[quiz.index];
  const judged = id === undefined ? undefined : analyse.reviewing.value?.judged.get(id);
  if (!quiz || !judged) return null;
  const { game } = analyse.setup.value;
  const done = quiz.phase === "right" || quiz.phase === "revealed";
  return (
    <section class={`card quiz-card ${quiz.phase}`}>
      <h2>
        {t("quiz.title")}
        <span>{t("quiz.progress", { n: quiz.index + 1, total: quiz.nodes.length })}</span>
      </h2>
      <p>{blameText(judged, sideName(game, sideOf(judged.side)))}</p>
      <p class="quiz-answer" role="status">
        {quiz.phase === "checking" && t("quiz.checking")}
        {quiz.phase === "wrong" &&
          (quiz.proven
            ? t("quiz.wrongProof", { proof: proofText(quiz.proven) })
            : t("quiz.wrong", { loss: Math.round(quiz.lost * 100) }))}
        {quiz.phase === "right" && t("quiz.right", { move: quiz.tried ?? "" })}
        {quiz.phase === "revealed" && t("quiz.answer", { move: judged.best })}
      </p>
      <div class="row wrap">
        {!done && (
          <button type="button" class="button" onClick={() => analyse.revealAnswer()}>
            {t("quiz.reveal")}
          </button>
        )}
        {done && (
          <button type="button" class="button primary" onClick={() => analyse.nextQuestion()}>
            <Icon name="next" />
            {t("quiz.next")}
          </button>
        )}
        <button type="button" class="button" onClick={() => analyse.leaveQuiz()}>
          {t("quiz.leave")}
        </button>
      </div>
    </section>
  );
}
