// The tree of a search as a picture: nodes as large as their visits, the path of the simulation marked, the new node ringed.

import { useEffect, useRef } from "preact/hooks";
import { sideTone } from "../../board/look";
import { t } from "../../i18n";
import { tl } from "../../i18n/lab";
import type { GameName } from "../../model/game";
import { someGridOf } from "../../model/grids";
import { type Phase, signedFigure } from "../../model/lab";
import { drawnTree, type TreeNode } from "../../model/labtree";
import type { Told } from "../../state/lab";
import { narrow } from "../../state/ui";

const [GAP, LEVEL, TOP] = [46, 74, 26] as const;
const [NODES, NODES_ON_PHONE] = [26, 18] as const;

const place = ({ x, depth }: TreeNode): readonly [number, number] => [GAP * (x + 0.5), TOP + LEVEL * depth];
const radius = (node: TreeNode, most: number): number => 7 + 9 * Math.sqrt(node.visits / Math.max(1, most));

const link = (from: TreeNode, to: TreeNode): string => {
  const [[x1, y1], [x2, y2]] = [place(from), place(to)];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
};

export function LabTree({ game, told, phase }: { game: GameName; told: Told; phase: Phase | null }) {
  const { simulation, graph } = told;
  const news = phase?.kind === "news" ? phase.index + 1 : phase === null ? Number.MAX_SAFE_INTEGER : 0;
  const landed = phase === null || phase.kind !== "select";
  const tree = drawnTree(graph, simulation, { landed, news }, narrow.value ? NODES_ON_PHONE : NODES);
  const most = Math.max(1, ...tree.nodes.map(({ visits }) => visits));
  const [width, height] = [GAP * tree.width, TOP + LEVEL * tree.depth + 40];
  const grid = someGridOf(game);
  // A wide tree is scrolled to where the simulation is.
  const box = useRef<HTMLDivElement>(null);
  const here = tree.nodes.findLast((node) => node.onPath && (phase?.kind !== "select" || node.depth <= phase.depth));
  const centre = here ? place(here)[0] : 0;
  useEffect(() => {
    if (box.current) box.current.scrollLeft = centre - box.current.clientWidth / 2;
  }, [centre]);
  const depth =
    phase?.kind === "select"
      ? phase.depth
      : phase?.kind === "news" && simulation
        ? simulation.news.length - 1 - phase.index
        : -1;
  return (
    <figure class="card lab-tree">
      <figcaption>
        {tl("lab.tree")} <span class="quiet">{tl("lab.tree.about")}</span>
      </figcaption>
      <div class="scroll-x" ref={box} tabIndex={0} role="region" aria-label={tl("lab.tree")}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: `${width}px`, maxWidth: tree.width > 9 ? "none" : "100%" }}
          role="img"
          aria-label={tl("lab.tree.label", { n: tree.nodes.length })}
        >
          {tree.ways.map(({ from, to }) => (
            <path key={`${from.key}>${to.key}`} class="tree-way" d={link(from, to)} />
          ))}
          {tree.nodes.map(
            (node) =>
              node.parent && (
                <path key={node.key} class={`tree-edge ${node.onPath ? "on-path" : ""}`} d={link(node.parent, node)} />
              ),
          )}
          {tree.nodes.map((node) => {
            const [x, y] = place(node);
            const now = node.onPath && node.depth === depth;
            return (
              <g
                key={node.key}
                class={`tree-node ${node.onPath ? "on-path" : ""} ${node.fresh ? "fresh" : ""} ${now ? "here" : ""}`}
                data-path={node.key.trim()}
              >
                <title>{`${node.key.trim() || t("search.root")}: N ${node.visits}${node.value === null ? "" : `, ${signedFigure(node.value, 3)}`}`}</title>
                <circle
                  cx={x}
                  cy={y}
                  r={radius(node, most)}
                  style={{ fill: sideTone(grid, node.parent ? node.mover : node.mover === 1 ? 2 : 1) }}
                />
                {node.proven && <circle class="tree-proof" cx={x} cy={y} r={radius(node, most) + 3} />}
                <text class="tree-move" x={x + radius(node, most) + 3} y={y - 8}>
                  {node.move}
                </text>
                <text class="tree-visits" x={x} y={y + radius(node, most) + 12} text-anchor="middle">
                  {node.visits}
                </text>
                <text class="tree-value" x={x} y={y + radius(node, most) + 23} text-anchor="middle">
                  {node.value === null ? "" : signedFigure(node.value)}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}
