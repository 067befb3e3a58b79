import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredGame } from "../src/net/api";
import { bestOf, type FakeLink, problem, SETUP } from "./server";

const stored = vi.hoisted(() => ({ created: [] as unknown[], updated: [] as unknown[] }));

vi.mock("../src/state/app", async () => {
  const { signal } = await import("@preact/signals");
  const { FakeLink } = await import("./server");
  return {
    link: new FakeLink(),
    seed: undefined,
    now: signal(0),
    tick: (wanted: boolean, onTick: () => void) => ticking(wanted, onTick),
    gameInfo: () => undefined,
  };
});
vi.mock("../src/state/settings", async () => {
  const { signal } = await import("@preact/signals");
  return { settings: signal({ candidates: 5 }), engineShare: () => ({}) };
});
vi.mock("../src/net/api", () => ({
  api: {
    create: async (...game: unknown[]) => {
      stored.created.push(game);
      return { id: "0123456789abcdef", updated: 1, awards: [] };
    },
    update: async (...game: unknown[]) => {
      stored.updated.push(game);
      return { id: "0123456789abcdef", updated: 2, awards: ["first_win"] };
    },
  },
}));

let onTick: (() => void) | null = null;
const ticking = (wanted: boolean, run: () => void) => {
  onTick = wanted ? run : null;
};

const { Play } = await import("../src/state/play");
const { mainLine, movesTo, ROOT } = await import("../src/model/tree");
const { NO_CLOCK } = await import("../src/model/clock");
const link = (await import("../src/state/app")).link as unknown as FakeLink;

const options = { setup: SETUP, human: 1 as const, level: 4, clock: NO_CLOCK };
let play: InstanceType<typeof Play>;
const moves = () => movesTo(play.tree.value, play.tip.value);
const answer = (move: string) => link.search.handlers.best?.(bestOf(move));

beforeEach(() => {
  vi.useFakeTimers();
  link.reset();
  stored.created = [];
  stored.updated = [];
  play = new Play();
  play.begin(options);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a game against the engine", () => {
  it("asks the person, then the level, then the person again", () => {
    expect(play.inputSide.value).toBe(1);
    play.play("B2");
    expect(play.inputSide.value).toBeNull();
    expect(play.thinking.value).toBe(true);
    expect(link.search.request).toMatchObject({ mode: "move", level: 4 });
    answer("A1");
    expect(moves()).toEqual(["B2", "A1"]);
    expect(play.inputSide.value).toBe(1);
    // What the engine thought is filed with the position it thought about.
    expect(mainLine(play.tree.value)[1]?.evaluation?.visits).toBe(100);
  });

  it("lets the engine begin when the person is second", () => {
    play.begin({ ...options, human: 2 });
    expect(play.thinking.value).toBe(true);
    answer("B2");
    expect(play.inputSide.value).toBe(2);
  });

  it("takes back both plies, or only the own one while the engine thinks, and gives them again", () => {
    play.play("B2");
    answer("A1");
    play.undo();
    expect(play.tip.value).toBe(ROOT);
    expect(play.canRedo()).toBe(true);
    play.redo();
    expect(moves()).toEqual(["B2", "A1"]);
    play.play("C3");
    expect(play.thinking.value).toBe(true);
    play.undo();
    expect(moves()).toEqual(["B2", "A1"]);
    expect(play.inputSide.value).toBe(1);
  });

  it("looks back without changing the game, and takes no move there", () => {
    play.play("B2");
    answer("A1");
    play.look(ROOT);
    expect(play.inputSide.value).toBeNull();
    play.play("C3");
    expect(moves()).toEqual(["B2", "A1"]);
    play.look(play.tip.value);
    expect(play.inputSide.value).toBe(1);
  });

  it("stops everything while it is paused", () => {
    play.play("B2");
    play.pause();
    expect(link.stops).toBeGreaterThan(0);
    expect(play.thinking.value).toBe(false);
    play.undo();
    expect(moves()).toEqual(["B2"]);
    const searches = link.searches.length;
    play.unpause();
    expect(link.searches.length).toBe(searches + 1);
    answer("A1");
    expect(moves()).toEqual(["B2", "A1"]);
  });

  it("asks a crowded server again, and tells any other problem", () => {
    play.play("B2");
    const searches = link.searches.length;
    link.search.handlers.failed?.(problem("busy", { searches: 2 }));
    expect(play.problem.value?.code).toBe("busy");
    vi.advanceTimersByTime(2_000);
    expect(link.searches.length).toBe(searches + 1);
    link.search.handlers.failed?.(problem("bad_player", { reason: "none" }));
    vi.advanceTimersByTime(10_000);
    expect(link.searches.length).toBe(searches + 1);
  });

  it("uncovers a hint in three steps, and the next move covers it", () => {
    play.askHint();
    const hint = { region: [4], top: ["B2"], best: "B2", why: [], pv: ["B2"] };
    link.search.handlers.best?.(bestOf("B2", { hint }));
    expect(play.hint.value?.step).toBe(1);
    play.askHint();
    play.askHint();
    expect(play.hint.value?.step).toBe(3);
    play.play("B2");
    expect(play.hint.value).toBeNull();
  });

  it("ends by resignation once, and is judged", () => {
    const ended: unknown[] = [];
    play.onEnd = (ending) => ended.push(ending);
    play.play("B2");
    answer("A1");
    play.resign();
    play.resign();
    expect(ended).toEqual([{ winner: 2, why: "resign", line: [] }]);
    expect(play.accuracy.value).toBe("judging");
    link.search.handlers.reviewed?.({
      gen: 1,
      id: 1,
      accuracy: [90, 80],
      first_losing: null,
      counts: { doubtful: [0, 0], mistake: [0, 0], blunder: [0, 0] },
    });
    expect(play.accuracy.value).toEqual([90, 80]);
    expect(play.inputSide.value).toBeNull();
  });

  it("ends on the board when the server says so", () => {
    play.begin({ ...options, human: "both" });
    for (const move of ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]) play.play(move);
    expect(play.ending.value).toMatchObject({ winner: 1, why: "full" });
  });

  it("is lost on time by the side whose clock runs out", () => {
    play.begin({ ...options, clock: { kind: "total", baseMs: 1_000, incrementMs: 0 } });
    play.play("B2");
    answer("A1");
    expect(onTick).not.toBeNull();
    vi.advanceTimersByTime(5_000);
    onTick?.();
    expect(play.ending.value).toMatchObject({ winner: 2, why: "time" });
  });

  it("is saved with every move, under one entry", async () => {
    play.play("B2");
    await vi.runAllTimersAsync();
    answer("A1");
    await vi.runAllTimersAsync();
    expect(stored.created).toHaveLength(1);
    expect(stored.updated.length).toBeGreaterThan(0);
    const [, , record, meta] = stored.updated.at(-1) as [string, string, StoredGame["record"], StoredGame["meta"]];
    expect(record.nodes.map((node) => node.move)).toEqual([undefined, "B2", "A1"]);
    expect(meta).toMatchObject({ human: "first", level: 4, mode: "play", node: 2, undos: 0 });
  });

  it("goes on from a stored game", () => {
    play.play("B2");
    answer("A1");
    play.undo();
    const { record, meta } = play.snapshot("mine");
    const again = new Play();
    again.resume({ record, meta }, { id: "0123456789abcdef", updated: 1 });
    expect(movesTo(again.tree.value, again.tip.value)).toEqual([]);
    expect(again.snapshot("mine").meta).toMatchObject({ undos: 1, level: 4, human: "first" });
    expect(again.inputSide.value).toBe(1);
  });
});
