// The page's keys. Nothing destructive sits on a bare key, and typing in a field is never taken for a command.

import { mainLine, ROOT } from "./model/tree";
import { continueLatest } from "./parts/ContinueCard";
import { nextGlyph, notNow, sayHint } from "./state/actions";
import { analyse } from "./state/analyse";
import { navigate, route } from "./state/app";
import { stepInside } from "./state/inside";
import { lab } from "./state/lab";
import { play } from "./state/play";
import { sayValue } from "./state/speech";
import { dialog, flipped, refusal, refuse } from "./state/ui";
import { watch } from "./state/watch";

const COLUMN_KEYS = "1234567890-=";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

function dropInColumn(index: number): boolean {
  const screen = route.value.screen;
  const session = screen === "play" ? play : screen === "analyse" ? analyse : null;
  const view = session?.view.value;
  if (!view?.grid.drops || index >= view.grid.cols) return false;
  const move = view.names[index] ?? "";
  if (screen === "analyse") {
    if (view.legal.some((legal) => legal.move === move)) analyse.play(move);
    return true;
  }
  const closed = notNow();
  if (closed) refuse(closed);
  else {
    const why = refusal(view, index);
    const full = !view.legal.some((legal) => legal.move === move);
    if (full) refuse(why === null || why === "why.forbidden" || why === "why.occupied" ? "why.column_full" : why);
    else play.play(move);
  }
  return true;
}

type Steps = "first" | "previous" | "next" | "last" | "up" | "down";
const STEP_KEYS: Record<string, Steps> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

function step(to: Steps): boolean {
  if (route.value.screen === "play") play.look(play.target(to));
  else if (route.value.screen === "analyse") {
    if (!stepInside(to)) analyse.visit(analyse.target(to));
  } else if (route.value.screen === "lab" && to === "next") lab.step();
  else if (route.value.screen === "lab" && to === "previous") lab.back();
  else return false;
  return true;
}

const inPlay = (run: () => void) => () => {
  if (route.value.screen === "play") run();
};
const inAnalyse = (run: () => void) => () => {
  if (route.value.screen === "analyse") run();
};

function togglePause(): void {
  if (play.paused.value) play.unpause();
  else play.pause();
}

function toggleLab(): void {
  if (lab.playing.value) lab.pause();
  else lab.play();
}

function backToGame(): void {
  if (route.value.screen === "play") play.look(play.tip.value);
  else if (route.value.screen === "analyse") analyse.visit(mainLine(analyse.tree.value).at(-1)?.id ?? null);
}

function hint(): void {
  play.askHint();
  sayHint();
}

const COMMANDS: Record<string, () => void> = {
  h: inPlay(hint),
  u: inPlay(() => play.undo()),
  U: inPlay(() => play.redo()),
  p: inPlay(togglePause),
  " ": () => {
    if (route.value.screen === "play") togglePause();
    else if (route.value.screen === "lab") toggleLab();
  },
  a: () => (route.value.screen === "analyse" ? analyse.toggleEngine() : navigate("analyse")),
  c: inPlay(() => play.setClean(!play.clean.value)),
  f: () => (flipped.value = !flipped.value),
  g: backToGame,
  b: inAnalyse(() => analyse.visit(nextGlyph(["blunder"]))),
  m: inAnalyse(() => analyse.visit(nextGlyph(["mistake", "blunder"]))),
  s: () => {
    const { screen } = route.value;
    const begun = screen === "play" ? play.tip.value : screen === "watch" ? watch.tip.value : ROOT;
    if (screen === "analyse" || begun !== ROOT) dialog.value = "save";
  },
  l: inPlay(() => void continueLatest()),
  n: inPlay(() => (dialog.value = "new")),
  e: sayValue,
  "/": inPlay(() => (dialog.value = "type")),
  "?": () => (dialog.value = "help"),
};

export function onKey(event: KeyboardEvent): void {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    typing(event.target) ||
    dialog.value !== null
  )
    return;
  // Space and Enter belong to a focused button.
  const onButton = event.target instanceof HTMLElement && event.target.matches("button, a, summary");
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  const column = COLUMN_KEYS.indexOf(event.key);
  const to = STEP_KEYS[event.key];
  const command = COMMANDS[event.key] ?? COMMANDS[event.key.toLowerCase()];
  let used = command !== undefined;
  if (column >= 0) used = dropInColumn(column);
  else if (to) used = step(to);
  else command?.();
  if (used) event.preventDefault();
}
