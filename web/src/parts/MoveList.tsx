// The game as an ordered list with values, its variations under the move they leave.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { proofFor } from "../model/evaluation";
import { estimate, shortProof } from "../model/format";
import { type GameName, other } from "../model/game";
import { lineThrough, type NodeId, nodeOf, type Tree, type TreeNode } from "../model/tree";

interface MoveListProps {
  readonly game: GameName;
  readonly tree: Tree;
  readonly line: readonly TreeNode[];
  readonly current: NodeId;
  readonly values: boolean;
  readonly onPick: (id: NodeId) => void;
  readonly children?: preact.ComponentChildren;
}

const GLYPHS: Record<string, string> = {
  blunder: "??",
  mistake: "?",
  doubtful: "?!",
  good: "!",
  brilliant: "!!",
  interesting: "!?",
};

/** What the mover has after its move: a proof in short, or its chance in whole percent; empty when nobody knows or it is hidden. */
function chanceAfter(node: TreeNode, values: boolean): string {
  if (!values || !node.evaluation) return "";
  const mover = other(node.evaluation.toMove);
  const proven = proofFor(node.evaluation, mover);
  if (proven) return shortProof(proven);
  return estimate(mover === 1 ? node.evaluation.first : 1 - node.evaluation.first, 0);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const moveText = (move: string) => (move === "pass" ? t("moves.pass") : move);

function Move({
  node,
  current,
  values,
  onPick,
}: { node: TreeNode } & Pick<MoveListProps, "current" | "values" | "onPick">) {
  const glyph = GLYPHS[node.glyph ?? ""] ?? "";
  return (
    <button
      type="button"
      class={`move ${node.id === current ? "current" : ""} ${node.glyph ?? ""}`}
      aria-current={node.id === current ? "step" : undefined}
      data-node={node.id}
      title={node.usedMs === undefined ? undefined : t("moves.time", { seconds: seconds(node.usedMs) })}
      onClick={() => onPick(node.id)}
    >
      <span>
        {moveText(node.move)}
        {glyph && <strong>{glyph}</strong>}
        {node.comment ? <i class="has-note" role="img" aria-label={t("notes.label")} /> : null}
      </span>
      <em>
        {chanceAfter(node, values)}
        {node.usedMs !== undefined && (
          <span class="hidden">{` ${t("moves.time", { seconds: seconds(node.usedMs) })}`}</span>
        )}
      </em>
    </button>
  );
}

/** A variation in one row; those inside it follow as rows of their own. */
function Variation({
  tree,
  id,
  ...rest
}: { tree: Tree; id: NodeId } & Pick<MoveListProps, "current" | "values" | "onPick">) {
  const first = nodeOf(tree, id);
  const line = lineThrough(tree, id).slice(first.ply);
  return (
    <>
      <li class="variation">
        <span aria-hidden="true">↳ </span>
        <span class="hidden">{t("moves.line")}</span>
        {line.map((node) => (
          <button
            key={node.id}
            type="button"
            class={node.id === rest.current ? "current" : ""}
            data-node={node.id}
            onClick={() => rest.onPick(node.id)}
          >
            {moveText(node.move)}
          </button>
        ))}
      </li>
      {line.flatMap((node) =>
        node.children.slice(1).map((child) => <Variation key={child} tree={tree} id={child} {...rest} />),
      )}
    </>
  );
}

export function MoveList(props: MoveListProps) {
  const { tree, line, current, values, onPick } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>(".current");
    if (!box || !here) return;
    const top = here.offsetTop;
    if (top < box.scrollTop + 20 || top > box.scrollTop + box.clientHeight - 40)
      box.scrollTop = top - box.clientHeight * 0.7;
  }, [current, line]);
  const moves = line.slice(1);
  const shared = { current, values, onPick };
  const pairs = Array.from({ length: Math.ceil(moves.length / 2) }, (_, index) =>
    moves.slice(2 * index, 2 * index + 2),
  );
  const others = (node: TreeNode) => nodeOf(tree, node.parent ?? 0).children.filter((child) => child !== node.id);
  return (
    <section class="card moves-card">
      <h2>
        {t("moves.title")}
        <span>{moves.length > 0 && t("moves.at", { n: tree.nodes.get(current)?.ply ?? 0 })}</span>
      </h2>
      {moves.length === 0 && <p class="quiet">{t("moves.empty")}</p>}
      <ol class="moves" ref={list} tabIndex={moves.length > 14 ? 0 : -1} aria-label={t("moves.title")}>
        {pairs.map((pair, index) => (
          <>
            <li key={index} class="pair">
              <span class="move-number">{2 * index + 1}</span>
              {pair.map((node) => (
                <Move key={node.id} node={node} {...shared} />
              ))}
            </li>
            {pair.flatMap((node) =>
              others(node).map((child) => <Variation key={`v${child}`} tree={tree} id={child} {...shared} />),
            )}
          </>
        ))}
      </ol>
      {props.children}
    </section>
  );
}
