// What is open on the page right now, and the answer to a click that cannot be a move.

import { signal } from "@preact/signals";
import { isKey, type TextKey, t } from "../i18n";
import type { View } from "../model/game";
import { illegalSound } from "../sound";
import { toast } from "./toasts";

export type DialogName = "new" | "share" | "help" | "type" | "save" | "import";
export const dialog = signal<DialogName | null>(null);
export type AnalyseTab = "engine" | "search" | "review" | "notes" | "position";
export const analyseTab = signal<AnalyseTab>("engine");
export const flipped = signal(false);
/** The line drawn as numbered ghosts while the mouse is over it. */
export const preview = signal<readonly string[] | null>(null);
export const shaking = signal(false);
/** Groups that the refused move would have strangled. */
export const pulsing = signal<readonly number[]>([]);

/** Whether the page is laid out for a phone, as the style sheet decides it. */
export const narrow = signal(false);
const phone = matchMedia("(max-width: 700px)");
const measure = () => {
  narrow.value = phone.matches;
};
phone.addEventListener("change", measure);
measure();

/** Brings the board onto the screen: on a phone the button that starts a game is far below it. */
export function showBoard(): void {
  // A sheet that closes gives the focus back first.
  requestAnimationFrame(() => {
    const board = document.querySelector(".board")?.getBoundingClientRect();
    if (board && (board.top < 0 || board.bottom > innerHeight))
      document.querySelector(".board-column")?.scrollIntoView({ block: "start" });
  });
}

const SHAKE_MS = 420;
const PULSE_MS = 1_600;

/** Why a click on `cell` is no move; null when it is one. */
export function refusal(view: View, cell: number): TextKey | null {
  if (view.over) return "why.game_over";
  if (view.cells[cell] === 3) return "why.forbidden";
  const name = view.names[cell] ?? "";
  if (view.legal.some((legal) => legal.move === name)) return null;
  const why = view.illegal.get(name);
  const key = `why.${why ?? (view.grid.drops ? "column_full" : "occupied")}`;
  return isKey(key) ? key : "why.occupied";
}

/** Says no: shake, sound, sentence, and the groups in question pulse. */
export function refuse(key: TextKey, groups: readonly number[] = []): void {
  toast(t(key), { kind: "bad" });
  illegalSound();
  shaking.value = false;
  requestAnimationFrame(() => {
    shaking.value = true;
    setTimeout(() => {
      shaking.value = false;
    }, SHAKE_MS);
  });
  if (groups.length > 0) {
    pulsing.value = groups;
    setTimeout(() => {
      if (pulsing.value === groups) pulsing.value = [];
    }, PULSE_MS);
  }
}

let stepping: ReturnType<typeof setInterval> | null = null;
const PREVIEW_STEP_MS = 450;

/** Shows a line on the board, at once or move by move as the settings say. */
export function showPreview(line: readonly string[] | null, mode: "off" | "instant" | "stepwise"): void {
  if (stepping !== null) clearInterval(stepping);
  stepping = null;
  if (line === null || line.length === 0 || mode === "off") {
    preview.value = null;
    return;
  }
  if (mode === "instant") {
    preview.value = line;
    return;
  }
  let shown = 1;
  preview.value = line.slice(0, 1);
  stepping = setInterval(() => {
    shown += 1;
    preview.value = line.slice(0, shown);
    if (shown >= line.length && stepping !== null) clearInterval(stepping);
  }, PREVIEW_STEP_MS);
}
