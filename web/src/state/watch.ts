// Engine against engine: both sides chosen, with speed, step and pause, and a log of what each thought.

import { computed, signal } from "@preact/signals";
import { deeper, type Evaluation } from "../model/evaluation";
import type { Ending, Setup, Side } from "../model/game";
import { toRecord } from "../model/record";
import type { Contestant, Contestants } from "../model/share";
import { annotate, emptyTree, mainLine, type NodeId, nodeOf, ROOT, type Tree } from "../model/tree";
import { evaluationFromInfo } from "../net/convert";
import type { GameRecord, RecordPlayer } from "../net/protocol";
import { link, seed } from "./app";
import { Entry, type Version } from "./saver";
import { Session } from "./session";

export interface LogEntry {
  readonly ply: number;
  readonly side: Side;
  readonly move: string;
  readonly evaluation: Evaluation | null;
  readonly reason: string;
  readonly ms: number;
}

/** A player as saved games name it. */
const seatOf = (player: Contestant): RecordPlayer =>
  player.startsWith("level:")
    ? { name: "Luozi", program: "luozi", level: `level ${player.slice(6)}` }
    : { name: player.slice(7), program: "luozi" };

export class Watch extends Session {
  readonly players = signal<Contestants>(["level:6", "level:4"]);
  readonly delayMs = signal(400);
  readonly state = signal<"idle" | "running" | "paused" | "over">("idle");
  readonly tip = signal<NodeId>(ROOT);
  readonly log = signal<readonly LogEntry[]>([]);
  readonly evaluation = signal<Evaluation | null>(null);
  readonly ending = signal<Ending | null>(null);
  /** What is known about the position shown; while the game goes on, what the last mover thought. */
  readonly shown = computed<Evaluation | null>(() => {
    const here = this.curve.value.find(({ id }) => id === this.node.value)?.evaluation;
    return here ?? (this.node.value === this.tip.value ? this.evaluation.value : null);
  });
  private timer: ReturnType<typeof setTimeout> | null = null;
  private single = false;

  readonly entry = new Entry();

  constructor() {
    super(link);
  }

  begin(setup: Setup, players: Contestants): void {
    this.place(setup, players, emptyTree(), null, "running");
  }

  /** Shows the end of a game that was watched before; it waits there. */
  resume(setup: Setup, players: Contestants, tree: Tree, stored: Version | null): void {
    this.place(setup, players, tree, stored, "paused");
  }

  private place(
    setup: Setup,
    players: Contestants,
    tree: Tree,
    stored: Version | null,
    state: "running" | "paused",
  ): void {
    this.halt();
    const tip = mainLine(tree).at(-1)?.id ?? ROOT;
    this.players.value = players;
    this.reset(setup, tree, null, tip);
    this.tip.value = tip;
    this.log.value = [];
    this.evaluation.value = null;
    this.ending.value = null;
    this.entry.stored.value = stored;
    this.state.value = state;
    this.enter();
  }

  pause(): void {
    if (this.state.value !== "running") return;
    this.halt();
    this.state.value = "paused";
  }

  goOn(): void {
    if (this.state.value !== "paused") return;
    this.state.value = "running";
    this.enter();
  }

  /** One move, then paused again. */
  step(): void {
    if (this.state.value === "over" || this.state.value === "idle") return;
    this.halt();
    this.single = true;
    this.state.value = "running";
    this.enter();
  }

  look(id: NodeId | null): void {
    if (id !== null && this.known(id)) this.show(id, false);
  }

  activate(): void {
    if (this.view.value === null) this.show(this.tip.value, true);
  }

  deactivate(): void {
    this.pause();
    this.link.stop();
  }

  /** The game as far as it has come, with what both thought. */
  record(): GameRecord {
    const [first, second] = this.players.value;
    const header = {
      players: [seatOf(first), seatOf(second)] as const,
      date: new Date().toISOString().slice(0, 10),
      timeControl: "",
    };
    return toRecord(this.setup.value, this.tree.value, header, this.ending.value, this.start).record;
  }

  save(name: string, copy: boolean): Promise<void> {
    return this.entry.save({ name, record: this.record(), meta: { mode: "watch" } }, copy);
  }

  private halt(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.single = false;
    this.link.stop();
  }

  private enter(): void {
    const id = this.tip.value;
    this.show(id, true, () => {
      const view = this.known(id);
      if (this.tip.value !== id || !view) return;
      if (view.over) {
        this.ending.value = view.over;
        this.state.value = "over";
      } else if (this.state.value === "running") this.think();
    });
  }

  private think(): void {
    const view = this.view.value;
    if (!view) return;
    const side = view.toMove;
    const player = this.players.value[side - 1] ?? "level:5";
    const who = player.startsWith("level:")
      ? { level: Number(player.slice(6)) }
      : { preset: player.slice(7), ms: 1000 };
    const started = performance.now();
    this.link.go(
      { mode: "move", ...who, ...(seed === undefined ? {} : { seed }) },
      {
        best: (best) => {
          const evaluation = best.info ? evaluationFromInfo(best.info) : null;
          const wait = this.single ? 0 : Math.max(0, this.delayMs.value - (performance.now() - started));
          this.timer = setTimeout(
            () => this.advance(side, best.m, evaluation, best.reason, performance.now() - started),
            wait,
          );
        },
        failed: (error) => {
          this.problem.value = error;
          this.state.value = "paused";
        },
      },
    );
  }

  private advance(side: Side, move: string, evaluation: Evaluation | null, reason: string, ms: number): void {
    const before = this.tip.value;
    if (evaluation) {
      this.evaluation.value = evaluation;
      this.tree.value = annotate(this.tree.value, before, {
        evaluation: deeper(nodeOf(this.tree.value, before).evaluation, evaluation),
      });
    }
    this.node.value = before;
    const id = this.extend(move);
    this.tip.value = id;
    this.lineEnd.value = id;
    this.log.value = [...this.log.value, { ply: nodeOf(this.tree.value, id).ply, side, move, evaluation, reason, ms }];
    if (this.single) {
      this.single = false;
      this.state.value = "paused";
    }
    this.enter();
  }
}

export const watch = new Watch();
