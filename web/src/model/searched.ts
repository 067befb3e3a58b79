// The searched graph, to walk in. Nodes are in the server's order: the root first, each after one that leads to it, so
// that the way back over the earliest parents always ends at the root. A position that several lines reach is one node.

import { type Evaluation, type Line, type Proven, provenChance } from "./evaluation";
import type { CellContent, Side, View } from "./game";

export interface GraphMove {
  readonly move: string;
  /** Where it leads, if that node was sent. */
  readonly node: number | null;
  readonly visits: number;
  /** The mover's winning chance; null before any evaluation. */
  readonly chance: number | null;
  /** What the evaluator thought of it before any search, 0 to 1. */
  readonly prior: number;
  /** The least and the most score that it is proven to have, mover's view. */
  readonly bounds: readonly [number, number];
  readonly proven: Proven | null;
}

export interface GraphNode {
  readonly cells: readonly CellContent[];
  readonly toMove: Side;
  readonly visits: number;
  readonly chance: number | null;
  readonly proven: Proven | null;
  /** The moves about which something is known, most visited first. */
  readonly moves: readonly GraphMove[];
  readonly untried: number;
}

/** A move of a walk and the node it leads to. */
export interface Step {
  readonly move: string;
  readonly node: number;
}

export interface SearchedGraph {
  /** Nodes of the whole search, of which `nodes` are the most visited. */
  readonly searched: number;
  readonly nodes: readonly GraphNode[];
  /** For each node, the last steps of all lines that lead to it, with the node they start from. */
  readonly ways: readonly (readonly (Step & { readonly from: number })[])[];
}

export function graphOf(searched: number, nodes: readonly GraphNode[]): SearchedGraph {
  const ways = nodes.map((): (Step & { from: number })[] => []);
  nodes.forEach((node, from) => {
    for (const { move, node: to } of node.moves) if (to !== null) ways[to]?.push({ from, move, node: to });
  });
  return { searched, nodes, ways };
}

/** The node at the end of a walk. */
export const nodeAt = (steps: readonly Step[]): number => steps.at(-1)?.node ?? 0;

/** Steps from the root to a node over its earliest parents, the last of them from `from`. */
export function stepsVia(graph: SearchedGraph, from: number, last: Step): Step[] {
  const steps = [last];
  for (let node = from; node !== 0; ) {
    const way = graph.ways[node]?.[0];
    if (!way) break;
    steps.unshift({ move: way.move, node });
    node = way.from;
  }
  return steps;
}

/** Follows moves from the end of a walk; null when the graph does not know one of them. */
export function follow(graph: SearchedGraph, steps: readonly Step[], moves: readonly string[]): Step[] | null {
  const walked = [...steps];
  for (const wanted of moves) {
    const found = graph.nodes[nodeAt(walked)]?.moves.find(({ move }) => move.toLowerCase() === wanted.toLowerCase());
    if (!found || found.node === null) return null;
    walked.push({ move: found.move, node: found.node });
  }
  return walked;
}

export interface Filter {
  readonly text: string;
  readonly least: number;
  readonly kind: "all" | "proven" | "open";
}

/** The moves of a node that a filter lets through; a text of several words is a line and filters nothing. */
export function filtered(node: GraphNode, { text, least, kind }: Filter): GraphMove[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const start = words.length === 1 ? (words[0] ?? "") : "";
  return node.moves.filter(
    (move) =>
      move.visits >= least &&
      (kind === "all" || (kind === "proven") === (move.proven !== null)) &&
      move.move.toLowerCase().startsWith(start),
  );
}

/** Cells that differ between two boards. */
const changes = (before: readonly CellContent[], after: readonly CellContent[]): number[] =>
  after.flatMap((content, cell) => (content === before[cell] ? [] : [cell]));

/** Where a move's piece comes to lie, from the board after it. */
function landing(graph: SearchedGraph, node: GraphNode, move: GraphMove): number | null {
  const after = move.node === null ? undefined : graph.nodes[move.node];
  return (after && changes(node.cells, after.cells).find((cell) => node.cells[cell] === 0)) ?? null;
}

/** The board at the end of a walk that begins at `root`. */
export function viewAt(graph: SearchedGraph, steps: readonly Step[], root: View): View {
  const here = graph.nodes[nodeAt(steps)];
  const step = steps.at(-1);
  if (!here || !step) return root;
  const before = graph.nodes[nodeAt(steps.slice(0, -1))];
  const changed = before ? changes(before.cells, here.cells) : [];
  const cell = changed.find((at) => before?.cells[at] === 0) ?? null;
  const count = (side: Side) => here.cells.filter((content) => content === side).length;
  return {
    ...root,
    cells: here.cells,
    toMove: here.toMove,
    legal: here.moves.map((move) => ({
      move: move.move,
      cell: landing(graph, here, move) ?? -1,
      flips: [],
      closes: [],
    })),
    illegal: new Map(),
    groups: new Map(),
    marks: new Map(),
    stones: [count(1), count(2)],
    left: null,
    playable: null,
    empty: here.cells.filter((content) => content === 0).length,
    over: null,
    last: { move: step.move, cell, flips: changed.filter((at) => at !== cell) },
    moves: [...root.moves, ...steps.map(({ move }) => move)],
  };
}

/** What the graph says about a node, as the board and the bar show it. `names` says which cell a move means. */
export function evaluationAt(graph: SearchedGraph, index: number, names: readonly string[]): Evaluation | null {
  const node = graph.nodes[index];
  if (!node) return null;
  const mover = node.proven ? provenChance(node.proven) : (node.chance ?? 0.5);
  const lines: Line[] = node.moves.map((move) => ({
    move: move.move,
    cell: landing(graph, node, move) ?? (names.includes(move.move) ? names.indexOf(move.move) : null),
    chance: move.proven ? provenChance(move.proven) : move.chance,
    visits: move.visits,
    prior: move.prior,
    margin: null,
    proven: move.proven,
    pv: [move.move],
  }));
  const first = node.toMove === 1 ? mover : 1 - mover;
  return {
    toMove: node.toMove,
    first,
    margin: null,
    proven: node.proven,
    visits: node.visits,
    nodes: graph.searched,
    perSecond: 0,
    depth: 0,
    lines,
  };
}
