// The searched graph as a picture: its most visited nodes and the path of the present simulation, laid out as a tree. Where
// several lines reach a node the first of them carries it and the others are drawn as ways to it.

import type { LabSimulation } from "../net/protocol";
import { depthOfNews, pathOf } from "./lab";
import type { SearchedGraph } from "./searched";

export interface TreeNode {
  /** The moves from the root, as one text. */
  readonly key: string;
  /** The move that leads to it; empty for the root. */
  readonly move: string;
  readonly parent: TreeNode | null;
  readonly depth: number;
  /** The side that made the move: the value is for it. */
  readonly mover: 1 | 2;
  visits: number;
  /** In [-1, 1]; null before any evaluation. */
  value: number | null;
  readonly proven: boolean;
  /** Its place on the path of the simulation, from the root; null beside it. */
  readonly onPath: boolean;
  /** It got its node in this simulation. */
  readonly fresh: boolean;
  x: number;
}

export interface Way {
  readonly from: TreeNode;
  readonly to: TreeNode;
}

export interface DrawnTree {
  readonly nodes: readonly TreeNode[];
  readonly ways: readonly Way[];
  readonly width: number;
  readonly depth: number;
}

const signedValue = (chance: number | null): number | null => (chance === null ? null : 2 * chance - 1);

interface Waiting {
  readonly index: number | null;
  readonly node: TreeNode;
}

/** How far the news of a simulation has come: pieces told, or all of them. */
export interface Progress {
  readonly landed: boolean;
  readonly news: number;
}

/** At most `most` nodes of a graph, and the whole path of a simulation that is under way in it. */
export function drawnTree(
  graph: SearchedGraph,
  simulation: LabSimulation | null,
  { landed, news }: Progress,
  most: number,
): DrawnTree {
  const path = simulation ? pathOf(simulation) : [];
  const rootNode = graph.nodes[0];
  if (!rootNode) return { nodes: [], ways: [], width: 1, depth: 0 };
  const root: TreeNode = {
    key: "",
    move: "",
    parent: null,
    depth: 0,
    mover: rootNode.toMove,
    visits: rootNode.visits,
    value: signedValue(rootNode.chance),
    proven: rootNode.proven !== null,
    onPath: simulation !== null,
    fresh: false,
    x: 0,
  };
  const nodes = [root];
  const ways: Way[] = [];
  const placed = new Map<number, TreeNode>([[0, root]]);
  const waiting: Waiting[] = [{ index: 0, node: root }];
  const isNext = (node: TreeNode, move: string) => node.onPath && path[node.depth] === move;

  // 1. The path first, then always the most visited node.
  const add = (
    from: TreeNode,
    move: string,
    index: number | null,
    visits: number,
    value: number | null,
    proven: boolean,
  ) => {
    const known = index === null ? undefined : placed.get(index);
    if (known) {
      if (known.parent !== from) ways.push({ from, to: known });
      return;
    }
    const onPath = isNext(from, move);
    const fresh = onPath && simulation?.landing === "new" && from.depth === path.length - 1;
    if (fresh && !landed) return;
    const mover = from.parent === null ? root.mover : from.mover === 1 ? 2 : 1;
    const node: TreeNode = {
      key: `${from.key} ${move}`,
      move,
      parent: from,
      depth: from.depth + 1,
      mover: from.parent === null ? mover : mover,
      visits,
      value,
      proven,
      onPath,
      fresh,
      x: 0,
    };
    nodes.push(node);
    if (index !== null) placed.set(index, node);
    waiting.push({ index, node });
  };
  while (waiting.length > 0) {
    waiting.sort((a, b) => Number(b.node.onPath) - Number(a.node.onPath) || b.node.visits - a.node.visits);
    const { index, node } = waiting.shift() as Waiting;
    const moves = index === null ? [] : (graph.nodes[index]?.moves ?? []);
    const next = node.onPath ? path[node.depth] : undefined;
    for (const move of moves) {
      if (nodes.length >= most && move.move !== next) continue;
      if (move.visits === 0 && move.move !== next) continue;
      add(node, move.move, move.node, move.visits, signedValue(move.chance), move.proven !== null);
    }
    // The graph that was sent may end before the path does.
    if (next !== undefined && !moves.some(({ move }) => move === next)) add(node, next, null, 1, null, false);
  }

  // 2. What the news has not reached yet is as it was.
  if (simulation) undoNews(nodes, simulation, news);

  // 3. Leaves side by side, parents above the middle of their children.
  const children = new Map<TreeNode, TreeNode[]>();
  for (const node of nodes) {
    if (node.parent) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  let next = 0;
  const place = (node: TreeNode): void => {
    const below = children.get(node) ?? [];
    below.forEach(place);
    const [first, last] = [below[0], below.at(-1)];
    if (first && last) node.x = (first.x + last.x) / 2;
    else {
      node.x = next;
      next += 1;
    }
  };
  place(root);
  return { nodes, ways, width: Math.max(1, next), depth: Math.max(...nodes.map(({ depth }) => depth)) };
}

function undoNews(nodes: readonly TreeNode[], simulation: LabSimulation, news: number): void {
  for (const node of nodes) {
    if (!node.onPath) continue;
    // Numbers of a move belong to the node above it, the root's own to the root.
    const depth = Math.max(0, node.depth - 1);
    const told = simulation.news.length - 1 - depth < news;
    if (told || node.fresh) continue;
    if (node.depth === 0) {
      const { before } = simulation.news.at(-1) ?? {};
      if (before) [node.visits, node.value] = [before.n, before.v];
      continue;
    }
    const before = simulation.steps[depth]?.moves.find(({ m }) => m === node.move);
    if (before) [node.visits, node.value] = [before.n, before.n > 0 ? before.q : null];
  }
}

export { depthOfNews };
