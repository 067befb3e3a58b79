import { describe, expect, it } from "vitest";
import {
  addLine,
  addMove,
  annotate,
  emptyTree,
  lineThrough,
  mainLine,
  movesTo,
  onMainLine,
  promote,
  ROOT,
  remove,
  sibling,
} from "../src/model/tree";

const grown = () => {
  const main = addLine(emptyTree(), ROOT, ["4", "4", "5", "3"]);
  const fork = addLine(main.tree, 1, ["2", "6"]);
  return { tree: fork.tree, end: main.id, forkEnd: fork.id };
};

describe("tree", () => {
  it("finds a move that is there instead of adding it twice", () => {
    const once = addMove(emptyTree(), ROOT, "4");
    const twice = addMove(once.tree, ROOT, "4");
    expect(twice.id).toBe(once.id);
    expect(twice.tree).toBe(once.tree);
  });

  it("keeps lines and variations apart", () => {
    const { tree, forkEnd } = grown();
    expect(mainLine(tree).map((node) => node.move)).toEqual(["", "4", "4", "5", "3"]);
    expect(movesTo(tree, forkEnd)).toEqual(["4", "2", "6"]);
    expect(onMainLine(tree, forkEnd)).toBe(false);
  });

  it("makes a variation the main line and keeps the old one", () => {
    const { tree, end, forkEnd } = grown();
    const promoted = promote(tree, forkEnd);
    expect(mainLine(promoted).map((node) => node.move)).toEqual(["", "4", "2", "6"]);
    expect(movesTo(promoted, end)).toEqual(["4", "4", "5", "3"]);
    expect(mainLine(tree).length).toBe(5);
  });

  it("deletes a node with all after it, and the old tree undoes that", () => {
    const { tree, forkEnd } = grown();
    const cut = remove(tree, 2);
    expect(cut.nodes.has(4)).toBe(false);
    expect(mainLine(cut).map((node) => node.move)).toEqual(["", "4", "2", "6"]);
    expect(lineThrough(cut, forkEnd).at(-1)?.id).toBe(forkEnd);
    expect(remove(tree, ROOT)).toBe(tree);
    expect(tree.nodes.has(4)).toBe(true);
  });

  it("steps between brothers", () => {
    const { tree } = grown();
    expect(sibling(tree, 2, 1)).toBe(5);
    expect(sibling(tree, 5, -1)).toBe(2);
    expect(sibling(tree, 5, 1)).toBeNull();
    expect(sibling(tree, ROOT, 1)).toBeNull();
  });

  it("annotates one node only", () => {
    const { tree } = grown();
    const noted = annotate(tree, 2, { comment: "why" });
    expect(noted.nodes.get(2)?.comment).toBe("why");
    expect(noted.nodes.get(1)).toBe(tree.nodes.get(1));
  });
});
