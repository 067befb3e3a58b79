// One simulation of the laboratory: its phases, the boards they show, and the numbers of its formula. Values without a
// browser; every number is the search's own.

import { cellsFromText } from "../net/convert";
import type { LabMove, LabPreset, LabSimulation, LabStep, Parameter } from "../net/protocol";
import { type CellContent, drawn, other, type View } from "./game";

/** What a simulation does, one after the other. */
export type Phase =
  | { readonly kind: "select"; readonly depth: number }
  | { readonly kind: "land" }
  | { readonly kind: "judge"; readonly index: number }
  | { readonly kind: "news"; readonly index: number };

export function phasesOf(simulation: LabSimulation): Phase[] {
  return [
    ...simulation.steps.map((_, depth): Phase => ({ kind: "select", depth })),
    { kind: "land" },
    ...simulation.judged.map((_, index): Phase => ({ kind: "judge", index })),
    ...simulation.news.map((_, index): Phase => ({ kind: "news", index })),
  ];
}

/** The moves from the root to where the simulation ended. */
export const pathOf = ({ steps }: LabSimulation): string[] =>
  steps.flatMap(({ chosen }) => (chosen === null ? [] : [chosen]));

/** The boards of the path, the root's first. */
export function boardsOf(simulation: LabSimulation): string[] {
  const boards = simulation.steps.map(({ cells }) => cells);
  return simulation.steps.at(-1)?.chosen === null ? boards : [...boards, simulation.cells];
}

/** How far below the root the node of a piece of news is. */
export const depthOfNews = ({ news }: LabSimulation, index: number): number => news.length - 1 - index;

/** The boards that a phase has gone through since the root, the last of which it shows. */
function shownBoards(simulation: LabSimulation, phase: Phase, stones: number): string[] {
  const path = boardsOf(simulation);
  switch (phase.kind) {
    case "select":
      return path.slice(0, phase.depth + 1);
    case "land":
      return path;
    case "judge":
      return [...path, ...(simulation.judged[phase.index]?.boards ?? []).slice(0, stones + 1)];
    case "news":
      return path.slice(0, depthOfNews(simulation, phase.index) + 1);
  }
}

/** Where a piece was put between two boards; null for a pass. */
function placed(before: readonly CellContent[], after: readonly CellContent[]): number | null {
  const cell = after.findIndex((content, at) => content !== 0 && before[at] === 0);
  return cell < 0 ? null : cell;
}

export interface Shown {
  readonly view: View;
  /** The pieces that the simulation has put, by their order. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** The board of a phase. `root` is the position of the search; of a game that is played out, `stones` moves are shown. */
export function shownAt(root: View, simulation: LabSimulation, phase: Phase, stones: number): Shown {
  const boards = shownBoards(simulation, phase, stones).map(cellsFromText);
  const numbers = new Map<number, number>();
  let last: number | null = null;
  let plies = 0;
  for (const [index, board] of boards.entries()) {
    const before = boards[index - 1];
    // The first board of a judged position is the one where the descent ended, unless a move led to it.
    if (!before || board.every((content, cell) => content === before[cell])) continue;
    plies += 1;
    last = placed(before, board);
    if (last !== null) numbers.set(last, plies);
  }
  const cells = boards.at(-1) ?? root.cells;
  const view: View = {
    ...drawn(root.grid, cells),
    names: root.names,
    toMove: plies % 2 === 0 ? root.toMove : other(root.toMove),
    last: last === null ? null : { move: "", cell: last, flips: [] },
    moves: root.moves,
  };
  return { view, numbers };
}

/** A number of the search for people: as many digits as tell moves apart. */
export const figure = (value: number): string => {
  const text = Math.abs(value).toFixed(Math.abs(value) >= 100 ? 0 : 3);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** A value between −1 and 1, with its sign. */
export const signedFigure = (value: number, digits = 2): string => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
};

/** The rules of selection as `docs/search.md` writes them. */
export const FORMULAS: Readonly<Record<string, string>> = {
  ucb1: "q + c·√(2·ln N / n)",
  "ucb1-inside": "q + √(c·ln N / n)",
  puct: "q + c·p·√N / (1 + n)",
  rave: "(1 − w)·q + w·a + b·c·√(2·ln N / n)",
  grave: "(1 − w)·q + w·a + b·c·√(2·ln N / n)",
};

/** The formula with the numbers of one move in it, as far as the rule has one that can be written in a line. */
export function filledFormula(rule: string, step: LabStep, move: LabMove): string {
  // Nobody was there: no number of the formula decides, and dividing by no visits says nothing.
  if (move.q === null) return "∞";
  const q = figure(move.q);
  const [c, total, n] = [Number(step.c.toPrecision(3)), Math.max(1, step.before.n), Math.max(1, move.n)];
  const sign = step.sign < 0 ? "−" : "+";
  const score = move.score === null ? "∞" : figure(move.score);
  switch (rule) {
    case "ucb1":
      return `${q} ${sign} ${c}·√(2·ln ${total} / ${n}) = ${score}`;
    case "ucb1-inside":
      return `${q} ${sign} √(${c}·ln ${total} / ${n}) = ${score}`;
    case "puct":
      return `${q} ${sign} ${c}·${figure(move.p)}·√${total} / (1 + ${move.n}) = ${score}`;
    default: {
      const { share = 1, mean = 0 } = move.blend ?? {};
      const own = share === 0 ? "" : `${figure(share)}·${q} + `;
      return `${own}${figure(1 - share)}·${figure(mean)} + ${figure(move.bonus)} = ${score}`;
    }
  }
}

/** What one side of the laboratory searches with: a preset, and parameters that were turned. */
export interface Recipe {
  readonly preset: string;
  readonly changed: Readonly<Record<string, string>>;
}

export const recipeText = ({ preset, changed }: Recipe): string =>
  [preset, ...Object.entries(changed).map(([name, value]) => `${name}=${value}`)].join(",");

/** A recipe as `recipeText` wrote it. */
export function recipeFromText(text: string): Recipe {
  const [preset = "", ...settings] = text.split(",");
  const pairs = settings.map((setting) => setting.split("=", 2)).filter((pair) => pair.length === 2);
  return { preset, changed: Object.fromEntries(pairs) as Record<string, string> };
}

/** The value that a parameter has in a recipe. */
export const settingOf = (parameter: Parameter, preset: LabPreset, { changed }: Recipe): string =>
  changed[parameter.name] ?? preset.values[parameter.name] ?? parameter.default;

/** A parameter turned; the preset's own value is no change. */
export function turned(recipe: Recipe, parameter: Parameter, preset: LabPreset, value: string): Recipe {
  const { [parameter.name]: _, ...rest } = recipe.changed;
  const own = preset.values[parameter.name] ?? parameter.default;
  return { ...recipe, changed: value === own ? rest : { ...rest, [parameter.name]: value } };
}

/** Places of a slider. */
export const SLIDER_STEPS = 200;
/** Ranges wider than this are laid out with more room for small numbers. */
const WIDE_RANGE = 2;

/** The number at a place of a parameter's slider. */
export function sliderValue([least, most]: readonly [number, number], whole: boolean, place: number): number {
  const share = place / SLIDER_STEPS;
  const value = least + (most - least) * (most - least > WIDE_RANGE ? share ** 3 : share);
  return whole ? Math.round(value) : Number(value.toPrecision(3));
}

/** The place of a number on its slider. */
export function sliderPlace([least, most]: readonly [number, number], value: number): number {
  const share = (value - least) / (most - least);
  return Math.round(SLIDER_STEPS * (most - least > WIDE_RANGE ? Math.cbrt(share) : share));
}
