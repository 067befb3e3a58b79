import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WireJudged } from "../src/net/protocol";
import { bestOf, type FakeLink, infoOf, problem, SETUP } from "./server";

vi.mock("../src/state/app", async () => {
  const { FakeLink } = await import("./server");
  return { link: new FakeLink(), seed: undefined };
});
vi.mock("../src/state/settings", async () => {
  const { signal } = await import("@preact/signals");
  return { settings: signal({ candidates: 5 }), candidatesWanted: () => 5, engineShare: () => ({ threads: 2 }) };
});
vi.mock("../src/net/api", () => ({ api: {} }));

const { Analyse, lostBy } = await import("../src/state/analyse");
const { addLine, emptyTree, mainLine, movesTo, nodeOf, ROOT } = await import("../src/model/tree");
const link = (await import("../src/state/app")).link as unknown as FakeLink;

let analyse: InstanceType<typeof Analyse>;
const here = () => movesTo(analyse.tree.value, analyse.node.value);

beforeEach(() => {
  link.reset();
  analyse = new Analyse();
  analyse.activate();
  analyse.adopt(SETUP, emptyTree(), null, ROOT);
});

const judged = (ply: number, part: Partial<WireJudged> = {}): WireJudged => ({
  gen: 1,
  id: 1,
  done: 1,
  total: 4,
  ply,
  m: "B2",
  side: ply % 2 === 1 ? "first" : "second",
  wr: 3000,
  proven: null,
  best: "A1",
  best_wr: 8000,
  best_proven: null,
  loss: 5000,
  glyph: "blunder",
  pv: ["A1"],
  visits: 400,
  ...part,
});

describe("analysis", () => {
  it("makes a variation of a move that differs, and finds one that is there", () => {
    analyse.play("B2");
    analyse.play("A1");
    analyse.visit(1);
    analyse.play("C3");
    expect(nodeOf(analyse.tree.value, 1).children).toHaveLength(2);
    analyse.visit(1);
    analyse.play("A1");
    expect(analyse.node.value).toBe(2);
    expect(nodeOf(analyse.tree.value, 1).children).toHaveLength(2);
  });

  it("searches the node shown, and the moves tried there are always in the list", () => {
    analyse.play("B2");
    analyse.visit(ROOT);
    analyse.toggleEngine();
    expect(link.search.request).toMatchObject({ mode: "analyse", include: ["B2"], threads: 2 });
    link.search.handlers.info?.(infoOf());
    expect(analyse.shown.value?.visits).toBe(100);
    analyse.visit(1);
    // The value stays with the node it belongs to.
    expect(nodeOf(analyse.tree.value, ROOT).evaluation?.visits).toBe(100);
    expect(analyse.shown.value).toBeNull();
  });

  it("never lets a shallow search replace a deep one", () => {
    analyse.toggleEngine();
    link.search.handlers.info?.(infoOf({ visits: 900 }));
    analyse.stopEngine();
    analyse.visit(ROOT);
    analyse.toggleEngine();
    link.search.handlers.info?.(infoOf({ visits: 5 }));
    analyse.stopEngine();
    expect(nodeOf(analyse.tree.value, ROOT).evaluation?.visits).toBe(900);
  });

  it("turns the engine off when the server has no room", () => {
    analyse.toggleEngine();
    link.search.handlers.failed?.(problem("busy", { searches: 1 }));
    expect(analyse.engineOn.value).toBe(false);
    expect(analyse.problem.value?.code).toBe("busy");
  });

  it("deletes a line, and brings it back", () => {
    for (const move of ["B2", "A1", "C3"]) analyse.play(move);
    analyse.visit(2);
    const undo = analyse.deleteHere();
    expect(here()).toEqual(["B2"]);
    undo?.();
    expect(here()).toEqual(["B2", "A1"]);
    expect(mainLine(analyse.tree.value)).toHaveLength(4);
    analyse.visit(ROOT);
    expect(analyse.deleteHere()).toBeNull();
  });

  it("hands a graph on only where there is something to search", () => {
    const taken: unknown[] = [];
    analyse.explain((explained) => taken.push(explained));
    const graph = { gen: 1, id: 1, searched: 1, nodes: [] };
    link.search.handlers.explained?.(graph);
    expect(taken).toEqual([graph]);
  });
});

describe("a review", () => {
  const play = () => {
    const { tree, id } = addLine(emptyTree(), ROOT, ["B2", "A1", "C3", "A3"]);
    analyse.adopt(SETUP, tree, null, id);
    analyse.review();
  };

  it("files each judgement with its move", () => {
    play();
    expect(link.search.request.mode).toBe("review");
    link.search.handlers.judged?.(judged(3));
    expect(nodeOf(analyse.tree.value, 3).glyph).toBe("blunder");
    expect(nodeOf(analyse.tree.value, 3).evaluation?.first).toBeCloseTo(0.3);
    expect(nodeOf(analyse.tree.value, 2).evaluation?.first).toBeCloseTo(0.8);
    expect(analyse.reviewing.value).toMatchObject({ running: true, done: 1, total: 4 });
  });

  it("leaves the connection to itself while one looks around", () => {
    play();
    const opened = link.opened.length;
    analyse.visit(4);
    expect(link.opened.length).toBe(opened);
    analyse.stopReview();
    expect(analyse.reviewing.value?.running).toBe(false);
  });

  it("makes a quiz of the mistakes of a side", () => {
    play();
    link.search.handlers.judged?.(judged(2, { glyph: "mistake" }));
    link.search.handlers.judged?.(judged(3));
    link.search.handlers.judged?.(judged(4, { glyph: "doubtful" }));
    analyse.startQuiz(1);
    expect(analyse.quiz.value).toMatchObject({ nodes: [3], index: 0, phase: "ask" });
    // The board stands before the mistake, and the engine is hidden.
    expect(here()).toEqual(["B2", "A1"]);
    expect(analyse.shown.value).toBeNull();
    analyse.play("C1");
    expect(link.search.request).toMatchObject({ include: ["C1"] });
    const worse = { m: "C1", cell: 8, wr: 1000, n: 9, p: 1, margin: null, proven: null, pv: ["C1"], why: [] };
    link.search.handlers.best?.(bestOf("B2", { info: infoOf({ moves: [...infoOf().moves, worse] }) }));
    expect(analyse.quiz.value).toMatchObject({ phase: "wrong" });
    expect(analyse.quiz.value?.lost).toBeCloseTo(0.5);
    analyse.play("B2");
    link.search.handlers.best?.(bestOf("B2"));
    expect(analyse.quiz.value?.phase).toBe("right");
    analyse.nextQuestion();
    expect(analyse.quiz.value).toBeNull();
    // Trying an answer changes nothing in the game.
    expect(mainLine(analyse.tree.value)).toHaveLength(5);
  });

  it("knows what a move gives away", () => {
    expect(lostBy(infoOf(), "B2")).toBe(0);
    expect(lostBy(infoOf(), "C1")).toBeCloseTo(0.6);
  });
});
