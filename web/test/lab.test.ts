import { describe, expect, it } from "vitest";
import {
  FORMULAS,
  filledFormula,
  phasesOf,
  recipeFromText,
  recipeText,
  SLIDER_STEPS,
  shownAt,
  sliderPlace,
  sliderValue,
  turned,
} from "../src/model/lab";
import { drawnTree } from "../src/model/labtree";
import { graphFromExplained } from "../src/net/convert";
import type { LabMove, LabPreset, LabSimulation, Parameter, WireGraphNode } from "../src/net/protocol";
import { squares, viewOf } from "./fixtures";

const move = (m: string, n: number, q: number | null): LabMove => ({
  m,
  n,
  p: 0.5,
  q,
  bonus: 0.2,
  score: q === null ? null : q + 0.2,
  settled: false,
  proven: null,
  blend: null,
});

const EMPTY = ".".repeat(64);
const put = (cells: string, cell: number, piece: string) => cells.slice(0, cell) + piece + cells.slice(cell + 1);
const AFTER_A1 = put(EMPTY, 0, "X");
const AFTER_B1 = put(AFTER_A1, 1, "O");

/** Two moves down to a new node, a game of one stone, and the news. */
const SIMULATION: LabSimulation = {
  number: 3,
  landing: "new",
  cells: AFTER_B1,
  v: 1,
  steps: [
    {
      cells: EMPTY,
      to_move: "first",
      expanded: false,
      c: 0.7,
      sign: 1,
      before: { n: 3, v: 0.25, proven: null },
      moves: [move("a1", 1, 0.5), move("b1", 1, -0.5)],
      more: 0,
      chosen: "a1",
    },
    {
      cells: AFTER_A1,
      to_move: "second",
      expanded: true,
      c: 0.7,
      sign: 1,
      before: { n: 1, v: -0.5, proven: null },
      moves: [move("b1", 0, null)],
      more: 0,
      chosen: "b1",
    },
  ],
  judged: [{ after: null, v: 1, score: 3, plies: 2, moves: ["c1"], boards: [AFTER_B1, put(AFTER_B1, 2, "X")] }],
  news: [
    { to_move: "first", before: null, after: { n: 1, v: 1, proven: null }, received: 1 },
    {
      to_move: "second",
      before: { n: 1, v: -0.5, proven: null },
      after: { n: 2, v: -0.75, proven: null },
      received: -1,
    },
    { to_move: "first", before: { n: 3, v: 0.25, proven: null }, after: { n: 4, v: 0.4, proven: null }, received: 1 },
  ],
};

const node = (n: number, moves: WireGraphNode["moves"]): WireGraphNode => ({
  cells: EMPTY,
  to_move: "first",
  n,
  wr: 6_000,
  proven: null,
  untried: 0,
  moves,
});
const edge = (m: string, to: number | null, n: number) => ({
  m,
  node: to,
  n,
  wr: 8_000,
  p: 5_000,
  bounds: [-64, 64] as [number, number],
  proven: null,
});
const GRAPH = graphFromExplained({
  searched: 4,
  nodes: [node(4, [edge("a1", 1, 2), edge("b1", 2, 1)]), node(2, [edge("b1", 3, 1)]), node(1, []), node(1, [])],
});

describe("a simulation of the laboratory", () => {
  it("has a phase for every choice, the landing, every judgement and every node that learns", () => {
    expect(phasesOf(SIMULATION).map(({ kind }) => kind)).toEqual([
      "select",
      "select",
      "land",
      "judge",
      "news",
      "news",
      "news",
    ]);
  });

  it("numbers the pieces that it puts, in the path and in the game played out", () => {
    const root = viewOf(squares(), Array(64).fill(0));
    const land = shownAt(root, SIMULATION, { kind: "land" }, 0);
    expect([...land.numbers]).toEqual([
      [0, 1],
      [1, 2],
    ]);
    const game = shownAt(root, SIMULATION, { kind: "judge", index: 0 }, 1);
    expect(game.numbers.get(2)).toBe(3);
    expect(game.view.cells.slice(0, 3)).toEqual([1, 2, 1]);
    const back = shownAt(root, SIMULATION, { kind: "news", index: 1 }, 0);
    expect([...back.numbers.keys()]).toEqual([0]);
    expect(shownAt(root, SIMULATION, { kind: "news", index: 2 }, 0).view.cells.every((cell) => cell === 0)).toBe(true);
  });

  it("writes the formula with the numbers of a move", () => {
    const [step] = SIMULATION.steps;
    if (!step) throw new Error("a step");
    expect(filledFormula("ucb1", step, move("a1", 1, 0.5))).toBe("0.500 + 0.7·√(2·ln 3 / 1) = 0.700");
    expect(filledFormula("ucb1-inside", { ...step, sign: -1 }, move("a1", 4, -0.5))).toBe(
      "−0.500 − √(0.7·ln 3 / 4) = −0.300",
    );
    expect(filledFormula("puct", step, move("a1", 2, 0.5))).toBe("0.500 + 0.7·0.500·√3 / (1 + 2) = 0.700");
    expect(filledFormula("ucb1", step, move("a1", 0, null))).toBe("∞");
  });

  it("draws the tree as it was until the news comes", () => {
    const before = drawnTree(GRAPH, SIMULATION, { landed: false, news: 0 }, 30);
    expect(before.nodes.map(({ key, visits }) => [key.trim(), visits])).toEqual([
      ["", 3],
      ["a1", 1],
      ["b1", 1],
    ]);
    const landed = drawnTree(GRAPH, SIMULATION, { landed: true, news: 0 }, 30);
    expect(landed.nodes.find(({ fresh }) => fresh)?.key).toBe(" a1 b1");
    const after = drawnTree(GRAPH, SIMULATION, { landed: true, news: 3 }, 30);
    expect(after.nodes.filter(({ onPath }) => onPath).map(({ visits }) => visits)).toEqual([4, 2, 1]);
    expect(after.nodes.find(({ key }) => key === " a1")?.mover).toBe(1);
    expect(after.nodes.find(({ key }) => key === " a1 b1")?.mover).toBe(2);
    expect([after.width, after.depth]).toEqual([2, 2]);
  });
});

describe("parameters", () => {
  const parameter: Parameter = { name: "c", default: "1", about: "", range: [0, 20], whole: false, words: [] };
  const preset: LabPreset = {
    name: "mcgs",
    about: "",
    source: "",
    simulates: true,
    values: { c: "2.3" },
    evaluators: [],
  };

  it("are settings of a preset only where they differ from it", () => {
    const recipe = turned({ preset: "mcgs", changed: {} }, parameter, preset, "1.5");
    expect(recipeText(recipe)).toBe("mcgs,c=1.5");
    expect(recipeFromText("mcgs,c=1.5")).toEqual(recipe);
    expect(recipeText(turned(recipe, parameter, preset, "2.3"))).toBe("mcgs");
  });

  it("lie on their sliders", () => {
    for (const value of [0, 0.2, 1, 2.3, 20]) {
      const place = sliderPlace([0, 20], value);
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(SLIDER_STEPS);
      expect(Math.abs(sliderValue([0, 20], false, place) - value)).toBeLessThan(0.1 + value / 20);
    }
    expect(sliderValue([-1, 1], false, SLIDER_STEPS / 2)).toBe(0);
    expect(sliderValue([1, 1000], true, SLIDER_STEPS)).toBe(1000);
  });

  it("links every number to a sentence of the documentation", () => {
    const code = Object.values(
      import.meta.glob<string>("../src/**/*.tsx", { query: "?raw", import: "default", eager: true }),
    ).join("\n");
    const tags = [...code.matchAll(/<Why to=("[^"]*"|\{[^}]*?(?:\$\{rule\}[^}]*)?\})/g)].map(([, to = ""]) => to);
    const anchors = tags.flatMap((to) =>
      to.includes("`")
        ? Object.keys(FORMULAS).map((rule) => `rule-${rule}`)
        : [...to.matchAll(/\? "([^"]+)" : "([^"]+)"|^"([^"]+)"/g)].flatMap((match) => match.slice(1).filter(Boolean)),
    );
    expect(tags.length).toBe(code.match(/<Why\b/g)?.length);
    expect(anchors.length).toBeGreaterThanOrEqual(tags.length);
    const [text = ""] = Object.values(
      import.meta.glob<string>("../../docs/search.md", { query: "?raw", import: "default", eager: true }),
    );
    expect(anchors.filter((anchor) => !text.includes(`<a id="${anchor}"></a>`))).toEqual([]);
  });
});
