import { describe, expect, it } from "vitest";
import { classicSetup } from "../src/model/game";
import { cellLabel, cellOfMove, columnOfMove } from "../src/model/notation";
import { fromRecord, toRecord } from "../src/model/record";
import { decodeShare, encodeShare } from "../src/model/share";
import { addLine, annotate, emptyTree, mainLine, movesTo, ROOT } from "../src/model/tree";
import { setupFromWire, setupToWire } from "../src/net/convert";

describe("share links", () => {
  it("bring back what they were made of", () => {
    const setup = { game: "connect4" as const, rows: 10, cols: 11, forbidden: [[4, 7] as const, [0, 3] as const] };
    expect(decodeShare(encodeShare({ setup, moves: ["6", "11", "6"] }))).toEqual({ setup, moves: ["6", "11", "6"] });
    const nogo = { ...classicSetup("nogo"), centreOpeningForbidden: true };
    expect(decodeShare(encodeShare({ setup: nogo, moves: ["E5", "A1"] }))).toEqual({
      setup: nogo,
      moves: ["E5", "A1"],
    });
  });

  it.each(["", "g=chess", "g=nogo&m=<script>", "g=connect4&x=1", "g=connect4&x=a.b"])("refuse %j", (text) => {
    expect(decodeShare(text)).toBeNull();
  });
});

describe("names of cells", () => {
  it("follow each game's custom", () => {
    expect(cellLabel(classicSetup("nogo"), 8)).toBe("J9");
    expect(cellLabel(classicSetup("reversi"), 37)).toBe("f5");
    expect(cellLabel(classicSetup("connect4"), 3)).toBe("4-6");
    expect(cellOfMove(classicSetup("nogo"), "J9")).toBe(8);
    expect(cellOfMove(classicSetup("reversi"), "f5")).toBe(37);
    expect(cellOfMove(classicSetup("reversi"), "pass")).toBeNull();
    expect(cellOfMove(classicSetup("nogo"), "I5")).toBeNull();
    expect(columnOfMove(classicSetup("connect4"), "8")).toBeNull();
  });
});

describe("saved games", () => {
  it("keep tree, notes and values", () => {
    const setup = classicSetup("reversi");
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
      const setup = classicSetup(game);
      expect(setupFromWire(setupToWire(setup))).toMatchObject(setup);
    }
  });
});
