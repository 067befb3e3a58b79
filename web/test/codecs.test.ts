import { describe, expect, it } from "vitest";
import { NO_CLOCK } from "../src/model/clock";
import { cellOfMove } from "../src/model/game";
import { fromRecord, toRecord } from "../src/model/record";
import { decodeShare, decodeTerms, encodeShare, encodeTerms } from "../src/model/share";
import { addLine, annotate, emptyTree, mainLine, movesTo, ROOT } from "../src/model/tree";
import { setupFromWire, setupToWire } from "../src/net/convert";
import { known, namesOf, points, squares, standard, upright } from "./fixtures";

describe("share links", () => {
  it("bring back what they were made of", () => {
    const setup = { ...standard("connect4"), rows: 10, cols: 11, forbidden: [[4, 7] as const, [0, 3] as const] };
    const moves = ["6", "11", "6"];
    expect(decodeShare(encodeShare({ setup, start: null, moves }), known)).toEqual({ setup, start: null, moves });
    const earlier = { setup, start: null, moves, ply: 1 };
    expect(decodeShare(encodeShare(earlier), known)).toEqual(earlier);
    const nogo = { ...standard("nogo"), options: { centre_opening_forbidden: true } };
    const placed = { setup: nogo, start: "X..\n.O.\n...\nO", moves: ["E5", "A1"] };
    expect(decodeShare(encodeShare(placed), known)).toEqual(placed);
  });

  it("say how a game against the engine is played", () => {
    const usual = { human: 1, level: 3, clock: NO_CLOCK, clean: true } as const;
    const terms = {
      human: 2,
      level: 7,
      clock: { kind: "fischer", baseMs: 300_000, incrementMs: 2000 },
      clean: false,
    } as const;
    expect(decodeTerms(encodeTerms(terms), usual)).toEqual(terms);
    expect(decodeTerms(encodeTerms({ ...usual, human: "both" }), usual)).toEqual({ ...usual, human: "both" });
    expect(decodeTerms("h=9&l=99&t=never", usual)).toEqual(usual);
  });

  it("never hold what addresses have another meaning for", () => {
    const setup = { ...standard("connect4"), forbidden: [[0, 3] as const] };
    const text = encodeShare({ setup, start: "...#...\n...X...\nO", moves: ["4"] });
    expect(text).not.toMatch(/[#%\s]/);
  });

  it.each([
    "",
    "g=chess",
    "g=nogo&m=<script>",
    "g=connect4&x=1",
    "g=connect4&x=a.b",
    "g=connect4&b=6",
    "g=connect4&p=XO",
  ])("refuse %j", (text) => {
    expect(decodeShare(text, known)).toBeNull();
  });

  it("of the former version still open", () => {
    const links = [
      "g=reversi&m=f5.d6",
      "g=reversi&b=6x6&s=empties-to-winner",
      "g=nogo&b=9x9&c=1&m=E5",
      "g=connect4&b=6x7&x=4.6",
    ];
    const setups = links.map((text) => decodeShare(text, known)?.setup);
    expect(setups.map((setup) => setup && setupToWire(setup))).toEqual([
      { game: "reversi", size: 8, scoring: "difference" },
      { game: "reversi", size: 6, scoring: "empties-to-winner" },
      { game: "nogo", rows: 9, cols: 9, centre_opening_forbidden: true },
      { game: "connect4", rows: 6, cols: 7, forbidden: [[4, 6]] },
    ]);
  });

  it("carry the options of games that the page does not know", () => {
    const gomoku = {
      ...standard("connect4"),
      game: "gomoku",
      rows: 15,
      cols: 15,
      options: { overlines: false, swap: "none" },
    };
    const setup = { ...gomoku, options: { overlines: true, swap: "two" } };
    const shared = { setup, start: null, moves: ["h8"] };
    expect(decodeShare(encodeShare(shared), () => gomoku)).toEqual(shared);
  });
});

describe("moves", () => {
  const empty = (cells: number) => Array<number>(cells).fill(0);
  it("mean the cell that has their name, or the lowest empty one of their column", () => {
    expect(cellOfMove(namesOf(points()), empty(81), "J9")).toBe(8);
    expect(cellOfMove(namesOf(squares()), empty(64), "F5")).toBe(37);
    expect(cellOfMove(namesOf(squares()), empty(64), "pass")).toBeNull();
    expect(cellOfMove(namesOf(points()), empty(81), "I5")).toBeNull();
    expect(cellOfMove(namesOf(upright()), empty(42), "8")).toBeNull();
    const stacked = empty(42);
    stacked[38] = 1;
    expect(cellOfMove(namesOf(upright()), stacked, "4")).toBe(31);
  });
});

describe("saved games", () => {
  it("keep tree, notes and values", () => {
    const setup = standard("reversi");
    const main = addLine(emptyTree(), ROOT, ["f5", "d6", "c3"]);
    const forked = addLine(main.tree, 1, ["f6", "e6"]);
    const tree = annotate(forked.tree, 2, {
      comment: "natural",
      usedMs: 1200,
      glyph: "good",
      evaluation: {
        toMove: 1,
        first: 0.6,
        margin: null,
        proven: null,
        visits: 900,
        nodes: 0,
        perSecond: 0,
        depth: 0,
        lines: [],
      },
    });
    const { record, place } = toRecord(
      setup,
      tree,
      { players: [{}, {}], date: "2026-01-31", timeControl: "60+1" },
      { winner: 2, why: "resign", line: [] },
    );
    expect(record.result).toEqual({ winner: "second", reason: "resign" });
    expect(record.nodes[0]).toEqual({});
    expect(record.nodes.filter((node) => node.parent !== undefined)).toHaveLength(1);
    const back = fromRecord(record);
    expect(mainLine(back.tree).map((node) => node.move)).toEqual(["", "f5", "d6", "c3"]);
    expect(movesTo(back.tree, place(forked.id))).toEqual(["f5", "f6", "e6"]);
    const noted = back.tree.nodes.get(place(2));
    expect(noted).toMatchObject({ comment: "natural", usedMs: 1200, glyph: "good" });
    expect(noted?.evaluation?.first).toBeCloseTo(0.6, 4);
  });

  it("know who moves first in a position set up by hand", () => {
    const saved = (start: string) => ({
      format: "luozi-game" as const,
      version: 1 as const,
      setup: { game: "reversi" as const, size: 4 },
      start,
      nodes: [{ analysis: { value: 0.5, visits: 9 } }],
    });
    expect(fromRecord(saved("....\n.OX.\n.XO.\n....\nX")).tree.nodes.get(ROOT)?.evaluation?.first).toBe(0.75);
    expect(fromRecord(saved("....\n.OX.\n.XO.\n....\nO")).tree.nodes.get(ROOT)?.evaluation?.first).toBe(0.25);
  });

  it("write every setup as the server reads it", () => {
    for (const game of ["connect4", "reversi", "nogo"] as const) {
      const setup = standard(game);
      expect(setupFromWire(setupToWire(setup))).toEqual(setup);
    }
  });
});
