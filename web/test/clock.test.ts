import { describe, expect, it } from "vitest";
import {
  type ClockRule,
  clockRuleText,
  clockText,
  flagged,
  left,
  moved,
  newClock,
  start,
  stop,
} from "../src/model/clock";

const fischer: ClockRule = { kind: "fischer", baseMs: 60_000, incrementMs: 2_000 };

describe("clock", () => {
  it("runs for the side that is to move only", () => {
    const clock = start(newClock(fischer), 1, 1_000);
    expect(left(clock, 1, 6_000)).toBe(55_000);
    expect(left(clock, 2, 6_000)).toBe(60_000);
  });

  it("pays the bonus and starts the other side", () => {
    const clock = moved(start(newClock(fischer), 1, 0), 1, 10_000, false);
    expect(left(clock, 1, 10_000)).toBe(52_000);
    expect(clock.running?.side).toBe(2);
    expect(left(clock, 2, 13_000)).toBe(57_000);
  });

  it("stops for a pause and goes on exactly there", () => {
    const paused = stop(start(newClock(fischer), 2, 0), 4_321);
    expect(left(paused, 2, 999_999)).toBe(55_679);
    expect(left(start(paused, 2, 1_000_000), 2, 1_000_100)).toBe(55_579);
  });

  it("gives each move its own time", () => {
    const clock = moved(start(newClock({ kind: "move", baseMs: 5_000, incrementMs: 0 }), 1, 0), 1, 3_000, false);
    expect(left(clock, 1, 3_000)).toBe(5_000);
  });

  it("flags the side whose time is out, and nobody without a clock", () => {
    const clock = start(newClock({ kind: "total", baseMs: 1_000, incrementMs: 0 }), 1, 0);
    expect(flagged(clock, 999)).toBeNull();
    expect(flagged(clock, 1_000)).toBe(1);
    expect(flagged(start(newClock({ kind: "none", baseMs: 0, incrementMs: 0 }), 1, 0), 9_999)).toBeNull();
  });

  it("does not start anybody after the last move", () => {
    expect(moved(start(newClock(fischer), 1, 0), 1, 10, true).running).toBeNull();
  });

  it("writes times as people read them", () => {
    expect(clockText(261_000)).toBe("4:21");
    expect(clockText(9_940)).toBe("9.9");
    expect(clockRuleText(fischer)).toBe("60+2");
    expect(clockRuleText({ kind: "move", baseMs: 10_000, incrementMs: 0 })).toBe("10/move");
  });
});
