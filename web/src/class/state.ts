// What the class has said, and how it is asked. Whoever is asked for a session that has ended comes in anew.

import { signal } from "@preact/signals";
import { isClassKey, tc } from "../i18n/class";
import { fromRecord } from "../model/record";
import { mainLine, ROOT } from "../model/tree";
import { ApiError, api } from "../net/api";
import type { GameRecord } from "../net/protocol";
import type { BotRefusal, ClassAsk, ClassHello, ClassLadder, ClassReplay } from "../net/wire";
import { apiErrorText } from "../parts/ShareSheet";
import { analyse } from "../state/analyse";
import { navigate } from "../state/app";
import { toast } from "../state/toasts";
import { analyseTab } from "../state/ui";

export const hello = signal<ClassHello | null>(null);
export const ladder = signal<ClassLadder | null>(null);

/** Asks, and says what went wrong; null then. */
export async function ask<T>(question: ClassAsk): Promise<T | null> {
  try {
    return await api.classAsk<T>(question);
  } catch (error) {
    tell(error);
    return null;
  }
}

export function tell(error: unknown): void {
  toast(apiErrorText(error), { kind: "bad" });
  if (error instanceof ApiError && error.key === "err.signed_out") void loadHello();
}

export async function loadHello(): Promise<void> {
  hello.value = (await ask<ClassHello>({ ask: "hello" })) ?? hello.value;
}

export async function loadLadder(): Promise<void> {
  if (hello.value?.me) ladder.value = (await ask<ClassLadder>({ ask: "ladder" })) ?? ladder.value;
}

export const REFRESH_MS = 4_000;

/** Asks now and then, while the page is looked at. */
export function often(load: () => Promise<void>): () => void {
  void load();
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void load();
  }, REFRESH_MS);
  return () => clearInterval(timer);
}

/** A game on the board of Analyse, with the judge of moves beside it. */
export async function openGame(game: number): Promise<void> {
  const replay = await ask<ClassReplay>({ ask: "game", game });
  if (!replay) return;
  const { setup, tree, start } = fromRecord(replay.record as GameRecord);
  analyse.adopt(setup, tree, start, mainLine(tree).at(-1)?.id ?? ROOT);
  analyseTab.value = "review";
  navigate("analyse");
}

export const elo = (value: number | null): string => (value === null ? "–" : String(Math.round(value)));

export const levelName = (level: number | null, name: string): string =>
  level === null ? name : tc("level", { level });

/** A level as the list of games names it, in the language of the page. */
export const playerName = (name: string): string => {
  const level = /^level (\d+)$/.exec(name)?.[1];
  return level === undefined ? name : tc("level", { level });
};

/** Why a bot does not play: in our words, or in the server's where an older report has no others. */
export const refusalText = (problem: string, why: BotRefusal | null): string => {
  if (!why) return problem;
  const { code, ...particulars } = why;
  return tc(`refused.${code}`, particulars);
};

/** The word of a kind of fault. */
export const faultText = (kind: string): string => {
  const key = `fault.${kind}`;
  return isClassKey(key) ? tc(key) : kind;
};
