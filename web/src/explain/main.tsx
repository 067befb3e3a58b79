// Why that move: the searched graph of one position, to walk in. The program writes the data into the page.

import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { explain as en } from "../../words/en.json";
import { explain as zh } from "../../words/zh.json";
import { Board } from "../board/Board";
import { Defs } from "../board/Defs";
import { t as common } from "../i18n/common";
import { gameName } from "../i18n/names";
import { language, textsOf } from "../i18n/words";
import { rememberGrid } from "../model/grids";
import { evaluationAt, follow, nodeAt, type Step, stepsVia, viewAt } from "../model/searched";
import { graphFromExplained, setupFromWire, viewFromState } from "../net/convert";
import type { ExplainPage } from "../net/wire";
import { DocumentHead } from "../parts/DocumentHead";
import { EvalBar } from "../parts/EvalBar";
import { GraphWalk } from "../parts/GraphWalk";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/board.css";
import "../styles/panel.css";
import "../styles/graphs.css";
import "../styles/document.css";
import "../styles/explain.css";

const { t } = textsOf<keyof typeof en>(en, zh);

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as ExplainPage;
const setup = setupFromWire(data.setup);
const root = viewFromState(data.state);
const graph = graphFromExplained(data);
rememberGrid(setup.game, root.grid);
language.value = data.lang === "zh" ? "zh" : "en";

const steps = signal<readonly Step[]>([]);
const problem = signal("");
const view = computed(() => viewAt(graph, steps.value, root));
const evaluation = computed(() => evaluationAt(graph, nodeAt(steps.value), root.names));

function go(next: readonly Step[] | null): boolean {
  problem.value = "";
  if (!next) return false;
  steps.value = next;
  // Every node has an address, so that the browser's own "back" works.
  const address = nodeAt(next) === 0 ? "#" : `#${nodeAt(next)}`;
  if (location.hash !== address && !(address === "#" && location.hash === "")) history.pushState(null, "", address);
  return true;
}

const walk = (moves: readonly string[]): boolean => go(follow(graph, steps.value, moves) ?? follow(graph, [], moves));

/** The node that the address names, over its earliest parents. */
function fromAddress(): void {
  const node = Number(location.hash.slice(1));
  if (node === nodeAt(steps.value)) return;
  const way = graph.ways[node]?.[0];
  steps.value = way ? stepsVia(graph, way.from, way) : [];
}

const pick = (cell: number): void => {
  const move = view.value.names[cell];
  if (move !== undefined) go(follow(graph, steps.value, [move]));
};

function Explain() {
  const { rows, cols } = root.grid;
  const name = gameName(setup.game);
  const searched = { engine: data.engine, visits: data.visits.toLocaleString("en"), seconds: data.seconds.toFixed(2) };
  return (
    <>
      <Defs />
      <DocumentHead
        title={`${t("title")} · ${name} ${rows} × ${cols}`}
        about={`${t("about", searched)} · Luozi ${data.version}`}
      />
      <main>
        <section class="board-card">
          <EvalBar game={setup.game} bottom={1} evaluation={evaluation.value} flat />
          <Board
            game={setup.game}
            grid={root.grid}
            view={view.value}
            label={common("board.label", { game: name, rows, cols })}
            active={false}
            candidates={evaluation.value?.lines.filter(({ visits }) => visits > 0) ?? []}
            onPick={pick}
          />
        </section>
        <section class="search-card">
          <GraphWalk
            game={setup.game}
            graph={graph}
            steps={steps.value}
            onWalk={walk}
            onBack={(count) => go(steps.value.slice(0, count))}
            onVia={(from, last) => go(stepsVia(graph, from, last))}
            onUnknown={(text) => {
              problem.value = text;
            }}
          />
          <p class="bad" role="status">
            {problem.value}
          </p>
        </section>
      </main>
    </>
  );
}

effect(() => {
  document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
  document.title = `${t("title")} · ${gameName(setup.game)} · Luozi 落子`;
});
addEventListener("popstate", fromAddress);
addEventListener("hashchange", fromAddress);
addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLElement && event.target.matches("input, select, [role=gridcell]")) return;
  const most = graph.nodes[nodeAt(steps.value)]?.moves[0];
  if (event.key === "ArrowLeft") go(steps.value.slice(0, -1));
  else if (event.key === "ArrowRight" && most) walk([most.move]);
});
fromAddress();

const app = document.getElementById("app");
if (app) render(<Explain />, app);
