// Walking in a searched graph: ways, lines, filters, and boards along them.

import { describe, expect, it } from "vitest";
import type { View } from "../src/model/game";
import { evaluationAt, filtered, follow, nodeAt, stepsVia, viewAt } from "../src/model/searched";
import { graphFromExplained } from "../src/net/convert";
import type { WireExplained, WireGraphNode } from "../src/net/protocol";
import { upright, viewOf } from "./fixtures";

type WireMove = WireGraphNode["moves"][number];
const move = (m: string, node: number | null, more: Partial<WireMove> = {}): WireMove => ({
  m,
  node,
  n: 1,
  wr: 5000,
  p: 2500,
  bounds: [-8, 8],
  proven: null,
  ...more,
});
const node = (cells: string, moves: WireMove[], to_move: "first" | "second" = "first"): WireGraphNode => ({
  cells,
  to_move,
  n: 4,
  wr: 6000,
  proven: null,
  moves,
  untried: 1,
});

// Two rows, two columns, stones as the lines need them: 1 2 1 and 2 1 1 2 end in the same node.
const wire: WireExplained = {
  gen: 1,
  id: 1,
  searched: 9,
  nodes: [
    node("....", [
      move("1", 1, { n: 30 }),
      move("2", 2, { n: 10, proven: { result: "win", plies: 3 }, bounds: [1, 8] }),
    ]),
    node("..X.", [move("2", 3)], "second"),
    node("...X", [move("1", 4), move("2", null)], "second"),
    node("..XO", [move("1", 5)]),
    node("..OX", [move("1", 6)]),
    node("X.XO", [], "second"),
    node("X.OX", [move("2", 5)], "second"),
  ],
};
const graph = graphFromExplained(wire);
const root: View = viewOf({ ...upright(2, 2) }, [0, 0, 0, 0]);

describe("a searched graph", () => {
  it("follows lines it knows and no others", () => {
    expect(follow(graph, [], ["1", "2", "1"])?.map((step) => step.node)).toEqual([1, 3, 5]);
    expect(follow(graph, [{ move: "1", node: 1 }], ["2"])?.map((step) => step.node)).toEqual([1, 3]);
    expect(follow(graph, [], ["2", "2"])).toBeNull();
    expect(follow(graph, [], ["7"])).toBeNull();
    expect(nodeAt([])).toBe(0);
  });

  it("knows all ways to a node and walks each of them", () => {
    expect(graph.ways[5]).toEqual([
      { from: 3, move: "1", node: 5 },
      { from: 6, move: "2", node: 5 },
    ]);
    const other = graph.ways[5]?.[1];
    expect(other && stepsVia(graph, other.from, other).map((step) => step.move)).toEqual(["2", "1", "1", "2"]);
  });

  it("filters by beginning, visits and proof", () => {
    const start = graph.nodes[0];
    if (!start) throw new Error("no root");
    const shown = (text: string, least: number, kind: "all" | "proven" | "open") =>
      filtered(start, { text, least, kind }).map((found) => found.move);
    expect(shown("", 0, "all")).toEqual(["1", "2"]);
    expect(shown("2", 0, "all")).toEqual(["2"]);
    expect(shown("2 1", 0, "all")).toEqual(["1", "2"]);
    expect(shown("", 11, "all")).toEqual(["1"]);
    expect(shown("", 0, "proven")).toEqual(["2"]);
    expect(shown("", 0, "open")).toEqual(["1"]);
  });

  it("shows the board of a node with the move that led there", () => {
    const steps = follow(graph, [], ["1", "2"]) ?? [];
    const view = viewAt(graph, steps, root);
    expect(view).toMatchObject({
      cells: [0, 0, 1, 2],
      toMove: 1,
      stones: [1, 1],
      empty: 2,
      last: { move: "2", cell: 3, flips: [] },
      moves: ["1", "2"],
    });
    expect(view.legal).toEqual([{ move: "1", cell: 0, flips: [], closes: [] }]);
    expect(viewAt(graph, [], root)).toBe(root);
  });

  it("says what is known about a node in the words of an evaluation", () => {
    const known = evaluationAt(graph, 0, root.names);
    expect(known).toMatchObject({ toMove: 1, first: 0.6, visits: 4 });
    expect(known?.lines.map(({ move: name, cell, chance }) => [name, cell, chance])).toEqual([
      ["1", 2, 0.5],
      ["2", 3, 1],
    ]);
    expect(evaluationAt(graph, 2, root.names)?.first).toBeCloseTo(0.4);
  });
});
