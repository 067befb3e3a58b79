// A game against the engine or between two people: turns, clock, pause, undo, hint, result, autosave. The rules are
// the server's: this file only decides whose turn it is to be asked.

import { computed, signal } from "@preact/signals";
import {
  type Clock,
  type ClockRule,
  clockRuleText,
  flagged,
  left,
  moved,
  NO_CLOCK,
  newClock,
  start,
  stop,
} from "../model/clock";
import { deeper, type Evaluation } from "../model/evaluation";
import { type Ending, FIRST_SETUP, other, type Setup, type Side } from "../model/game";
import { fromRecord, toRecord } from "../model/record";
import { addLine, annotate, emptyTree, mainLine, type NodeId, nodeOf, promote, ROOT } from "../model/tree";
import { api, type StoredGame } from "../net/api";
import { evaluationFromInfo, winnerOf, wireSide } from "../net/convert";
import type { GameMeta, WireError } from "../net/protocol";
import { link, now, seed, tick } from "./app";
import { firstHint, type Hint, nextHint } from "./hint";
import { withJudged } from "./judged";
import { pace, paced, paceNamed } from "./pace";
import { Saver, type Version } from "./saver";
import { Session } from "./session";
import { engineShare } from "./settings";

export type Seat = Side | "both";
export type Accuracy = readonly [number | null, number | null];

export interface PlayOptions {
  readonly setup: Setup;
  readonly human: Seat;
  readonly level: number;
  readonly clock: ClockRule;
}

const PASS_BANNER_MS = 900;
const RETRY_MS = 1_500;
/** Simulations a position when a finished game is judged for its accuracy. */
const ACCURACY_VISITS = 60;

export class Play extends Session {
  readonly options = signal<PlayOptions>({ setup: FIRST_SETUP, human: 1, level: 3, clock: NO_CLOCK });
  /** Where the game stands; the board may show an earlier node. */
  readonly tip = signal<NodeId>(ROOT);
  readonly clock = signal<Clock>(newClock(NO_CLOCK));
  readonly paused = signal(false);
  readonly clean = signal(true);
  readonly hint = signal<Hint | null>(null);
  readonly passing = signal<Side | null>(null);
  readonly evaluation = signal<Evaluation | null>(null);
  /** Resignation or time; an ending on the board is the server's. */
  readonly declared = signal<Ending | null>(null);
  readonly ending = computed<Ending | null>(() => this.declared.value ?? this.tipOver.value);
  readonly thinking = signal(false);
  /** What the bar tells: nothing on a clean board; of a game that is over, what is known about the position shown. */
  readonly shown = computed<Evaluation | null>(() => {
    if (this.ending.value) return this.curve.value.find(({ id }) => id === this.node.value)?.evaluation ?? null;
    return this.clean.value ? null : this.evaluation.value;
  });
  /** Of both sides, some moments after the end of the game. */
  readonly accuracy = signal<Accuracy | "judging" | null>(null);
  readonly saver = new Saver((stored) => this.onAwards(stored.awards));
  onAwards: (ids: readonly string[]) => void = () => {};
  onEnd: (ending: Ending) => void = () => {};
  onMove: (side: Side, move: string) => void = () => {};
  private readonly tipOver = signal<Ending | null>(null);
  private undone: NodeId[] = [];
  private hints = 0;
  private undos = 0;
  private turnSince = 0;
  /** Paused only because another screen was opened. */
  private left = false;

  constructor() {
    super(link);
  }

  /** Whose input the board takes: null while the engine thinks, while paused, after the end and when looking back. */
  readonly inputSide = computed<Side | null>(() => {
    const view = this.view.value;
    if (!view || !this.settled.value || this.paused.value || this.ending.value || this.passing.value !== null)
      return null;
    if (this.node.value !== this.tip.value) return null;
    const { human } = this.options.value;
    return human === "both" || human === view.toMove ? view.toMove : null;
  });

  begin(options: PlayOptions, clean = true): void {
    this.clean.value = clean;
    pace.value = "normal";
    this.beginFrom(options, null, []);
  }

  /** A new game that begins with moves already made. */
  beginFrom(options: PlayOptions, from: string | null, moves: readonly string[]): void {
    this.options.value = options;
    this.saver.reset(null);
    this.clear();
    const { tree, id } = addLine(emptyTree(), ROOT, moves);
    this.reset(options.setup, tree, from, id);
    this.tip.value = id;
    this.clock.value = newClock(options.clock);
    this.enterTip();
  }

  /** Goes on with a stored game; throws when the record is not one. */
  resume({ record, meta }: Pick<StoredGame, "record" | "meta">, stored: Version | null): void {
    const { setup, tree, start: from } = fromRecord(record);
    const page = (meta.page ?? {}) as { clockKind?: ClockRule["kind"]; pace?: string; clean?: boolean };
    const rule: ClockRule = meta.clock
      ? { kind: page.clockKind ?? "fischer", baseMs: meta.clock.base_ms, incrementMs: meta.clock.inc_ms }
      : NO_CLOCK;
    const human: Seat = meta.human === "first" ? 1 : meta.human === "second" ? 2 : "both";
    this.options.value = { setup, human, level: meta.level ?? 3, clock: rule };
    this.clear();
    pace.value = paceNamed(page.pace);
    this.clean.value = page.clean ?? true;
    this.hints = meta.hints ?? 0;
    this.undos = meta.undos ?? 0;
    this.saver.reset(stored, record);
    const node = meta.node !== undefined && tree.nodes.has(meta.node) ? meta.node : (mainLine(tree).at(-1)?.id ?? ROOT);
    this.reset(setup, tree, from, node);
    this.tip.value = node;
    this.clock.value = { ...newClock(rule), ...(meta.left_ms ? { leftMs: meta.left_ms } : {}) };
    const { result } = record;
    if (result?.reason) this.declared.value = { winner: winnerOf(result.winner), why: result.reason, line: [] };
    // A timed game waits for its player.
    this.paused.value = rule.kind !== "none" && !result;
    this.enterTip();
  }

  play(move: string): void {
    const side = this.view.value?.toMove;
    if (side === undefined || !this.settled.value || this.node.value !== this.tip.value || this.ending.value) return;
    const at = performance.now();
    const id = this.extend(move);
    this.tree.value = promote(this.tree.value, id);
    this.lineEnd.value = id;
    this.clock.value = moved(this.clock.value, side, at, false);
    const timed = this.options.value.clock.kind !== "none";
    this.tree.value = annotate(this.tree.value, id, {
      usedMs: Math.max(0, at - this.turnSince),
      ...(timed ? { clockMs: left(this.clock.value, side, at) } : {}),
    });
    this.undone = [];
    this.hint.value = null;
    this.tip.value = id;
    this.onMove(side, move);
    this.enterTip();
  }

  /** Shows an earlier or later node of the game without changing it. */
  look(id: NodeId | null): void {
    if (id === null) return;
    if (id === this.tip.value && this.opened !== id) this.show(id, true, () => this.analyseIfShown());
    else if (this.known(id)) this.show(id, false);
    else if (!this.thinking.value) this.show(id, true);
  }

  undo(): void {
    if (this.ending.value || this.paused.value) return;
    const { human } = this.options.value;
    let target = nodeOf(this.tree.value, this.tip.value).parent;
    if (target === null) return;
    this.link.stop();
    if (human !== "both") {
      // Back to the human's turn: both plies, or only the own one while the engine still thinks.
      while (target !== null && this.sideToMoveAt(target) !== human) target = nodeOf(this.tree.value, target).parent;
      if (target === null) return;
    }
    this.undone.push(this.tip.value);
    this.undos += 1;
    this.moveTip(target);
  }

  redo(): void {
    const target = this.undone.pop();
    if (target === undefined || this.ending.value || this.paused.value) return;
    this.link.stop();
    this.moveTip(target);
  }

  readonly canRedo = (): boolean => this.undone.length > 0;

  pause(): void {
    if (this.ending.value || this.paused.value) return;
    this.link.stop();
    this.thinking.value = false;
    this.paused.value = true;
    this.clock.value = stop(this.clock.value, performance.now());
    this.hint.value = null;
    this.retick();
    void this.save();
  }

  unpause(): void {
    if (!this.paused.value) return;
    this.paused.value = false;
    this.enterTip();
  }

  resign(): void {
    if (this.ending.value) return;
    const { human } = this.options.value;
    const loser = human === "both" ? (this.view.value?.toMove ?? 1) : human;
    this.declare({ winner: other(loser), why: "resign", line: [] });
  }

  askHint(): void {
    if (this.hint.value) {
      this.hint.value = nextHint(this.hint.value);
      return;
    }
    if (this.inputSide.value === null) return;
    this.hints += 1;
    this.link.go(
      { mode: "hint", ...(seed === undefined ? {} : { seed, visits: 400 }) },
      {
        best: (best) => {
          if (best.hint) this.hint.value = firstHint(best.hint);
          this.analyseIfShown();
        },
        failed: (error) => {
          this.problem.value = error;
        },
      },
    );
  }

  setClean(clean: boolean): void {
    this.clean.value = clean;
    if (clean && !this.thinking.value) {
      this.link.stop();
      this.evaluation.value = null;
    } else this.analyseIfShown();
  }

  /** Takes the connection back after another screen had it. A game without a clock goes on by itself. */
  activate(): void {
    if (this.left && this.options.value.clock.kind === "none") this.paused.value = false;
    this.left = false;
    if (this.accuracy.value === "judging") this.show(this.node.value, true, () => this.judge());
    else if (this.paused.value || this.ending.value) this.show(this.node.value, !this.known(this.node.value));
    else this.enterTip();
  }

  /** Leaves the connection to another screen: a game under way pauses. */
  deactivate(): void {
    const started = this.tip.value !== ROOT && !this.ending.value;
    if (started && !this.paused.value) {
      this.pause();
      this.left = true;
    } else this.link.stop();
    this.retick();
  }

  snapshot(name: string) {
    const { human, level, clock: rule } = this.options.value;
    const seat = (side: Side) =>
      human === "both" || human === side
        ? { program: "human" }
        : { name: "Luozi", program: "luozi", level: `level ${level}` };
    const { record, place } = toRecord(
      this.setup.value,
      this.tree.value,
      { players: [seat(1), seat(2)], date: new Date().toISOString().slice(0, 10), timeControl: clockRuleText(rule) },
      this.ending.value,
      this.start,
    );
    const at = performance.now();
    const meta: GameMeta = {
      human: human === "both" ? "both" : wireSide(human),
      level: human === "both" ? null : level,
      mode: "play",
      hints: this.hints,
      undos: this.undos,
      clock: rule.kind === "none" ? null : { base_ms: rule.baseMs, inc_ms: rule.incrementMs },
      left_ms:
        rule.kind === "none"
          ? null
          : [Math.round(left(this.clock.value, 1, at)), Math.round(left(this.clock.value, 2, at))],
      paused: this.paused.value,
      node: place(this.tip.value),
      page: { clockKind: rule.kind, pace: pace.value, clean: this.clean.value },
    };
    return { name, record, meta };
  }

  /** Saves now; without a name the stored game keeps its own. */
  save(name = ""): Promise<void> {
    return this.saver.save(this.snapshot(name));
  }

  /** The game went on elsewhere as well: takes it over from there. */
  async takeStored(): Promise<void> {
    const id = this.saver.id.value;
    if (id === null) return;
    const stored = await api.game(id);
    this.resume(stored, stored);
  }

  /** The game went on elsewhere as well: this one becomes a game of its own. */
  keepOwn(): Promise<void> {
    this.saver.reset(null);
    return this.save();
  }

  /** The latest unfinished game, for the "continue" card. */
  static async latestUnfinished() {
    const page = await api.games({ state: "unfinished", limit: 10 });
    return page.games.find((game) => game.meta.mode === "play" && game.plies > 0) ?? null;
  }

  private clear(): void {
    this.link.stop();
    this.thinking.value = false;
    this.paused.value = false;
    this.hint.value = null;
    this.passing.value = null;
    this.evaluation.value = null;
    this.declared.value = null;
    this.tipOver.value = null;
    this.accuracy.value = null;
    this.undone = [];
    this.hints = 0;
    this.undos = 0;
  }

  private sideToMoveAt(id: NodeId): Side {
    return this.known(id)?.toMove ?? (nodeOf(this.tree.value, id).ply % 2 === 0 ? 1 : 2);
  }

  private moveTip(target: NodeId): void {
    this.tip.value = target;
    this.hint.value = null;
    this.tree.value = promote(this.tree.value, target);
    this.clock.value = stop(this.clock.value, performance.now());
    this.enterTip();
  }

  /** Opens the game's last position and asks whoever is to move. */
  private enterTip(): void {
    const id = this.tip.value;
    this.thinking.value = false;
    this.evaluation.value = null;
    this.show(id, true, () => {
      if (this.tip.value !== id) return;
      const view = this.known(id);
      this.tipOver.value = view?.over ?? null;
      if (id !== ROOT) void this.save();
      if (this.ending.value) this.finish();
      else if (!this.paused.value) this.turn();
    });
  }

  private turn(): void {
    const view = this.view.value;
    if (!view) return;
    const side = view.toMove;
    this.turnSince = performance.now();
    // Clocks wait for the first move.
    if (this.tip.value !== ROOT || this.options.value.human === 2) {
      this.clock.value = start(this.clock.value, side, this.turnSince);
    }
    this.retick();
    const only = view.legal.length === 1 ? view.legal[0] : undefined;
    if (only && only.cell < 0) {
      this.pass(side, only.move);
      return;
    }
    const { human, level } = this.options.value;
    if (human === "both" || human === side) {
      this.analyseIfShown();
      return;
    }
    this.thinking.value = true;
    const { kind, incrementMs } = this.options.value.clock;
    const timed = kind !== "none";
    const clock = {
      ms: Math.round(left(this.clock.value, side, this.turnSince)),
      inc_ms: incrementMs,
      per_move: kind === "move",
    };
    this.link.go(
      {
        mode: "move",
        level,
        ...paced(this.setup.value.game, level),
        ...(timed ? { clock } : {}),
        ...(seed === undefined ? {} : { seed }),
      },
      {
        best: (best) => {
          this.thinking.value = false;
          if (best.info) this.keep(this.tip.value, evaluationFromInfo(best.info));
          if (this.node.value !== this.tip.value) this.show(this.tip.value, false);
          this.play(best.m);
        },
        failed: (error) => this.searchFailed(error),
      },
    );
  }

  /** A crowded server is asked again; anything else is told. */
  private searchFailed(error: WireError): void {
    this.thinking.value = false;
    this.problem.value = error;
    const at = this.tip.value;
    if (error.code !== "busy" && error.code !== "rate") return;
    setTimeout(() => {
      if (this.tip.value === at && !this.paused.value && !this.ending.value && !this.thinking.value) this.enterTip();
    }, RETRY_MS);
  }

  private pass(side: Side, move: string): void {
    const at = this.tip.value;
    this.passing.value = side;
    setTimeout(() => {
      this.passing.value = null;
      if (this.tip.value === at && !this.paused.value) this.play(move);
    }, PASS_BANNER_MS);
  }

  private analyseIfShown(): void {
    if (this.clean.value || this.inputSide.value === null) return;
    this.link.go(
      { mode: "analyse", multi: 5, ...engineShare() },
      {
        info: (frame) => {
          this.evaluation.value = evaluationFromInfo(frame);
        },
        best: (best) => {
          if (best.info) this.evaluation.value = evaluationFromInfo(best.info);
        },
      },
    );
  }

  private keep(id: NodeId, evaluation: Evaluation): void {
    const old = nodeOf(this.tree.value, id).evaluation;
    this.tree.value = annotate(this.tree.value, id, { evaluation: deeper(old, evaluation) });
  }

  private declare(ending: Ending): void {
    this.link.stop();
    this.thinking.value = false;
    this.declared.value = ending;
    this.hint.value = null;
    void this.save();
    this.finish();
  }

  private finish(): void {
    this.clock.value = stop(this.clock.value, performance.now());
    this.retick();
    this.clean.value = true;
    const ending = this.ending.value;
    if (ending) this.onEnd(ending);
    this.judge();
  }

  /** Has the finished game judged while its card is shown, for the accuracy and the curve. */
  private judge(): void {
    if (this.opened !== this.tip.value || this.tip.value === ROOT) return;
    this.accuracy.value = "judging";
    this.link.go(
      { mode: "review", visits: ACCURACY_VISITS },
      {
        judged: (judged) => (this.tree.value = withJudged(this.tree.value, judged)),
        reviewed: (reviewed) => (this.accuracy.value = reviewed.accuracy),
        failed: () => (this.accuracy.value = null),
      },
    );
  }

  private retick(): void {
    const running = this.clock.value.running !== null && !this.paused.value;
    now.value = performance.now();
    tick(running, () => {
      const loser = flagged(this.clock.value, performance.now());
      if (loser !== null && !this.ending.value) this.declare({ winner: other(loser), why: "time", line: [] });
    });
  }
}

export const play = new Play();
