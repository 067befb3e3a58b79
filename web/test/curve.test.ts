// The three readings of the game curve, and the board that is drawn before the server has answered.

import { describe, expect, it } from "vitest";
import { curveModes, curvePoints, endEvaluation, heightOf } from "../src/model/curve";
import type { Evaluation } from "../src/model/evaluation";
import { afterMove, type View } from "../src/model/game";
import type { TreeNode } from "../src/model/tree";
import { squares } from "./fixtures";

const known = (toMove: 1 | 2, first: number, margin: number | null): Evaluation => ({
  toMove,
  first,
  margin,
  proven: null,
  visits: 1,
  nodes: 1,
  perSecond: 0,
  depth: 0,
  lines: [],
});
const node = (ply: number, evaluation?: Evaluation): TreeNode => ({
  id: ply,
  parent: ply === 0 ? null : ply - 1,
  move: ply === 0 ? "" : "a1",
  children: [],
  ply,
  ...(evaluation ? { evaluation } : {}),
});
const line = [
  node(0, known(1, 0.5, 0)),
  node(1, known(2, 0.4, -4)),
  node(2),
  node(3, known(2, 0.3, -20)),
  node(4, known(1, 0.6, null)),
];

describe("a curve", () => {
  it("is the first player's chance", () => {
    expect(curvePoints(line, "win").map(({ node: at, values }) => [at.ply, ...values])).toEqual([
      [0, 0.5],
      [1, 0.4],
      [3, 0.3],
      [4, 0.6],
    ]);
  });

  it("is the score to expect, on a scale that holds the largest", () => {
    const points = curvePoints(line, "margin");
    expect(points.map(({ values }) => values[0])).toEqual([0, -4, -20]);
    const height = heightOf(points, "margin");
    expect([height(0), height(-20), height(20)]).toEqual([0.5, 0, 1]);
  });

  it("is what each side has given away so far", () => {
    const lost = curvePoints(line, "loss").map(({ values }) => values.map((value) => Math.round(value * 100)));
    expect(lost).toEqual([
      [0, 0],
      [10, 0],
      [20, 0],
      [20, 30],
    ]);
  });

  it("has no margin where no evaluation has one", () => {
    expect(curveModes(line)).toEqual(["win", "margin", "loss"]);
    expect(curveModes([node(0, known(1, 0.5, null)), node(1, known(2, 0.5, null))])).toEqual(["win", "loss"]);
  });

  it("ends with what is certain", () => {
    expect(endEvaluation({ winner: 2, why: "discs", line: [], score: -12 }, 1, true)).toMatchObject({
      first: 0,
      margin: -12,
    });
    expect(endEvaluation({ winner: null, why: "full", line: [], score: 0 }, 1, false)).toMatchObject({
      first: 0.5,
      margin: null,
      proven: { result: "draw", plies: 0 },
    });
    const lost = endEvaluation({ winner: 1, why: "four", line: [], score: 18 }, 2, false);
    expect([lost.margin, lost.proven]).toEqual([null, { result: "loss", plies: 0 }]);
  });
});

describe("a move before the server's answer", () => {
  const view: View = {
    grid: squares(),
    cells: [0, 2, 1, 0],
    names: ["a1", "b1", "c1", "d1"],
    toMove: 1,
    legal: [{ move: "a1", cell: 0, flips: [1], closes: [] }],
    illegal: new Map([["d1", "flips_nothing"]]),
    groups: new Map(),
    marked: true,
    marks: new Map([
      [0, "first"],
      [3, "nobody"],
    ]),
    stones: [1, 1],
    left: null,
    playable: null,
    empty: 2,
    over: null,
    last: null,
    moves: ["c1"],
  };

  it("puts the piece and its flips on the board and allows nothing yet", () => {
    const [legal] = view.legal;
    if (!legal) throw new Error("no move");
    expect(afterMove(view, legal)).toMatchObject({
      cells: [1, 1, 1, 0],
      toMove: 2,
      legal: [],
      stones: [3, 0],
      empty: 1,
      last: { move: "a1", cell: 0, flips: [1] },
      moves: ["c1", "a1"],
    });
    expect([...afterMove(view, legal).marks.keys()]).toEqual([3]);
  });

  it("leaves the board alone when it is a pass", () => {
    const after = afterMove(view, { move: "pass", cell: -1, flips: [], closes: [] });
    expect(after).toMatchObject({ cells: view.cells, toMove: 2, empty: 2, last: { cell: null } });
  });
});
