// The searched graph, node by node: the path walked, what is known here, and every move with its figures. The board
// beside it shows the node; a click on a move walks on.

import { useState } from "preact/hooks";
import { t } from "../i18n/common";
import { sideName } from "../i18n/names";
import { compact, estimate, percent, signed } from "../model/format";
import type { GameName } from "../model/game";
import {
  type Filter,
  filtered,
  type GraphMove,
  type GraphNode,
  nodeAt,
  type SearchedGraph,
  type Step,
} from "../model/searched";
import { Icon } from "./Icon";
import { proofText } from "./proof";

export interface GraphWalkProps {
  readonly game: GameName;
  readonly graph: SearchedGraph;
  readonly steps: readonly Step[];
  /** On along moves; false when the graph does not have them. */
  readonly onWalk: (moves: readonly string[]) => boolean;
  /** Back to the node after that many steps. */
  readonly onBack: (count: number) => void;
  /** To the same node over another way. */
  readonly onVia: (from: number, last: Step) => void;
  /** The graph has no such line: what to say. */
  readonly onUnknown: (text: string) => void;
}

const NO_FILTER: Filter = { text: "", least: 0, kind: "all" };
const KINDS = ["all", "proven", "open"] as const;

const valueText = ({ proven, chance }: Pick<GraphMove, "proven" | "chance">): string =>
  proven ? proofText(proven) : chance === null ? "–" : `${estimate(chance)}%`;

/** `+12`, `−3…+8`, `±64`. */
const boundsText = ([low, high]: GraphMove["bounds"]): string =>
  low === high ? signed(low) : low === -high ? `±${high}` : `${signed(low)}…${signed(high)}`;

function Path({ steps, onBack }: Pick<GraphWalkProps, "steps" | "onBack">) {
  return (
    <nav class="walk" aria-label={t("search.path")}>
      <ol>
        {["", ...steps.map(({ move }) => move)].map((move, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === steps.length ? "step" : undefined}
              onClick={() => onBack(index)}
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
function OtherWays({ graph, steps, onVia }: Pick<GraphWalkProps, "graph" | "steps" | "onVia">) {
  const last = steps.at(-1);
  const from = steps.at(-2)?.node ?? 0;
  const others = (graph.ways[nodeAt(steps)] ?? []).filter((way) => way.from !== from || way.move !== last?.move);
  if (others.length === 0) return null;
  return (
    <p class="other-ways">
      {t("search.ways")}{" "}
      {others.map((way) => (
        <button key={`${way.from} ${way.move}`} type="button" class="text-button" onClick={() => onVia(way.from, way)}>
          ⇄ {way.move}
        </button>
      ))}
    </p>
  );
}

interface MoveRowProps extends Pick<GraphWalkProps, "graph" | "onWalk"> {
  readonly move: GraphMove;
  readonly most: number;
  readonly best: boolean;
}

function MoveRow({ graph, move, most, best, onWalk }: MoveRowProps) {
  const shared = move.node !== null && (graph.ways[move.node]?.length ?? 0) > 1;
  return (
    <tr class={best ? "best" : ""} data-move={move.move}>
      <td>
        {move.node === null ? (
          move.move
        ) : (
          <button type="button" class="move-link" onClick={() => onWalk([move.move])}>
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

interface FiltersProps extends Pick<GraphWalkProps, "onWalk" | "onUnknown"> {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function Filters({ filter, onChange, onWalk, onUnknown }: FiltersProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    const words = filter.text.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) return;
    if (onWalk(words)) onChange({ ...filter, text: "" });
    else onUnknown(t("search.unknown", { line: words.join(" ") }));
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

interface MovesProps extends Pick<GraphWalkProps, "graph" | "onWalk"> {
  readonly node: GraphNode;
  readonly filter: Filter;
}

function Moves({ graph, node, filter, onWalk }: MovesProps) {
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
            <MoveRow
              key={move.move}
              graph={graph}
              move={move}
              most={most}
              best={move === node.moves[0]}
              onWalk={onWalk}
            />
          ))}
        </tbody>
      </table>
      {moves.length === 0 && <p class="quiet">{t("search.nothing")}</p>}
      {node.untried > 0 && <p class="quiet">{t("search.untried", { n: node.untried })}</p>}
    </>
  );
}

export function GraphWalk(props: GraphWalkProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const { game, graph, steps, onWalk, onBack, onVia, onUnknown } = props;
  const node = graph.nodes[nodeAt(steps)];
  if (!node) return null;
  return (
    <>
      <h2>
        {t("search.title")}
        <span>{t("search.nodes", { shown: graph.nodes.length, all: compact(graph.searched) })}</span>
      </h2>
      <Path steps={steps} onBack={onBack} />
      <p class="node-facts">
        <span>{t("engine.toMove", { side: sideName(game, node.toMove) })}</span>
        <b>{valueText(node)}</b>
        <span>
          {t("engine.visits")} <b>{compact(node.visits)}</b>
        </span>
      </p>
      <OtherWays graph={graph} steps={steps} onVia={onVia} />
      <Filters filter={filter} onChange={setFilter} onWalk={onWalk} onUnknown={onUnknown} />
      <Moves graph={graph} node={node} filter={filter} onWalk={onWalk} />
    </>
  );
}
