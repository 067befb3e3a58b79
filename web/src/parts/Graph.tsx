// The game curve: the first player's winning chance after each move, with marks for judged moves, and a table twin
// for those who cannot see it.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { percent } from "../model/format";
import type { GameName } from "../model/game";
import type { NodeId, TreeNode } from "../model/tree";

interface GraphProps {
  readonly game: GameName;
  readonly line: readonly TreeNode[];
  readonly current: NodeId;
  readonly accuracy?: readonly [number | null, number | null] | null;
  readonly hidden?: boolean;
  readonly onPick: (id: NodeId) => void;
}

const WIDTH = 364;
const HEIGHT = 104;
/** Room above and below the curve for marks at its ends. */
const MARGIN = 10;
const GLYPHS: Record<string, string> = { blunder: "??", mistake: "?", doubtful: "?!", good: "!", brilliant: "!!" };

interface Point {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

function points(line: readonly TreeNode[]): Point[] {
  const span = Math.max(20, line.length - 1);
  return line.flatMap((node) => {
    const value = node.evaluation?.first;
    return value === undefined ? [] : [{ node, value, x: (node.ply / span) * WIDTH, y: MARGIN + (HEIGHT - 2 * MARGIN) * (1 - value) }];
  });
}

function Curve({ game, line, current, onPick }: GraphProps) {
  const found = points(line);
  const span = Math.max(20, line.length - 1);
  const path = found.map((point, index) => `${index ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("");
  const first = found[0];
  const end = found.at(-1);
  const here = line.find((node) => node.id === current);
  const hereX = here ? (here.ply / span) * WIDTH : 0;
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * span);
    const node = line[Math.min(line.length - 1, Math.max(0, ply))];
    if (node) onPick(node.id);
  };
  return (
    <svg class={`graph ${game}`} viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} role="img" aria-label={t("graph.label", { side: t(`side.${game}.1`) })} onClick={pick}>
      <rect class="graph-ground" width={WIDTH} height={HEIGHT} rx="8" />
      {first && end && <path class="graph-area" d={`${path}L${end.x.toFixed(1)} ${HEIGHT}L${first.x.toFixed(1)} ${HEIGHT}Z`} />}
      <path class="graph-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path class="graph-line" d={path} />
      {found
        .filter((point) => point.node.glyph && point.node.glyph in GLYPHS)
        .map(({ node, x, y }) => (
          <g key={node.id} class={`graph-mark ${node.glyph}`} data-ply={node.ply}>
            <circle cx={x} cy={y} r="8" />
            <text x={x} y={y + 4} text-anchor="middle">
              {GLYPHS[node.glyph ?? ""]}
            </text>
          </g>
        ))}
      {here && here.ply > 0 && (
        <>
          <path class="graph-here" d={`M${hereX} 0V${HEIGHT}`} />
          <text class="graph-ply here" x={Math.min(WIDTH - 8, Math.max(8, hereX))} y={HEIGHT + 14} text-anchor="middle">
            {here.ply}
          </text>
        </>
      )}
    </svg>
  );
}

function Table({ game, line }: Pick<GraphProps, "game" | "line">) {
  return (
    <table class="graph-table">
      <thead>
        <tr>
          <th>{t("graph.ply")}</th>
          <th>{t("engine.move")}</th>
          <th class="num">{t("graph.value", { side: t(`side.${game}.1`) })}</th>
        </tr>
      </thead>
      <tbody>
        {points(line).map(({ node, value }) => (
          <tr key={node.id}>
            <td>{node.ply}</td>
            <td>
              {node.move} {GLYPHS[node.glyph ?? ""] ?? ""}
            </td>
            <td class="num">{percent(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Graph(props: GraphProps) {
  const { game, line, accuracy, hidden } = props;
  const [asTable, setAsTable] = useState(false);
  const empty = points(line).length < 2;
  return (
    <section class="card graph-card">
      <h2>
        {t("graph.title")}
        <span>
          {accuracy && (accuracy[0] !== null || accuracy[1] !== null)
            ? t("graph.accuracy", { first: t(`side.${game}.1`), a: accuracy[0] ?? "–", second: t(`side.${game}.2`), b: accuracy[1] ?? "–" })
            : !hidden && !empty && (
                <button type="button" class="text-button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                  {t("graph.table")}
                </button>
              )}
        </span>
      </h2>
      {hidden || empty ? <p class="quiet">{t(hidden ? "graph.hidden" : "graph.empty")}</p> : asTable ? <Table game={game} line={line} /> : <Curve {...props} />}
    </section>
  );
}
