// What the simulation does now, in a sentence and in its numbers: the comparison at a node, the new node, a game that is played
// out, or what a node learns.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import { tl } from "../../i18n/lab";
import { sideName } from "../../i18n/names";
import type { GameName } from "../../model/game";
import { depthOfNews, FORMULAS, figure, filledFormula, type Phase, pathOf, signedFigure } from "../../model/lab";
import { sideOf } from "../../net/convert";
import type { LabMove, LabSimulation, LabStep } from "../../net/protocol";
import type { Told } from "../../state/lab";
import { proofText } from "../proof";
import { Why } from "./Why";

interface NowProps {
  readonly game: GameName;
  readonly told: Told;
  readonly phase: Phase;
  readonly stones: number;
}

const infinite = (value: number | null, text: (value: number) => string = figure): string =>
  value === null ? "∞" : text(value);

function Row({ move, chosen, puct, blended }: { move: LabMove; chosen: boolean; puct: boolean; blended: boolean }) {
  return (
    <tr class={`${chosen ? "best" : ""} ${move.settled ? "settled" : ""}`} data-move={move.m}>
      <th scope="row">
        {move.m}
        {chosen && <span class="hidden"> {tl("lab.chosen")}</span>}
      </th>
      <td class="num">{move.n}</td>
      {puct && <td class="num">{figure(move.p)}</td>}
      <td class="num">{move.proven ? proofText(move.proven) : infinite(move.q, (q) => signedFigure(q, 3))}</td>
      {blended && (
        <td class="num">
          {move.blend
            ? `${signedFigure(move.blend.mean, 3)} · ${figure(move.blend.samples).replace(/\.?0+$/, "")}`
            : ""}
        </td>
      )}
      <td class="num">{signedFigure(move.bonus, 3)}</td>
      <td class="num">
        <b>{move.settled ? "–" : infinite(move.score)}</b>
      </td>
    </tr>
  );
}

function Comparison({ game, rule, step }: { game: GameName; rule: string; step: LabStep }) {
  const chosen = step.moves.find(({ m }) => m === step.chosen);
  const puct = rule === "puct";
  const blended = rule === "rave" || rule === "grave";
  // The chosen move is in sight, however many there are.
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = table.current?.querySelector<HTMLElement>(".best");
    if (table.current && row) table.current.scrollTop = row.offsetTop - table.current.clientHeight / 2;
  }, [step]);
  return (
    <>
      <h2>
        {tl("lab.select")} <Why to={`rule-${rule}`} />
      </h2>
      <p>
        {tl("lab.select.about", { side: sideName(game, sideOf(step.to_move)), n: step.before.n })}{" "}
        {step.expanded && tl("lab.expanded")} {step.sign < 0 && tl("lab.flawed")}
      </p>
      <p class="formula">
        <code>{step.sign < 0 ? FORMULAS[rule]?.replace(" + ", " − ") : FORMULAS[rule]}</code>
        {chosen && (
          <code>
            <b>{chosen.m}</b> {filledFormula(rule, step, chosen)}
          </code>
        )}
      </p>
      <div class="scroll-x lab-table" ref={table} tabIndex={0} role="region" aria-label={tl("lab.select")}>
        <table class="lab-terms">
          <thead>
            <tr>
              <th>{t("engine.move")}</th>
              <th class="num">
                n <Why to="edge-visits" />
              </th>
              {puct && (
                <th class="num">
                  p <Why to="prior" />
                </th>
              )}
              <th class="num">
                q <Why to="edge-value" />
              </th>
              {blended && (
                <th class="num">
                  a <Why to="rule-rave" />
                </th>
              )}
              <th class="num">
                {tl("lab.bonus")} <Why to={`rule-${rule}`} />
              </th>
              <th class="num">{tl("lab.score")}</th>
            </tr>
          </thead>
          <tbody>
            {step.moves.map((move) => (
              <Row key={move.m} move={move} chosen={move.m === step.chosen} puct={puct} blended={blended} />
            ))}
          </tbody>
        </table>
      </div>
      {step.more > 0 && <p class="quiet">{tl("lab.more", { n: step.more })}</p>}
      {step.moves.some(({ settled }) => settled) && (
        <p class="quiet">
          {tl("lab.settled")} <Why to="settled" />
        </p>
      )}
      {step.moves.some(({ q }) => q === null) && (
        <p class="quiet">
          {tl("lab.infinite")} <Why to="first-play-urgency" />
        </p>
      )}
      {step.chosen === null && <p>{tl("lab.closed")}</p>}
    </>
  );
}

function Landing({ simulation }: { simulation: LabSimulation }) {
  return (
    <>
      <h2>
        {tl(`lab.land.${simulation.landing}`)} <Why to={simulation.landing === "new" ? "new-node" : "known-node"} />
      </h2>
      <p>{tl(`lab.land.${simulation.landing}.about`, { moves: pathOf(simulation).join(" ") })}</p>
    </>
  );
}

function Judgement({
  game,
  simulation,
  index,
  stones,
}: Omit<NowProps, "told" | "phase"> & { simulation: LabSimulation; index: number }) {
  const judged = simulation.judged[index];
  if (!judged) return null;
  const winner = judged.v > 0 ? sideName(game, 1) : sideName(game, 2);
  const all = judged.moves.length;
  const rest = (judged.plies ?? all) - all;
  return (
    <>
      <h2>
        {tl(judged.plies === null ? "lab.judge" : "lab.playout")}
        {simulation.judged.length > 1 && (
          <span>
            {" "}
            {index + 1} / {simulation.judged.length}
          </span>
        )}{" "}
        <Why to="playouts" />
      </h2>
      {judged.after !== null && <p>{tl("lab.judge.after", { move: judged.after })}</p>}
      {all > 0 && (
        <p class="lab-game">
          {judged.moves.slice(0, stones).join(" ")} {stones < all && "…"}
        </p>
      )}
      {rest > 0 && stones >= all && <p class="quiet">{tl("lab.cut", { n: rest })}</p>}
      {stones >= all && (
        <p>
          <b>
            {judged.v === 0 ? tl("lab.result.draw") : tl("lab.result", { side: winner })} {signedFigure(judged.v, 3)}
          </b>
          {judged.score !== null && ` · ${tl("lab.result.score", { score: judged.score, plies: judged.plies ?? 0 })}`}
        </p>
      )}
    </>
  );
}

function News({ game, simulation, index }: { game: GameName; simulation: LabSimulation; index: number }) {
  const news = simulation.news[index];
  if (!news) return null;
  const depth = depthOfNews(simulation, index);
  const side = sideName(game, sideOf(news.to_move));
  const path = pathOf(simulation).slice(0, depth).join(" ");
  const value = (v: number | null) => (v === null ? "–" : signedFigure(v, 4));
  const sums = news.received !== null;
  return (
    <>
      <h2>
        {tl("lab.news")} <Why to={sums ? "running-sums" : "node-value"} />
      </h2>
      <p>{tl("lab.news.about", { node: path === "" ? t("search.root") : path, side })}</p>
      <dl class="lab-news">
        <dt>
          N <Why to="node-visits" />
        </dt>
        <dd>
          {news.before?.n ?? 0} → <b>{news.after.n}</b>
        </dd>
        <dt>
          Q <Why to={sums ? "running-sums" : "node-value"} />
        </dt>
        <dd>
          {value(news.before?.v ?? null)} → <b>{value(news.after.v)}</b>
        </dd>
        {news.received !== null && (
          <>
            <dt>{tl("lab.received")}</dt>
            <dd>{signedFigure(news.received, 3)}</dd>
          </>
        )}
        {news.after.proven && (
          <>
            <dt>
              {tl("lab.proof")} <Why to="proofs" />
            </dt>
            <dd>{proofText(news.after.proven)}</dd>
          </>
        )}
      </dl>
      <p class="quiet">{tl(sums ? "lab.news.sums" : "lab.news.computed")}</p>
    </>
  );
}

export function Now({ game, told, phase, stones }: NowProps) {
  const { simulation, rule } = told;
  if (!simulation) return null;
  switch (phase.kind) {
    case "select": {
      const step = simulation.steps[phase.depth];
      return step ? <Comparison game={game} rule={rule} step={step} /> : null;
    }
    case "land":
      return <Landing simulation={simulation} />;
    case "judge":
      return <Judgement game={game} simulation={simulation} index={phase.index} stones={stones} />;
    case "news":
      return <News game={game} simulation={simulation} index={phase.index} />;
  }
}
