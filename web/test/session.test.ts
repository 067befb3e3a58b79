import { beforeEach, describe, expect, it } from "vitest";
import { addLine, emptyTree, movesTo, ROOT } from "../src/model/tree";
import type { Link } from "../src/net/link";
import { Session } from "../src/state/session";
import { FakeLink, problem, SETUP } from "./server";

const link = new FakeLink();
let session: Session;

beforeEach(() => {
  link.reset();
  session = new Session(link as unknown as Link);
  session.reset(SETUP);
  session.show(ROOT, true);
});

describe("a session", () => {
  it("asks the server once for a position, and never again to look at it", () => {
    const id = session.extend("B2");
    session.show(id, true);
    expect(link.opened.map(({ moves }) => moves)).toEqual([[], ["B2"]]);
    session.show(ROOT, false);
    session.show(id, false);
    expect(link.opened).toHaveLength(2);
    expect(session.view.value?.last?.move).toBe("B2");
  });

  it("draws a move before the server has answered, but takes no further one", () => {
    link.slow = true;
    const id = session.extend("B2");
    session.show(id, true);
    expect(session.view.value?.cells[4]).toBe(1);
    expect(session.settled.value).toBe(false);
    link.arrive();
    expect(session.settled.value).toBe(true);
    expect(session.view.value?.legal.map(({ move }) => move)).not.toContain("B2");
  });

  it("drops the answer to a position that it has left", () => {
    link.slow = true;
    session.show(session.extend("B2"), true);
    session.show(ROOT, false);
    link.arrive();
    expect(session.node.value).toBe(ROOT);
    expect(session.view.value?.last).toBeNull();
  });

  it("cuts a line before the move that the server refuses, and says why", () => {
    const { tree, id } = addLine(emptyTree(), ROOT, ["B2", "A1", "Z9", "A2"]);
    session.reset(SETUP, tree, null, id);
    link.refuse = problem("illegal_move", { ply: 3, move: "Z9", why: "off_board" });
    session.show(id, true);
    expect(movesTo(session.tree.value, session.node.value)).toEqual(["B2", "A1"]);
    expect(session.problem.value?.code).toBe("illegal_move");
    expect(session.settled.value).toBe(true);
  });

  it("keeps a line whose position could not be asked for any other reason", () => {
    const { tree, id } = addLine(emptyTree(), ROOT, ["B2", "A1"]);
    session.reset(SETUP, tree, null, id);
    link.refuse = problem("rate", { wait_ms: 100 });
    session.show(id, true);
    expect(movesTo(session.tree.value, id)).toEqual(["B2", "A1"]);
    expect(session.problem.value?.code).toBe("rate");
  });

  it("steps along the line last visited, and to brothers", () => {
    const line = addLine(emptyTree(), ROOT, ["B2", "A1", "A2"]);
    const fork = addLine(line.tree, 1, ["C3"]);
    session.reset(SETUP, fork.tree, null, ROOT);
    session.lineEnd.value = fork.id;
    session.show(1, false);
    expect(session.target("next")).toBe(fork.id);
    expect(session.target("last")).toBe(fork.id);
    session.show(fork.id, false);
    expect(session.target("previous")).toBe(1);
    expect(session.target("up")).toBe(2);
    expect(session.target("down")).toBeNull();
    expect(session.target("first")).toBe(ROOT);
  });

  it("ends the curve with what the board says", () => {
    const moves = ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"];
    const { tree, id } = addLine(emptyTree(), ROOT, moves);
    session.reset(SETUP, tree, null, id);
    session.show(id, true);
    expect(session.view.value?.over?.winner).toBe(1);
    expect(session.curve.value.at(-1)?.evaluation).toMatchObject({ first: 1, proven: { result: "loss", plies: 0 } });
  });
});
