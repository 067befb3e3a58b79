// The searched graph, node by node: the path walked, what is known here, and every move with its figures. The board
// beside it shows the node; a click on a move walks on.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { compact, percent, signed } from "../model/format";
import { type Filter, filtered, type GraphMove, type GraphNode, type SearchedGraph } from "../model/searched";
import { analyse } from "../state/analyse";
import { backTo, inside, keepLine, lookInside, looking, walkAlong, walkVia } from "../state/inside";
import { toast } from "../state/toasts";
import { Icon } from "./Icon";
import { proofText } from "./proof";

const NO_FILTER: Filter = { text: "", least: 0, kind: "all" };
const KINDS = ["all", "proven", "open"] as const;

const valueText = ({ proven, chance }: Pick<GraphMove, "proven" | "chance">): string =>
  proven ? proofText(proven) : chance === null ? "–" : `${percent(chance)}%`;

/** `+12`, `−3…+8`, `±64`. */
const boundsText = ([low, high]: GraphMove["bounds"]): string =>
  low === high ? signed(low) : low === -high ? `±${high}` : `${signed(low)}…${signed(high)}`;

function Path() {
  const steps = inside.value?.steps ?? [];
  return (
    <nav class="walk" aria-label={t("search.path")}>
      <ol>
        {["", ...steps.map(({ move }) => move)].map((move, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === steps.length ? "step" : undefined}
              onClick={() => backTo(index)}
            >
              {index === 0 ? t("search.root") : move}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The other lines that reach the same position. */
function OtherWays({ graph, node }: { graph: SearchedGraph; node: number }) {
  const last = inside.value?.steps.at(-1);
  const from = inside.value?.steps.at(-2)?.node ?? 0;
  const others = (graph.ways[node] ?? []).filter((way) => way.from !== from || way.move !== last?.move);
  if (others.length === 0) return null;
  return (
    <p class="other-ways">
      {t("search.ways")}{" "}
      {others.map((way) => (
        <button
          key={`${way.from} ${way.move}`}
          type="button"
          class="text-button"
          onClick={() => walkVia(way.from, way)}
        >
          ⇄ {way.move}
        </button>
      ))}
    </p>
  );
}

function MoveRow({ graph, move, most, best }: { graph: SearchedGraph; move: GraphMove; most: number; best: boolean }) {
  const shared = move.node !== null && (graph.ways[move.node]?.length ?? 0) > 1;
  return (
    <tr class={best ? "best" : ""} data-move={move.move}>
      <td>
        {move.node === null ? (
          move.move
        ) : (
          <button type="button" class="move-link" onClick={() => walkAlong([move.move])}>
            {move.move}
          </button>
        )}
        {shared && (
          <span class="shared" title={t("search.shared")}>
            <span aria-hidden="true">⇄</span>
            <span class="hidden">{t("search.shared")}</span>
          </span>
        )}
      </td>
      <td class="num effort-cell">
        {compact(move.visits)}
        <i style={{ width: `${(100 * move.visits) / most}%` }} />
      </td>
      <td class="num">{valueText(move)}</td>
      <td class="num">{boundsText(move.bounds)}</td>
      <td class="num">{percent(move.prior)}%</td>
    </tr>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const submit = (event: Event) => {
    event.preventDefault();
    const words = filter.text.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) return;
    if (walkAlong(words)) onChange({ ...filter, text: "" });
    else toast(t("search.unknown", { line: words.join(" ") }), { kind: "bad" });
  };
  return (
    <form class="move-filter" onSubmit={submit}>
      <input
        type="search"
        value={filter.text}
        aria-label={t("search.find")}
        placeholder={t("search.find")}
        onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <button type="submit" class="round" aria-label={t("search.go")} title={t("search.go")}>
        <Icon name="next" />
      </button>
      <label>
        {t("search.least")}
        <input
          type="number"
          min="0"
          value={filter.least}
          onInput={(event) => onChange({ ...filter, least: Number(event.currentTarget.value) || 0 })}
        />
      </label>
      <select
        aria-label={t("search.kind")}
        value={filter.kind}
        onChange={(event) =>
          onChange({ ...filter, kind: KINDS.find((kind) => kind === event.currentTarget.value) ?? "all" })
        }
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`search.kind.${kind}`)}
          </option>
        ))}
      </select>
    </form>
  );
}

function Moves({ graph, node, filter }: { graph: SearchedGraph; node: GraphNode; filter: Filter }) {
  const moves = filtered(node, filter);
  const most = Math.max(1, ...node.moves.map(({ visits }) => visits));
  if (node.moves.length === 0) return <p class="quiet">{t("search.leaf")}</p>;
  return (
    <>
      <table class="candidates searched">
        <thead>
          <tr>
            <th>{t("engine.move")}</th>
            <th class="num">{t("engine.count")}</th>
            <th class="num">{t("engine.win")}</th>
            <th class="num">{t("search.bounds")}</th>
            <th class="num">{t("search.prior")}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <MoveRow key={move.move} graph={graph} move={move} most={most} best={move === node.moves[0]} />
          ))}
        </tbody>
      </table>
      {moves.length === 0 && <p class="quiet">{t("search.nothing")}</p>}
      {node.untried > 0 && <p class="quiet">{t("search.untried", { n: node.untried })}</p>}
    </>
  );
}

function Invitation() {
  return (
    <section class="card search-card">
      <p class="quiet">
        {t(looking.value ? "search.looking" : analyse.view.value?.over ? "engine.over" : "search.about")}
      </p>
      <button type="button" class="button primary" disabled={!!analyse.view.value?.over} onClick={lookInside}>
        {t("search.look")}
      </button>
    </section>
  );
}

export function SearchCard() {
  const [filter, setFilter] = useState(NO_FILTER);
  const here = inside.value;
  const node = here?.graph.nodes[here.node];
  if (!here || !node) return <Invitation />;
  const { game } = analyse.setup.value;
  return (
    <section class="card search-card">
      <h2>
        {t("search.title")}
        <span>{t("search.nodes", { shown: here.graph.nodes.length, all: compact(here.graph.searched) })}</span>
      </h2>
      <Path />
      <p class="node-facts">
        <span>{t("engine.toMove", { side: t(`side.${game}.${node.toMove}`) })}</span>
        <b>{valueText(node)}</b>
        <span>
          {t("engine.visits")} <b>{compact(node.visits)}</b>
        </span>
      </p>
      <OtherWays graph={here.graph} node={here.node} />
      <Filters filter={filter} onChange={setFilter} />
      <Moves graph={here.graph} node={node} filter={filter} />
      <div class="row wrap">
        <button type="button" class="button small" disabled={here.steps.length === 0} onClick={keepLine}>
          {t("search.keep")}
        </button>
        <button type="button" class="button small" onClick={lookInside}>
          {t("search.again")}
        </button>
      </div>
    </section>
  );
}
