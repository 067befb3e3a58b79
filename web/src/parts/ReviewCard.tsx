// Review: progress, accuracy, the moves that cost most, and the way into the quiz.

import { signal } from "@preact/signals";
import { t } from "../i18n";
import { sideName } from "../i18n/names";
import type { Proven } from "../model/evaluation";
import { estimate } from "../model/format";
import { mainLine } from "../model/tree";
import { api } from "../net/api";
import { setupToWire } from "../net/convert";
import type { WireJudged } from "../net/protocol";
import { analyse } from "../state/analyse";
import { toast } from "../state/toasts";
import { proofText } from "./proof";
import { apiErrorText } from "./ShareSheet";

const COUNTED = ["doubtful", "mistake", "blunder"] as const;

/** What a move cost: what there was and what was left where one of them is certain, else the chance. */
function costText({ proven, best_proven, loss, best_wr, wr }: WireJudged): string {
  if (!proven && !best_proven) return t("review.loss", { loss: Math.round(loss / 100) });
  const told = (certain: Proven | null, chance: number) =>
    certain ? proofText(certain) : `${estimate(chance / 10_000)}%`;
  return t("review.lostResult", { before: told(best_proven, best_wr), after: told(proven, wr) });
}

/** Blunders are on their way to the puzzles. */
const keeping = signal(false);

/** Makes puzzles of the blunders for which the exact solver finds one right move. */
async function keepBlunders(): Promise<void> {
  keeping.value = true;
  let [n, others] = [0, 0];
  try {
    const { start } = analyse;
    const setup = setupToWire(analyse.setup.value);
    for (const moves of analyse.blunders()) {
      if ((await api.ownPuzzle({ setup, start, moves })).kept) n += 1;
      else others += 1;
    }
    toast(t("review.kept", { n, others }));
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
  keeping.value = false;
}

function Finding({ judged, onOpen }: { judged: WireJudged; onOpen: () => void }) {
  return (
    <li>
      <button type="button" class={`finding ${judged.glyph}`} onClick={onOpen}>
        <b>
          {judged.ply}. {judged.m}
        </b>
        <span>
          {t(`glyph.${judged.glyph ?? "good"}`)} · {costText(judged)}
        </span>
        <small>{t("review.best", { move: judged.best })}</small>
      </button>
    </li>
  );
}

export function ReviewCard() {
  const state = analyse.reviewing.value;
  const { game } = analyse.setup.value;
  const line = mainLine(analyse.tree.value);
  if (!state) {
    return (
      <section class="card review-card">
        <p class="quiet">{t("review.none")}</p>
        <button type="button" class="button primary" disabled={line.length < 2} onClick={() => analyse.review()}>
          {t("review.start")}
        </button>
      </section>
    );
  }
  const findings = line.flatMap((node) => {
    const judged = state.judged.get(node.id);
    return judged?.glyph && judged.glyph !== "good" ? [{ node, judged }] : [];
  });
  const stopped = !state.running && !state.summary;
  const quizzable = findings.some(({ judged }) => judged.glyph !== "doubtful");
  return (
    <section class="card review-card">
      {state.running ? (
        <>
          <p role="status">{t("review.running", { done: state.done, total: state.total })}</p>
          <progress value={state.done} max={state.total} aria-label={t("tab.review")} />
          <button type="button" class="button small" onClick={() => analyse.stopReview()}>
            {t("review.stop")}
          </button>
        </>
      ) : (
        state.summary && (
          <table class="accuracy">
            <thead>
              <tr>
                <th />
                <th>{sideName(game, 1)}</th>
                <th>{sideName(game, 2)}</th>
              </tr>
            </thead>
            <tbody>
              <tr class="big-row">
                <th>{t("review.summary")}</th>
                <td>{state.summary.accuracy[0] ?? "–"}</td>
                <td>{state.summary.accuracy[1] ?? "–"}</td>
              </tr>
              {COUNTED.map((kind) => (
                <tr key={kind}>
                  <th>{t(`review.${kind}`)}</th>
                  <td>{state.summary?.counts[kind]?.[0] ?? 0}</td>
                  <td>{state.summary?.counts[kind]?.[1] ?? 0}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      )}
      {state.summary?.first_losing != null && <p>{t("review.firstLosing", { ply: state.summary.first_losing })}</p>}
      {stopped && <p role="status">{t("review.stopped", { done: state.done, total: state.total })}</p>}
      {state.summary && findings.length === 0 && <p class="quiet">{t("review.clean")}</p>}
      {findings.length > 0 && (
        <ul class="findings">
          {findings.map(({ node, judged }) => (
            <Finding key={node.id} judged={judged} onOpen={() => analyse.visit(node.parent)} />
          ))}
        </ul>
      )}
      {!state.running && (
        <div class="row wrap">
          {quizzable && (
            <button type="button" class="button primary" onClick={() => analyse.startQuiz(null)}>
              {t("review.quiz")}
            </button>
          )}
          {findings.some(({ judged }) => judged.glyph === "blunder") && (
            <button type="button" class="button" disabled={keeping.value} onClick={() => void keepBlunders()}>
              {t("review.keep")}
            </button>
          )}
          <button type="button" class="button" disabled={line.length < 2} onClick={() => analyse.review()}>
            {t("review.again")}
          </button>
        </div>
      )}
    </section>
  );
}
