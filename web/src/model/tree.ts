// A game as a tree of moves with variations. Trees are values: every change gives a new tree, so that undoing a
// deletion is keeping the old one. Node 0 is the start; a node's first child continues its main line.

import type { Glyph } from "../net/wire";
import type { Evaluation } from "./evaluation";

export type NodeId = number;
export const ROOT: NodeId = 0;

export interface TreeNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  /** Empty at the root. */
  readonly move: string;
  readonly children: readonly NodeId[];
  readonly ply: number;
  readonly comment?: string;
  readonly glyph?: Glyph;
  readonly usedMs?: number;
  readonly clockMs?: number;
  readonly evaluation?: Evaluation;
}

export type Notes = Partial<Pick<TreeNode, "comment" | "glyph" | "usedMs" | "clockMs" | "evaluation">>;

export interface Tree {
  readonly nodes: ReadonlyMap<NodeId, TreeNode>;
  readonly nextId: NodeId;
}

export const emptyTree = (): Tree => ({
  nodes: new Map([[ROOT, { id: ROOT, parent: null, move: "", children: [], ply: 0 }]]),
  nextId: 1,
});

/** A node that must exist; ids come from the tree itself. */
export function nodeOf(tree: Tree, id: NodeId): TreeNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`no node ${id} in the tree`);
  return node;
}

const withNodes = (tree: Tree, changed: readonly TreeNode[], nextId = tree.nextId): Tree => {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { nodes, nextId };
};

/** Adds a move after `at`, or finds it there. */
export function addMove(tree: Tree, at: NodeId, move: string): { tree: Tree; id: NodeId } {
  const parent = nodeOf(tree, at);
  const known = parent.children.find((child) => nodeOf(tree, child).move === move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nextId;
  const child: TreeNode = { id, parent: at, move, children: [], ply: parent.ply + 1 };
  return { tree: withNodes(tree, [{ ...parent, children: [...parent.children, id] }, child], id + 1), id };
}

export function addLine(tree: Tree, at: NodeId, moves: readonly string[]): { tree: Tree; id: NodeId } {
  return moves.reduce((grown, move) => addMove(grown.tree, grown.id, move), { tree, id: at });
}

export const annotate = (tree: Tree, id: NodeId, notes: Notes): Tree =>
  withNodes(tree, [{ ...nodeOf(tree, id), ...notes }]);

/** Nodes from the root to `id`, both included. */
export function pathTo(tree: Tree, id: NodeId): TreeNode[] {
  const path: TreeNode[] = [];
  for (
    let node: TreeNode | undefined = nodeOf(tree, id);
    node;
    node = node.parent === null ? undefined : tree.nodes.get(node.parent)
  ) {
    path.push(node);
  }
  return path.reverse();
}

export const movesTo = (tree: Tree, id: NodeId): string[] =>
  pathTo(tree, id)
    .slice(1)
    .map((node) => node.move);

/** The path through `id`, then on along first children to the end. */
export function lineThrough(tree: Tree, id: NodeId): TreeNode[] {
  const line = pathTo(tree, id);
  for (let child = line.at(-1)?.children[0]; child !== undefined; child = nodeOf(tree, child).children[0]) {
    line.push(nodeOf(tree, child));
  }
  return line;
}

export const mainLine = (tree: Tree): TreeNode[] => lineThrough(tree, ROOT);

/** True when every step to `id` is a first child. */
export const onMainLine = (tree: Tree, id: NodeId): boolean =>
  pathTo(tree, id).every((node) => node.parent === null || nodeOf(tree, node.parent).children[0] === node.id);

/** Makes the whole path to `id` the main line. */
export function promote(tree: Tree, id: NodeId): Tree {
  const changed = pathTo(tree, id)
    .filter((node) => node.parent !== null)
    .map((node) => {
      const parent = nodeOf(tree, node.parent as NodeId);
      return { ...parent, children: [node.id, ...parent.children.filter((child) => child !== node.id)] };
    });
  return withNodes(tree, changed);
}

/** Removes a node and everything after it; the root stays. */
export function remove(tree: Tree, id: NodeId): Tree {
  const node = nodeOf(tree, id);
  if (node.parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const drop = (gone: NodeId) => {
    for (const child of nodeOf(tree, gone).children) drop(child);
    nodes.delete(gone);
  };
  drop(id);
  const parent = nodeOf(tree, node.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { nodes, nextId: tree.nextId };
}

/** The neighbour among a node's brothers, `step` places on; null at the ends. */
export function sibling(tree: Tree, id: NodeId, step: number): NodeId | null {
  const node = nodeOf(tree, id);
  if (node.parent === null) return null;
  const brothers = nodeOf(tree, node.parent).children;
  return brothers[brothers.indexOf(id) + step] ?? null;
}
