// Game clocks as a pure reducer over time stamps: the page draws `left(clock, side, now)`, nothing ticks in here.

import { other, type Side } from "./game";

export type ClockKind = "none" | "total" | "fischer" | "move";

export interface ClockRule {
  readonly kind: ClockKind;
  /** Time for the game, or for each move with kind `move`. */
  readonly baseMs: number;
  /** Added after each own move with kind `fischer`. */
  readonly incrementMs: number;
}

export const NO_CLOCK: ClockRule = { kind: "none", baseMs: 0, incrementMs: 0 };

export interface Clock {
  readonly rule: ClockRule;
  readonly leftMs: readonly [number, number];
  /** Whose clock runs, since when; null while stopped. */
  readonly running: { readonly side: Side; readonly since: number } | null;
}

export const newClock = (rule: ClockRule): Clock => ({ rule, leftMs: [rule.baseMs, rule.baseMs], running: null });

const set = (pair: readonly [number, number], side: Side, value: number): [number, number] =>
  side === 1 ? [value, pair[1]] : [pair[0], value];

/** Time left, never below zero. */
export function left(clock: Clock, side: Side, now: number): number {
  const stored = clock.leftMs[side - 1] ?? 0;
  const used = clock.running?.side === side ? now - clock.running.since : 0;
  return Math.max(0, stored - used);
}

/** Stops time; starting again later goes on exactly there. */
export const stop = (clock: Clock, now: number): Clock =>
  clock.running === null
    ? clock
    : { ...clock, leftMs: set(clock.leftMs, clock.running.side, left(clock, clock.running.side, now)), running: null };

export const start = (clock: Clock, side: Side, now: number): Clock =>
  clock.rule.kind === "none" ? clock : { ...stop(clock, now), running: { side, since: now } };

/** `side` has moved: its clock stops with its bonus, the other's starts unless `ended`. */
export function moved(clock: Clock, side: Side, now: number, ended: boolean): Clock {
  if (clock.rule.kind === "none") return clock;
  const stopped = stop(clock, now);
  const { kind, baseMs, incrementMs } = clock.rule;
  const rest = left(stopped, side, now);
  const next = kind === "move" ? baseMs : kind === "fischer" ? rest + incrementMs : rest;
  const settled = { ...stopped, leftMs: set(stopped.leftMs, side, next) };
  return ended ? settled : start(settled, other(side), now);
}

export const flagged = (clock: Clock, now: number): Side | null =>
  clock.running !== null && left(clock, clock.running.side, now) <= 0 ? clock.running.side : null;

/** `4:21`, and with tenths below ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** As saved games write it, seconds: `300+2`, `10/move`; empty without a clock. */
export function clockRuleText(rule: ClockRule): string {
  if (rule.kind === "none") return "";
  return rule.kind === "move" ? `${rule.baseMs / 1000}/move` : `${rule.baseMs / 1000}+${rule.incrementMs / 1000}`;
}
