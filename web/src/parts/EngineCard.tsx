// The engine's view: big value, effort, and candidates with lines. Hovering a line previews it on the board.

import { t } from "../i18n";
import { sideName } from "../i18n/names";
import { chanceOf, type Evaluation, type Line } from "../model/evaluation";
import { compact, estimate, signed } from "../model/format";
import type { GameName, View } from "../model/game";
import { candidatesWanted, settings } from "../state/settings";
import { resultTitle } from "./GameOverCard";
import { proofText, remarksText } from "./proof";

interface EngineCardProps {
  readonly game: GameName;
  readonly view: View | null;
  readonly evaluation: Evaluation | null;
  readonly running: boolean;
  readonly onPreview: (pv: readonly string[] | null) => void;
  readonly onPlay?: (pv: readonly string[]) => void;
  readonly children?: preact.ComponentChildren;
}

function Value({ evaluation }: { evaluation: Evaluation }) {
  if (evaluation.proven) return <div class="big proof">{proofText(evaluation.proven)}</div>;
  return (
    <div class="big">
      {estimate(chanceOf(evaluation, evaluation.toMove))}
      <sup>%</sup>
    </div>
  );
}

function Row({
  line,
  best,
  onPreview,
  onPlay,
}: { line: Line; best: boolean } & Pick<EngineCardProps, "onPreview" | "onPlay">) {
  const pv = line.pv.slice(0, settings.value.lineLength);
  return (
    <tr
      class={`${best ? "best" : ""} ${line.proven ? "exact" : ""}`}
      title={remarksText(line.why ?? [])}
      data-move={line.move}
      onMouseEnter={() => onPreview(pv)}
      onMouseLeave={() => onPreview(null)}
    >
      <td>
        {onPlay ? (
          <button
            type="button"
            class="move-link"
            onFocus={() => onPreview(pv)}
            onBlur={() => onPreview(null)}
            onClick={() => onPlay([line.move])}
          >
            {line.move}
          </button>
        ) : (
          line.move
        )}
      </td>
      <td class="chance">
        {line.chance === null ? (
          "–"
        ) : line.proven ? (
          proofText(line.proven)
        ) : (
          <>
            <span class="win-bar">
              <i style={{ width: `${line.chance * 100}%` }} />
            </span>
            {estimate(line.chance)}%
          </>
        )}
      </td>
      <td class="num">{line.proven && line.visits === 0 ? t("engine.exact") : compact(line.visits)}</td>
      <td class="pv" onClick={() => onPlay?.(pv)}>
        {pv.join(" ")}
      </td>
    </tr>
  );
}

export function EngineCard({ game, view, evaluation, running, onPreview, onPlay, children }: EngineCardProps) {
  const side = evaluation?.toMove ?? view?.toMove ?? 1;
  const best = evaluation?.lines[0];
  const why = remarksText(best?.why ?? []);
  return (
    <section class="card engine-card">
      <div class="engine-head">
        <div>
          {view?.over ? (
            <div class="big proof">{resultTitle(game, view.over, "both")}</div>
          ) : (
            <>
              <div class="engine-who">
                {t(evaluation?.proven ? "engine.toMove" : "engine.chance", { side: sideName(game, side) })}
              </div>
              {evaluation ? <Value evaluation={evaluation} /> : <div class="big faint">–</div>}
            </>
          )}
        </div>
        <div class={`lamp ${running ? "on" : ""}`}>
          <span class="dot" />
          {t(running ? "engine.thinking" : "engine.idle")}
        </div>
        {evaluation && (evaluation.visits > 0 || !evaluation.proven) && (
          <div class="effort">
            <span>
              {t("engine.depth")} <b>{evaluation.depth}</b>
            </span>
            <span>
              {t("engine.visits")} <b>{compact(evaluation.visits)}</b>
            </span>
            <span>
              <b>{t("engine.perSecond", { n: compact(evaluation.perSecond) })}</b>
            </span>
            {evaluation.margin !== null && !evaluation.proven && (
              <span>
                {t("engine.margin")} <b>{signed(evaluation.toMove === 1 ? evaluation.margin : -evaluation.margin)}</b>
              </span>
            )}
            {view?.grid.discs && (
              <span>
                {t("engine.empties")} <b>{view.empty}</b>
              </span>
            )}
          </div>
        )}
      </div>
      {why !== "" && (
        <p class="why" data-move={best?.move}>
          <b>{best?.move}</b>
          {t("engine.colon")}
          {why}
        </p>
      )}
      {evaluation && evaluation.lines.length > 0 ? (
        <table class="candidates">
          <thead>
            <tr>
              <th>{t("engine.move")}</th>
              <th>{t("engine.win")}</th>
              <th class="num">{t("engine.count")}</th>
              <th>{t("engine.line")}</th>
            </tr>
          </thead>
          <tbody>
            {evaluation.lines.slice(0, candidatesWanted()).map((line, index) => (
              <Row
                key={line.move}
                line={line}
                best={index === 0}
                onPreview={onPreview}
                {...(onPlay ? { onPlay } : {})}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="quiet">{t(view?.over ? "engine.over" : "engine.waiting")}</p>
      )}
      {children}
    </section>
  );
}
