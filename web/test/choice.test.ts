import { describe, expect, it } from "vitest";
import { again, dailyOf, failedOf, nextOf } from "../src/learn/choice";
import type { Puzzle, PuzzleMark } from "../src/net/wire";

const puzzles = Array.from({ length: 250 }, (_, at) => ({ id: `p${at}`, rating: 1000 + 4 * at }) as Puzzle);
const progress = (marks: Record<string, PuzzleMark>, puzzle_rating = 1500) => ({ marks, puzzle_rating });

describe("the choice of puzzles", () => {
  it("gives every day another one, and all of them in turn", () => {
    const days = puzzles.map((_, day) => dailyOf(puzzles, new Date(2026, 0, 1 + day, 12))?.id);
    expect(new Set(days).size).toBe(puzzles.length);
    expect(dailyOf(puzzles, new Date(2026, 5, 5, 0, 1))).toBe(dailyOf(puzzles, new Date(2026, 5, 5, 23, 59)));
    expect(dailyOf([], new Date())).toBeNull();
  });

  it("takes the nearest to one's rating that was never tried, then what failed", () => {
    expect(nextOf(puzzles, progress({}), null)?.rating).toBe(1500);
    expect(nextOf(puzzles, progress({ p125: "solved" }), null)?.id).toBe("p124");
    expect(nextOf(puzzles, progress({}, 100), null)?.id).toBe("p0");
    const few = puzzles.slice(0, 3);
    const tried = progress({ p0: "failed", p1: "solved", p2: "failed" });
    expect(failedOf(few, tried).map(({ id }) => id)).toEqual(["p0", "p2"]);
    expect(nextOf(few, tried, "p0")?.id).toBe("p2");
    expect(nextOf(few, progress({ p0: "solved", p1: "solved", p2: "repeated" }), null)).toBeNull();
  });

  it("goes round", () => {
    expect([null, "p0", "p2", "gone"].map((last) => again(puzzles.slice(0, 3), last)?.id)).toEqual([
      "p0",
      "p1",
      "p0",
      "p0",
    ]);
    expect(again([], null)).toBeNull();
  });
});
