// Saved games: between the page's tree and the project's own format (docs/web-protocol.md, RECORD).

import { setupFromWire, setupToWire, wireWinner } from "../net/convert";
import type { GameRecord, RecordAnalysis, RecordNode, RecordPlayer } from "../net/protocol";
import type { Evaluation, Proven } from "./evaluation";
import type { Ending, Setup, Side } from "./game";
import { sideAtPly } from "./game";
import { emptyTree, type NodeId, nodeOf, ROOT, type Tree, type TreeNode } from "./tree";

export interface RecordHeader {
  readonly players: readonly [RecordPlayer, RecordPlayer];
  readonly date: string;
  readonly timeControl: string;
}

/** Nodes with the first line of each node before its variations, which is the order the format asks for. */
function inOrder(tree: Tree): TreeNode[] {
  const order: TreeNode[] = [];
  const visit = (id: NodeId) => {
    const line: TreeNode[] = [];
    for (let next: NodeId | undefined = id; next !== undefined; next = nodeOf(tree, next).children[0])
      line.push(nodeOf(tree, next));
    order.push(...line);
    for (const node of line) for (const variation of node.children.slice(1)) visit(variation);
  };
  visit(ROOT);
  return order;
}

function analysisOf(evaluation: Evaluation): RecordAnalysis {
  const mover = evaluation.toMove === 1 ? evaluation.first : 1 - evaluation.first;
  return {
    value: Number((2 * mover - 1).toFixed(4)),
    ...(evaluation.margin === null ? {} : { score: evaluation.toMove === 1 ? evaluation.margin : -evaluation.margin }),
    visits: evaluation.visits,
    ...(evaluation.proven ? { proven: evaluation.proven } : {}),
    pv: [...(evaluation.lines[0]?.pv ?? [])],
  };
}

/** A proof as the page has it: files may leave the distance out. */
function provenOf({ proven }: RecordAnalysis): Proven | null {
  if (!proven) return null;
  return "score" in proven ? proven : { result: proven.result, plies: proven.plies ?? null };
}

function evaluationOf(analysis: RecordAnalysis, toMove: Side): Evaluation | undefined {
  if (analysis.value === undefined || analysis.value === null) return undefined;
  const mover = (analysis.value + 1) / 2;
  const pv = analysis.pv ?? [];
  const line = {
    move: pv[0] ?? "",
    cell: null,
    chance: mover,
    visits: analysis.visits ?? 0,
    margin: null,
    proven: provenOf(analysis),
    pv,
  };
  return {
    toMove,
    first: toMove === 1 ? mover : 1 - mover,
    margin: typeof analysis.score === "number" ? (toMove === 1 ? analysis.score : -analysis.score) : null,
    proven: provenOf(analysis),
    visits: analysis.visits ?? 0,
    nodes: 0,
    perSecond: 0,
    depth: 0,
    lines: pv.length > 0 ? [line] : [],
  };
}

export function toRecord(
  setup: Setup,
  tree: Tree,
  header: RecordHeader,
  ending: Ending | null,
  start: string | null = null,
): { record: GameRecord; place: (id: NodeId) => number } {
  const order = inOrder(tree);
  const places = new Map(order.map((node, index) => [node.id, index]));
  const nodes = order.map((node, index): RecordNode => {
    const parent = node.parent === null ? null : (places.get(node.parent) ?? 0);
    return {
      ...(parent !== null && parent !== index - 1 ? { parent } : {}),
      ...(node.move ? { move: node.move } : {}),
      ...(node.usedMs !== undefined ? { used_ms: Math.round(node.usedMs) } : {}),
      ...(node.clockMs !== undefined ? { clock_ms: Math.round(node.clockMs) } : {}),
      ...(node.comment ? { comment: node.comment } : {}),
      ...(node.glyph ? { glyph: node.glyph } : {}),
      ...(node.evaluation ? { analysis: analysisOf(node.evaluation) } : {}),
    };
  });
  const record: GameRecord = {
    format: "luozi-game",
    version: 1,
    setup: setupToWire(setup),
    ...(start !== null ? { start } : {}),
    players: [...header.players],
    ...(header.date ? { date: header.date } : {}),
    ...(header.timeControl ? { time_control: header.timeControl } : {}),
    ...(ending
      ? { result: { winner: wireWinner(ending.winner), ...(onBoard(ending) ? {} : { reason: ending.why }) } }
      : {}),
    nodes,
  };
  return { record, place: (id) => places.get(id) ?? 0 };
}

const onBoard = (ending: Ending): boolean => ending.why !== "resign" && ending.why !== "time";

/** Who moves first: a start position names the side in its last line. */
function opener(start: string | null): Side {
  const last = start?.trimEnd().split("\n").at(-1) ?? "";
  return /^O\b/.test(last.trim()) ? 2 : 1;
}

/** Node ids of the tree are the places in the record. */
export function fromRecord(record: GameRecord): { setup: Setup; tree: Tree; start: string | null } {
  const nodes = new Map<NodeId, TreeNode>(emptyTree().nodes);
  const shift = opener(record.start ?? null) - 1;
  record.nodes.forEach((saved, id) => {
    const parentId = id === 0 ? null : (saved.parent ?? id - 1);
    const parent = parentId === null ? null : nodes.get(parentId);
    const ply = parent ? parent.ply + 1 : 0;
    if (parent) nodes.set(parent.id, { ...parent, children: [...parent.children, id] });
    const evaluation = saved.analysis ? evaluationOf(saved.analysis, sideAtPly(ply + shift)) : undefined;
    nodes.set(id, {
      id,
      parent: parentId,
      move: saved.move ?? "",
      children: [],
      ply,
      ...(saved.comment ? { comment: saved.comment } : {}),
      ...(saved.glyph ? { glyph: saved.glyph } : {}),
      ...(typeof saved.used_ms === "number" ? { usedMs: saved.used_ms } : {}),
      ...(typeof saved.clock_ms === "number" ? { clockMs: saved.clock_ms } : {}),
      ...(evaluation ? { evaluation } : {}),
    });
  });
  return {
    setup: setupFromWire(record.setup),
    tree: { nodes, nextId: Math.max(1, record.nodes.length) },
    start: record.start ?? null,
  };
}
