// What the user chose once and for all. Kept in the browser at once (so that the first paint is right) and in the
// server's store (so that it survives another browser).

import { effect, signal } from "@preact/signals";
import { language } from "../i18n/words";
import { api } from "../net/api";

export interface Settings {
  readonly lang: "en" | "zh";
  readonly theme: "auto" | "light" | "dark";
  readonly shapes: boolean;
  readonly sound: boolean;
  readonly motion: "auto" | "on" | "off";
  readonly coordinates: boolean;
  /** Dots where a move is possible, in games where that is not plain to see. */
  readonly legalMoves: boolean;
  readonly numbers: "none" | "last" | "five" | "all";
  readonly candidates: number;
  /** The small figure of a candidate on the board. */
  readonly chip: "visits" | "prior";
  readonly lineLength: number;
  readonly preview: "off" | "instant" | "stepwise";
  readonly tapTwice: "auto" | "on" | "off";
  readonly pauseHidden: boolean;
  /** What an analysis may use at the most; 0 for whatever the server gives. */
  readonly threads: number;
  readonly memoryMb: number;
  readonly tipsSeen: boolean;
}

const STORE = "luozi.settings";
const narrow = matchMedia("(max-width: 700px)").matches;

const defaults: Settings = {
  lang: navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en",
  theme: "auto",
  shapes: false,
  sound: !narrow,
  motion: "auto",
  coordinates: true,
  legalMoves: true,
  numbers: "none",
  candidates: 5,
  chip: "visits",
  lineLength: 8,
  preview: "instant",
  tapTwice: "auto",
  pauseHidden: true,
  threads: 0,
  memoryMb: 0,
  tipsSeen: false,
};

/** Takes over known keys with values of the right type; anything else is left at its default. */
export function merge(base: Settings, stored: unknown): Settings {
  if (typeof stored !== "object" || stored === null) return base;
  const known = Object.entries(stored).filter(
    ([key, value]) => key in base && typeof value === typeof base[key as keyof Settings],
  );
  return { ...base, ...Object.fromEntries(known) };
}

/** The most moves that an analysis is asked for by number; one more stands for all of them. */
export const MOST_CANDIDATES = 10;
const ALL_MOVES = 400;

/** How many moves an analysis shall judge and show. */
export const candidatesWanted = (): number =>
  settings.value.candidates > MOST_CANDIDATES ? ALL_MOVES : settings.value.candidates;

/** What a request for analysis says about threads and memory. */
export const engineShare = (): { threads?: number; memory_mb?: number } => {
  const { threads, memoryMb } = settings.value;
  return { ...(threads > 0 ? { threads } : {}), ...(memoryMb > 0 ? { memory_mb: memoryMb } : {}) };
};

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "null");
  } catch {
    return null;
  }
}

export const settings = signal<Settings>(merge(defaults, stored()));

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  localStorage.setItem(STORE, JSON.stringify(settings.value));
  api.saveSettings(settings.value).catch(() => {
    // The browser's own copy is there; the next change tries again.
  });
}

/** The server's copy, where this browser has none. */
export async function loadSettings(): Promise<void> {
  if (stored() !== null) return;
  const saved = await api.settings().catch(() => null);
  if (saved && Object.keys(saved).length > 0) settings.value = merge(settings.value, saved);
}

/** Hands language, theme and motion to the style sheet. */
effect(() => {
  const root = document.documentElement;
  const { lang, theme, motion, shapes } = settings.value;
  language.value = lang;
  root.lang = lang === "zh" ? "zh-Hans" : "en";
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.motion = motion;
  root.dataset.shapes = shapes ? "on" : "off";
});
