// A position in which the right move is to be found: of a puzzle or of a lesson.

import { signal } from "@preact/signals";
import type { Side, View } from "../model/game";
import { addLine, emptyTree, lineThrough, type NodeId, ROOT } from "../model/tree";
import { setupFromWire } from "../net/convert";
import type { Setup } from "../net/wire";
import { link } from "../state/app";
import { firstHint, type Hint } from "../state/hint";
import { Session } from "../state/session";

export interface Task {
  readonly setup: Setup;
  readonly start: string | null;
  readonly moves: readonly string[];
  /** All moves that are right; without any there is nothing to find. */
  readonly right: readonly string[];
  /** Best play, the right move first. */
  readonly line: readonly string[];
}

export type Phase = "ask" | "wrong" | "solved" | "shown";

/** Moves written with spaces between them. */
export const words = (text: string | undefined): string[] => (text ?? "").split(" ").filter(Boolean);

export class Exercise extends Session {
  readonly phase = signal<Phase>("ask");
  /** The wrong move that was tried last. */
  readonly tried = signal<string | null>(null);
  readonly hint = signal<Hint | null>(null);
  /** The side that is to find it; null until the position is there. */
  readonly asker = signal<Side | null>(null);
  /** Something was wrong before, or help was asked for: solving it counts no more. */
  readonly spoiled = signal(false);
  /** It was decided, once, how it went: whether it was solved at once and without help. */
  onDecided: (solved: boolean) => void = () => {};
  private task: Task | null = null;
  /** Where the question is asked. */
  private place: NodeId = ROOT;

  constructor() {
    super(link);
  }

  begin(task: Task): void {
    this.task = task;
    this.phase.value = "ask";
    this.tried.value = null;
    this.hint.value = null;
    this.spoiled.value = false;
    this.asker.value = null;
    const { tree, id } = addLine(emptyTree(), ROOT, task.moves);
    this.place = id;
    this.reset(setupFromWire(task.setup), tree, task.start, id);
    this.show(id, true, () => {
      this.asker.value = this.view.value?.toMove ?? null;
    });
  }

  /** Tries a legal move. */
  answer(move: string): void {
    const { task, phase } = this;
    if (!task || !this.settled.value || (phase.value !== "ask" && phase.value !== "wrong")) return;
    this.hint.value = null;
    if (task.right.includes(move)) {
      if (!this.spoiled.value) this.onDecided(true);
      this.finish("solved", move);
    } else {
      this.spoil();
      this.tried.value = move;
      phase.value = "wrong";
    }
  }

  again(): void {
    this.phase.value = "ask";
    this.tried.value = null;
  }

  /** Shows the neighbourhood of the right move, then the move. */
  help(): void {
    const view = this.view.value;
    const move = this.task?.right[0];
    if (!view || move === undefined || this.phase.value === "solved") return;
    this.spoil();
    const { hint } = this;
    const first = firstHint({ region: around(view, move), top: [move], best: move, why: [], pv: [move] });
    hint.value = hint.value ? { ...hint.value, step: 3 } : first;
  }

  reveal(): void {
    const move = this.task?.right[0];
    if (move === undefined) return;
    this.spoil();
    this.finish("shown", move);
  }

  /** The position after the right move, with the rest of the line to step through. */
  private finish(phase: Phase, move: string): void {
    this.phase.value = phase;
    this.hint.value = null;
    const rest = this.task?.line[0] === move ? this.task.line.slice(1) : [];
    const id = this.extend(move);
    this.tree.value = addLine(this.tree.value, id, rest).tree;
    this.lineEnd.value = lineThrough(this.tree.value, id).at(-1)?.id ?? id;
    this.show(id, true);
  }

  private spoil(): void {
    if (!this.spoiled.value) this.onDecided(false);
    this.spoiled.value = true;
  }

  /** Steps through the line, but never ahead of the question. */
  step(to: "first" | "previous" | "next" | "last"): void {
    const id = this.reachable(to);
    if (id !== null) this.show(id, false);
  }

  reachable(to: "first" | "previous" | "next" | "last"): NodeId | null {
    if (this.phase.value !== "solved" && this.phase.value !== "shown") return null;
    const id = to === "first" ? this.place : this.target(to);
    if (id === this.node.value || (to === "previous" && this.node.value === this.place)) return null;
    return id;
  }
}

/** The cells of the square of nine in whose middle a move lands. */
function around({ legal, grid }: View, move: string): number[] {
  const cell = legal.find((known) => known.move === move)?.cell ?? -1;
  if (cell < 0) return [];
  const { rows, cols } = grid;
  const [row, column] = [Math.floor(cell / cols), cell % cols];
  const near = (at: number, most: number) => [at - 1, at, at + 1].filter((one) => one >= 0 && one < most);
  return near(row, rows).flatMap((y) => near(column, cols).map((x) => y * cols + x));
}
