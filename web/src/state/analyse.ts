// Free study of a game: engine on the node shown, review of the whole line, and the quiz made from it.

import { computed, signal } from "@preact/signals";
import { deeper, type Evaluation, type Proven } from "../model/evaluation";
import type { Setup, Side } from "../model/game";
import { toRecord } from "../model/record";
import {
  annotate,
  lineThrough,
  mainLine,
  movesTo,
  type NodeId,
  nodeOf,
  promote,
  ROOT,
  remove,
  type Tree,
} from "../model/tree";
import { evaluationFromInfo, sideOf } from "../net/convert";
import type { GameRecord, GoRequest, WireExplained, WireInfo, WireJudged, WireReviewed } from "../net/protocol";
import { link, seed } from "./app";
import { withJudged } from "./judged";
import { Entry, type Version } from "./saver";
import { Session } from "./session";
import { candidatesWanted, engineShare } from "./settings";

export interface ReviewState {
  readonly done: number;
  readonly total: number;
  readonly running: boolean;
  /** By the node that the judged move leads to. */
  readonly judged: ReadonlyMap<NodeId, WireJudged>;
  readonly summary: WireReviewed | null;
}

export interface QuizState {
  readonly nodes: readonly NodeId[];
  readonly index: number;
  readonly phase: "ask" | "checking" | "wrong" | "right" | "revealed";
  readonly tried: string | null;
  readonly lost: number;
  /** What is certain about the move that was tried. */
  readonly proven: Proven | null;
}

const KEEP_EVERY_MS = 1_000;
const QUIZ_VISITS = 600;
/** Size of the graph to look into when answers must be repeatable. */
const EXPLAIN_VISITS = 600;
/** A quiz answer is good when it gives away less than this chance. */
const QUIZ_TOLERANCE = 0.05;

export class Analyse extends Session {
  readonly engineOn = signal(false);
  readonly evaluation = signal<Evaluation | null>(null);
  readonly reviewing = signal<ReviewState | null>(null);
  readonly quiz = signal<QuizState | null>(null);
  /** The stored game that this is, if any. */
  readonly entry = new Entry();
  private keptAt = 0;
  private pendingReview = false;
  private active = false;

  /** The evaluation to show: the live one, else what the tree remembers; nothing during a quiz. */
  readonly shown = computed(() => {
    if (this.quiz.value && this.quiz.value.phase !== "revealed") return null;
    const here = this.curve.value.find(({ id }) => id === this.node.value);
    return this.evaluation.value ?? (here ?? nodeOf(this.tree.value, this.node.value)).evaluation ?? null;
  });

  constructor() {
    super(link);
  }

  /** Another game in place of this one. Gives what brings this one back, where somebody might miss it. */
  replace(setup: Setup, tree: Tree, start: string | null, node: NodeId): (() => void) | null {
    this.keep();
    const kept = this.worthKeeping();
    const { key, start: from } = this;
    const [board, line, shown] = [this.setup.value, this.tree.value, this.node.value];
    const [stored, review] = [this.entry.stored.value, this.reviewing.value];
    this.adopt(setup, tree, start, node);
    if (!kept) return null;
    return () => {
      this.adopt(board, line, from, shown, stored);
      this.reviewing.value = review && { ...review, running: false };
      this.key = key;
    };
  }

  /** Takes over a game from elsewhere. */
  adopt(setup: Setup, tree: Tree, start: string | null, node: NodeId, stored: Version | null = null): void {
    this.stopEngine();
    this.entry.stored.value = stored;
    this.reviewing.value = null;
    this.quiz.value = null;
    this.reset(setup, tree, start, node);
    if (this.active) this.visit(node);
  }

  activate(): void {
    this.active = true;
    this.visit(this.node.value);
  }

  deactivate(): void {
    this.active = false;
    this.keep();
    this.stopReview();
    this.link.stop();
    this.evaluation.value = null;
  }

  visit(id: NodeId | null): void {
    if (id === null) return;
    this.keep();
    this.evaluation.value = null;
    const contact = this.engineOn.value || this.pendingReview || !this.known(id) || this.opened === null;
    if (this.reviewing.value?.running && this.known(id)) {
      // The review has the connection: only look.
      this.show(id, false);
      return;
    }
    // Any other position takes it away.
    if (contact) this.stopReview();
    this.show(id, contact, () => {
      if (this.node.value !== id) return;
      if (this.pendingReview) this.startReview();
      else if (this.engineOn.value) this.search();
    });
  }

  play(move: string): void {
    if (this.quiz.value) {
      this.answer(move);
      return;
    }
    if (!this.settled.value) return;
    const id = this.extend(move);
    this.lineEnd.value = lineThrough(this.tree.value, id).at(-1)?.id ?? id;
    this.visit(id);
  }

  playLine(moves: readonly string[]): void {
    if (moves.length === 0 || this.quiz.value) return;
    const id = this.extendLine(moves);
    this.lineEnd.value = id;
    this.visit(nodeOf(this.tree.value, id).id);
  }

  toggleEngine(): void {
    if (this.engineOn.value) this.stopEngine();
    else {
      this.stopReview();
      this.engineOn.value = true;
      this.visit(this.node.value);
    }
  }

  stopEngine(): void {
    this.keep();
    this.engineOn.value = false;
    this.link.stop();
  }

  /** Asks for the searched graph of the node shown, null if there is none; the engine stops, as the graph is a still picture. */
  explain(take: (explained: WireExplained | null) => void): void {
    this.stopReview();
    this.stopEngine();
    this.show(this.node.value, true, () => {
      if (this.view.value?.over) return take(null);
      this.link.go(
        { mode: "explain", ...engineShare(), ...(seed === undefined ? {} : { visits: EXPLAIN_VISITS, seed }) },
        {
          explained: take,
          failed: (error) => {
            this.problem.value = error;
            take(null);
          },
        },
      );
    });
  }

  promoteHere(): void {
    this.tree.value = promote(this.tree.value, this.node.value);
  }

  /** Deletes the node shown with all after it; returns what undoes it. */
  deleteHere(): (() => void) | null {
    const { tree, node } = this;
    const [oldTree, oldNode, oldEnd] = [tree.value, node.value, this.lineEnd.value];
    const parent = nodeOf(oldTree, oldNode).parent;
    if (parent === null) return null;
    this.node.value = parent;
    this.tree.value = remove(oldTree, oldNode);
    this.lineEnd.value = lineThrough(this.tree.value, parent).at(-1)?.id ?? parent;
    this.visit(parent);
    return () => {
      this.tree.value = oldTree;
      this.lineEnd.value = oldEnd;
      this.visit(oldNode);
    };
  }

  /** Has every move of the main line judged. */
  review(): void {
    this.stopEngine();
    this.pendingReview = true;
    if (this.active) this.visit(mainLine(this.tree.value).at(-1)?.id ?? ROOT);
    else this.node.value = mainLine(this.tree.value).at(-1)?.id ?? ROOT;
  }

  stopReview(): void {
    if (!this.reviewing.value?.running) return;
    this.link.stop();
    this.reviewing.value = { ...this.reviewing.value, running: false };
  }

  /** Questions from the judged moves of one side, or of both. */
  startQuiz(side: Side | null): void {
    const judged = this.reviewing.value?.judged;
    if (!judged) return;
    const nodes = mainLine(this.tree.value)
      .filter((node) => {
        const judgement = judged.get(node.id);
        const bad = judgement?.glyph === "mistake" || judgement?.glyph === "blunder";
        return bad && (side === null || (judgement && sideOf(judgement.side) === side));
      })
      .map((node) => node.id);
    if (nodes.length === 0) return;
    this.stopEngine();
    this.ask(nodes, 0);
  }

  /** The positions of the main line before its blunders, as moves from the start. */
  blunders(): string[][] {
    const judged = this.reviewing.value?.judged;
    const nodes = mainLine(this.tree.value).filter((node) => judged?.get(node.id)?.glyph === "blunder");
    return nodes.map((node) => movesTo(this.tree.value, node.parent ?? ROOT));
  }

  nextQuestion(): void {
    const quiz = this.quiz.value;
    if (!quiz) return;
    if (quiz.index + 1 < quiz.nodes.length) this.ask(quiz.nodes, quiz.index + 1);
    else this.leaveQuiz();
  }

  revealAnswer(): void {
    if (this.quiz.value) this.quiz.value = { ...this.quiz.value, phase: "revealed" };
  }

  leaveQuiz(): void {
    this.quiz.value = null;
    this.visit(this.node.value);
  }

  private ask(nodes: readonly NodeId[], index: number): void {
    this.quiz.value = { nodes, index, phase: "ask", tried: null, lost: 0, proven: null };
    const parent = nodeOf(this.tree.value, nodes[index] ?? ROOT).parent ?? ROOT;
    this.show(parent, true);
  }

  private answer(move: string): void {
    const quiz = this.quiz.value;
    if (!quiz || quiz.phase === "checking" || quiz.phase === "right") return;
    this.quiz.value = { ...quiz, phase: "checking", tried: move };
    this.link.go(
      { mode: "analyse", visits: QUIZ_VISITS, include: [move], multi: 1, ...(seed === undefined ? {} : { seed }) },
      {
        best: (best) => {
          const lost = best.info ? lostBy(best.info, move) : 1;
          const proven = best.info?.moves.find((told) => told.m === move)?.proven ?? null;
          const now = this.quiz.value;
          if (now) this.quiz.value = { ...now, phase: lost < QUIZ_TOLERANCE ? "right" : "wrong", lost, proven };
        },
        failed: (error) => {
          this.problem.value = error;
          if (this.quiz.value) this.quiz.value = { ...this.quiz.value, phase: "ask" };
        },
      },
    );
  }

  private search(): void {
    const view = this.view.value;
    if (!view || view.over) return;
    const id = this.node.value;
    const played = nodeOf(this.tree.value, id).children.map((child) => nodeOf(this.tree.value, child).move);
    const request: GoRequest = {
      mode: "analyse",
      multi: candidatesWanted(),
      include: played,
      max_hz: 10,
      ...engineShare(),
    };
    const take = (frame: WireInfo) => {
      if (this.node.value !== id) return;
      this.evaluation.value = evaluationFromInfo(frame);
      if (performance.now() - this.keptAt > KEEP_EVERY_MS) this.keep();
    };
    this.link.go(request, {
      info: take,
      best: (best) => {
        if (best.info) take(best.info);
        this.keep();
      },
      failed: (error) => {
        this.engineOn.value = false;
        this.problem.value = error;
      },
    });
  }

  private startReview(): void {
    this.pendingReview = false;
    const line = mainLine(this.tree.value);
    const total = line.length - 1;
    if (total === 0) return;
    this.reviewing.value = { done: 0, total, running: true, judged: new Map(), summary: null };
    this.link.go(
      { mode: "review", ...(seed === undefined ? {} : { seed, visits: 200 }) },
      {
        judged: (judged) => this.note(judged),
        reviewed: (summary) => {
          const state = this.reviewing.value;
          if (state) this.reviewing.value = { ...state, running: false, summary };
        },
        failed: (error) => {
          this.problem.value = error;
          this.reviewing.value = null;
        },
      },
    );
  }

  /** Files one judgement with its move: glyph, value after it, value before it. */
  private note(judged: WireJudged): void {
    const state = this.reviewing.value;
    const node = mainLine(this.tree.value)[judged.ply];
    if (!state || !node) return;
    const valued = withJudged(this.tree.value, judged);
    this.tree.value = judged.glyph === null ? valued : annotate(valued, node.id, { glyph: judged.glyph });
    const all = new Map(state.judged).set(node.id, judged);
    this.reviewing.value = { ...state, done: judged.done, total: judged.total, judged: all };
  }

  /** Writes the live evaluation into the tree; a shallower one never replaces a deeper one. */
  private keep(): void {
    const live = this.evaluation.value;
    this.keptAt = performance.now();
    if (!live) return;
    const id = this.node.value;
    const node = this.tree.value.nodes.get(id);
    if (node && deeper(node.evaluation, live) === live)
      this.tree.value = annotate(this.tree.value, id, { evaluation: live });
  }

  /** The game with its variations, notes and analysis. */
  record(): GameRecord {
    this.keep();
    const header = { players: [{}, {}] as const, date: new Date().toISOString().slice(0, 10), timeControl: "" };
    const end = mainLine(this.tree.value).at(-1)?.id ?? ROOT;
    return toRecord(this.setup.value, this.tree.value, header, this.known(end)?.over ?? null, this.start).record;
  }

  /** Stores the game, as a new entry if a copy is wanted. */
  save(name: string, copy: boolean): Promise<void> {
    return this.entry.save({ name, record: this.record(), meta: { mode: "analyse" } }, copy);
  }

  movesHere(): string[] {
    return movesTo(this.tree.value, this.node.value);
  }
}

/** How much chance a move gives away against the best one. */
export function lostBy(info: WireInfo, move: string): number {
  const evaluation = evaluationFromInfo(info);
  const best = Math.max(...evaluation.lines.map((line) => line.chance ?? 0));
  const mine = evaluation.lines.find((line) => line.move === move)?.chance ?? 0;
  return best - mine;
}

export const analyse = new Analyse();
