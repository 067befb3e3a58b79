// One game on a board: its tree, the node shown and what the server says about it. Play, Analyse and Watch each have
// one. The server's answers are kept per node, so stepping through a known game needs no message.

import { batch, computed, signal } from "@preact/signals";
import { endEvaluation } from "../model/curve";
import { afterMove, FIRST_SETUP, type Setup, type View } from "../model/game";
import { rememberGrid } from "../model/grids";
import {
  addLine,
  addMove,
  emptyTree,
  lineThrough,
  movesTo,
  type NodeId,
  nodeOf,
  pathTo,
  ROOT,
  remove,
  sibling,
  type Tree,
} from "../model/tree";
import { viewFromState } from "../net/convert";
import type { Link } from "../net/link";
import type { WireError } from "../net/protocol";

const freshKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export class Session {
  readonly setup = signal<Setup>(FIRST_SETUP);
  readonly tree = signal<Tree>(emptyTree());
  readonly node = signal<NodeId>(ROOT);
  /** The position on the board; stays at the one before until the server has answered. */
  readonly view = signal<View | null>(null);
  /** The node that `view` belongs to. */
  readonly viewNode = signal<NodeId>(ROOT);
  /** Whether the board shows the node it should: only then may a click be a move. */
  readonly settled = computed(() => this.view.value !== null && this.viewNode.value === this.node.value);
  /** The end of the line last visited, so that "forward" follows it. */
  readonly lineEnd = signal<NodeId>(ROOT);
  readonly ply = computed(() => this.tree.value.nodes.get(this.node.value)?.ply ?? 0);
  /** The moves from the start to the end of the line shown. */
  readonly line = computed(() => {
    const tree = this.tree.value;
    const end = tree.nodes.has(this.lineEnd.value) ? this.lineEnd.value : ROOT;
    return lineThrough(tree, end);
  });
  /** The same moves for the game curve: the end of a game is as certain as any evaluation. */
  readonly curve = computed(() => {
    const line = this.line.value;
    const end = line.at(-1);
    const view = this.view.value && end ? this.known(end.id) : undefined;
    return end && view?.over && !end.evaluation
      ? [...line.slice(0, -1), { ...end, evaluation: endEvaluation(view.over, view.toMove, view.grid.discs) }]
      : line;
  });
  start: string | null = null;
  /** Tells one game from the next, so that each has its own entry in the browser's history. */
  key = freshKey();
  /** The node whose position the server has open for this game, so that searches ask about the right one. */
  protected opened: NodeId | null = null;
  private views = new Map<NodeId, View>();

  /** Another game is put on the board, new or stored. */
  onBegin: () => void = () => {};

  constructor(protected readonly link: Link) {}

  /** Whether there is anything that somebody might miss. */
  worthKeeping(): boolean {
    return this.start !== null || this.tree.value.nodes.size > 1;
  }

  reset(setup: Setup, tree: Tree = emptyTree(), start: string | null = null, node: NodeId = ROOT): void {
    if (this.worthKeeping()) this.key = freshKey();
    this.views = new Map();
    this.opened = null;
    this.setup.value = setup;
    this.start = start;
    this.tree.value = tree;
    this.node.value = node;
    this.lineEnd.value = lineThrough(tree, node).at(-1)?.id ?? node;
    this.view.value = null;
    this.onBegin();
  }

  /** Shows a node. With `contact` the server's position follows, as searches need it. */
  show(id: NodeId, contact: boolean, done: () => void = () => {}): void {
    const tree = this.tree.value;
    this.node.value = id;
    if (!lineThrough(tree, this.lineEnd.value).some((node) => node.id === id))
      this.lineEnd.value = lineThrough(tree, id).at(-1)?.id ?? id;
    const known = this.views.get(id);
    if (known) this.present(id, known);
    if (known && !contact) {
      done();
      return;
    }
    this.opened = id;
    this.link.open(
      { setup: this.setup.value, start: this.start, moves: movesTo(tree, id) },
      (state) => {
        const view = viewFromState(state);
        rememberGrid(this.setup.value.game, view.grid);
        this.views.set(id, view);
        if (this.node.value === id) this.present(id, view);
        done();
      },
      (error) => this.failed(id, error),
    );
  }

  private present(id: NodeId, view: View): void {
    batch(() => {
      this.view.value = view;
      this.viewNode.value = id;
    });
  }

  /** A position the server refuses: screens say why, and the line is cut before the move that cannot be. */
  private failed(id: NodeId, error: WireError): void {
    this.problem.value = error;
    const bad = Number(error.args.ply);
    const path = pathTo(this.tree.value, id);
    const [last, wrong] = [path[bad - 1], path[bad]];
    if (error.code !== "illegal_move" || !last || !wrong) return;
    this.tree.value = remove(this.tree.value, wrong.id);
    this.lineEnd.value = last.id;
    this.show(last.id, true);
  }

  readonly problem = signal<WireError | null>(null);

  known(id: NodeId): View | undefined {
    return this.views.get(id);
  }

  /** Adds a move after the node shown and returns the new node. The board has it at once; the server's answer confirms it. */
  extend(move: string): NodeId {
    const view = this.settled.value ? this.view.value : null;
    const legal = view?.legal.find((candidate) => candidate.move === move);
    if (view && legal) this.view.value = afterMove(view, legal);
    const { tree, id } = addMove(this.tree.value, this.node.value, move);
    this.tree.value = tree;
    return id;
  }

  extendLine(moves: readonly string[]): NodeId {
    const { tree, id } = addLine(this.tree.value, this.node.value, moves);
    this.tree.value = tree;
    return id;
  }

  /** Where a step leads: back, forward along the line shown, its ends, or a brother. */
  target(step: "first" | "previous" | "next" | "last" | "up" | "down"): NodeId | null {
    const tree = this.tree.value;
    const current = nodeOf(tree, this.node.value);
    const line = this.line.value;
    switch (step) {
      case "first":
        return ROOT;
      case "previous":
        return current.parent;
      case "next":
        return line[current.ply]?.id === current.id
          ? (line[current.ply + 1]?.id ?? null)
          : (current.children[0] ?? null);
      case "last":
        return line.at(-1)?.id ?? null;
      case "up":
        return sibling(tree, current.id, -1);
      case "down":
        return sibling(tree, current.id, 1);
    }
  }
}
