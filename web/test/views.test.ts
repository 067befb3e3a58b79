import { describe, expect, it } from "vitest";
import { geometryOf } from "../src/board/geometry";
import { previewCells } from "../src/board/Marks";
import { motions } from "../src/board/Pieces";
import { deeper, type Evaluation } from "../src/model/evaluation";
import { compact, estimate, shortProof, shortValue, signed } from "../src/model/format";
import { evaluationFromInfo, viewFromState } from "../src/net/convert";
import type { WireInfo, WireState } from "../src/net/protocol";
import { applyEvent } from "../src/state/events";
import { points, squares, stateOf, upright, viewOf } from "./fixtures";

const state: WireState = stateOf(squares(), {
  moves: ["f5"],
  to_move: "second",
  cells: "...........................OX......XXX..........................",
  last: { m: "f5", cell: 37, changed: [36] },
  legal: [
    { m: "f4", cell: 29, flips: [28] },
    { m: "pass", cell: null },
  ],
  illegal: { flips_nothing: ["a1", "b1"] },
  counts: { stones: [4, 1], left: null, playable: [4, 3], empty: 59 },
});

const info: WireInfo = {
  gen: 1,
  id: 1,
  seq: 1,
  ms: 10,
  visits: 100,
  nodes: 90,
  nps: 9000,
  depth: 5,
  to_move: "second",
  root: { wr: 6000, margin: 4, proven: null },
  moves: [
    { m: "d6", cell: 43, wr: 6000, n: 80, p: 100, margin: 4, proven: null, pv: ["d6"], why: [] },
    { m: "f4", cell: 29, wr: null, n: 0, p: 10, margin: null, proven: null, pv: [], why: [] },
  ],
};

describe("what the server says", () => {
  it("becomes a view", () => {
    const view = viewFromState(state);
    expect(view.toMove).toBe(2);
    expect([view.cells[27], view.cells[37], view.cells[0]]).toEqual([2, 1, 0]);
    expect(view.legal.map((legal) => legal.cell)).toEqual([29, -1]);
    expect(view.illegal.get("b1")).toBe("flips_nothing");
    expect(view.playable).toEqual([4, 3]);
    expect(view.grid.cell_names[37]).toBe("f5");
  });

  it("marks NoGo points by who may use them", () => {
    const view = viewFromState({ ...state, kinds: "*XO- " });
    expect([...view.marks]).toEqual([
      [1, "first"],
      [2, "second"],
      [3, "nobody"],
    ]);
  });

  it("becomes an evaluation for the first player", () => {
    const evaluation = evaluationFromInfo(info);
    expect(evaluation.first).toBeCloseTo(0.4);
    expect(evaluation.margin).toBe(-4);
    expect(evaluation.lines.map((line) => line.chance)).toEqual([0.6, null]);
  });

  it("shows proofs as what they prove", () => {
    const proven = evaluationFromInfo({
      ...info,
      root: { wr: 9900, margin: null, proven: { result: "loss", plies: 4 } },
    });
    expect(proven.first).toBe(1);
  });

  it("never lets a shallow search replace a deep one or a guess replace a proof", () => {
    const value = (visits: number, proven: Evaluation["proven"]): Evaluation => ({
      ...evaluationFromInfo(info),
      visits,
      proven,
    });
    const deep = value(900, null);
    expect(deeper(deep, value(20, null))).toBe(deep);
    const proof = value(5, { result: "win", plies: 3 });
    expect(deeper(deep, proof)).toBe(proof);
    expect(deeper(proof, value(9_000, null))).toBe(proof);
    const won = value(500, { result: "win", plies: null });
    expect(deeper(won, proof)).toBe(proof);
    expect(deeper(proof, won)).toBe(proof);
  });
});

describe("numbers", () => {
  it("are short", () => {
    expect([compact(812), compact(1400), compact(62_000), compact(1_240_000)]).toEqual(["812", "1.4k", "62k", "1.24M"]);
    expect([signed(12), signed(-3), signed(0)]).toEqual(["+12", "−3", "0"]);
  });

  it("never call an estimate certain, however few digits there are", () => {
    expect([estimate(0.999, 0), estimate(0.0004, 0), estimate(0.5, 0)]).toEqual(["99", "1", "50"]);
    expect([estimate(0.9999), estimate(0), estimate(0.614)]).toEqual(["99.9", "0.1", "61.4"]);
  });

  it("never show a proof as a percentage", () => {
    expect(shortProof({ result: "win", plies: 7 })).toBe("W7");
    expect(shortProof({ result: "win", plies: 0 })).toBe("W");
    expect(shortProof({ score: 12 })).toBe("+12");
    const line = {
      move: "4",
      cell: null,
      chance: 1,
      visits: 1,
      margin: null,
      proven: { result: "win" as const, plies: null },
      pv: [],
    };
    expect(shortValue(line)).toBe("W");
    expect(shortValue({ ...line, chance: 0.614, proven: null })).toBe("61%");
    expect(shortValue({ ...line, chance: 0.999, proven: null })).toBe("99%");
    expect(shortValue({ ...line, chance: 0.614, margin: 5.6, proven: null }, true)).toBe("+6");
    expect(shortValue({ ...line, chance: 0.614, proven: null }, true)).toBe("61%");
  });
});

describe("drawing", () => {
  it("keeps the aspect of wide boards and turns boards by centre", () => {
    const wide = geometryOf(upright(9, 12), false);
    expect(wide.width / wide.height).toBeGreaterThan(1);
    expect(geometryOf(points(), true).centre(0)).toEqual(geometryOf(points(), false).centre(80));
    // Gravity keeps its direction.
    expect(geometryOf(upright(), true).centre(0)).toEqual(geometryOf(upright(), false).centre(6));
  });

  it("animates one move and nothing else", () => {
    expect([...motions([0, 2, 1, 0], [1, 1, 1, 0], 4, 0)]).toEqual([
      [0, { kind: "enter" }],
      [1, { kind: "flip", delay: 35 }],
    ]);
    expect(motions([1, 2], [0, 2], 2, null).size).toBe(0);
    expect(motions([0, 0, 0], [1, 2, 0], 3, 0).size).toBe(0);
    expect(motions(null, [1], 1, 0).size).toBe(0);
  });

  it("stacks a previewed line over blocked cells", () => {
    const cells = Array.from({ length: 16 }, (_, cell) => (cell === 8 ? (3 as const) : (0 as const)));
    const view = viewOf(upright(4, 4), cells);
    expect(previewCells(view, ["1", "1", "2"]).map(({ cell, side }) => [cell, side])).toEqual([
      [12, 1],
      [4, 2],
      [13, 1],
    ]);
  });
});

describe("tournament events", () => {
  const table = {
    id: "e",
    name: "e",
    settings: null,
    seq: 3,
    anchor: null,
    running: 0,
    players: [],
    cross: [],
    boards: [],
    openings: [],
  };
  it("give the same boards when they are told twice", () => {
    const start = {
      event: "e",
      seq: 4,
      kind: "start" as const,
      game: 7,
      players: [0, 1] as [number, number],
      setup: { game: "connect4" as const, rows: 6, cols: 7 },
      opening: ["4"],
      pairing: 0,
      pair: 0,
      swapped: false,
    };
    const move = { event: "e", seq: 5, kind: "move" as const, game: 7, ply: 2, m: "5", ms: 3, value: null };
    const end = { event: "e", seq: 6, kind: "end" as const, game: 7, winner: null, why: null, fault: null };
    const once = applyEvent(applyEvent(table, start), move);
    expect(once.boards[0]?.moves).toEqual(["4", "5"]);
    expect(applyEvent(once, move).boards[0]?.moves).toEqual(["4", "5"]);
    expect(applyEvent(once, end).boards).toEqual([]);
    expect(once.seq).toBe(5);
  });
});
