// What buttons and keys do that concerns more than one part of the page.

import { type TextKey, t } from "../i18n";
import { mainLine } from "../model/tree";
import { remarksText } from "../parts/proof";
import { analyse } from "./analyse";
import { navigate } from "./app";
import { play } from "./play";
import { say } from "./toasts";
import { analyseTab } from "./ui";
import { watch } from "./watch";

/** The played game in Analyse, and every move judged. */
export function reviewPlayed(): void {
  analyseTab.value = "review";
  analysePlayed();
  analyse.review();
}

export function analysePlayed(): void {
  analyse.adopt(play.setup.value, play.tree.value, play.start, play.node.value);
  navigate("analyse");
}

/** The watched game in Analyse, at the move shown. */
export function analyseWatched(): void {
  analyse.adopt(watch.setup.value, watch.tree.value, watch.start, watch.node.value);
  navigate("analyse");
}

export function rematch(): void {
  const options = play.options.value;
  const human = options.human === "both" ? "both" : options.human === 1 ? 2 : 1;
  play.begin({ ...options, human });
}

/** Why nobody may move now, wherever they click; null when somebody may. */
export function notNow(): TextKey | null {
  if (play.paused.value) return "why.paused";
  if (play.ending.value) return "why.game_over";
  if (play.node.value !== play.tip.value) return "why.looking";
  return play.inputSide.value === null ? "why.not_your_turn" : null;
}

/** Plays a move given as text; returns why not, or null. */
export function typeMove(text: string): string | null {
  const view = play.view.value;
  if (!view || play.inputSide.value === null) return t("why.not_your_turn");
  const legal = view.legal.find((candidate) => candidate.move.toLowerCase() === text.toLowerCase());
  if (!legal) {
    const why = view.illegal.get(text) ?? view.illegal.get(text.toUpperCase()) ?? view.illegal.get(text.toLowerCase());
    return why ? t(`why.${why}` as "why.occupied") : t("why.no_such_move", { move: text });
  }
  play.play(legal.move);
  return null;
}

/** Where to look: columns by name, cells by the corners around them. */
function regionText(region: readonly number[]): string {
  const grid = play.view.value?.grid;
  if (!grid) return "";
  const rows = region.map((cell) => Math.floor(cell / grid.cols));
  const columns = [...new Set(region.map((cell) => cell % grid.cols))].sort((a, b) => a - b);
  if (grid.drops) {
    const names = columns.map((column) => grid.column_labels[column] ?? "").join(", ");
    return t(columns.length === 1 ? "hint.column" : "hint.columns", { columns: names });
  }
  const name = (row: number, column: number) => grid.cell_names[row * grid.cols + column] ?? "";
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  return t("hint.region", { from: name(Math.min(...rows), left), to: name(Math.max(...rows), right) });
}

/** The hint in words, as far as it is uncovered. */
export function hintText(): string {
  const hint = play.hint.value;
  if (!hint) return "";
  if (hint.step === 1) return regionText(hint.region);
  if (hint.step === 2) return hint.top.length > 1 ? t("hint.top", { moves: hint.top.join(", ") }) : t("hint.one");
  const why = remarksText(hint.why);
  const move = why === "" ? t("hint.best", { move: hint.best }) : t("hint.why", { move: hint.best, why });
  return hint.pv.length > 1 ? move + t("hint.line", { line: hint.pv.join(" ") }) : move;
}

export function sayHint(): void {
  if (play.hint.value) say(t("say.hint", { text: hintText() }));
}

/** The next judged move of a kind after the node shown, for keys B and M. */
export function nextGlyph(kinds: readonly string[]): number | null {
  const line = mainLine(analyse.tree.value);
  const ply = analyse.ply.value;
  const rest = [...line.slice(ply + 1), ...line.slice(0, ply + 1)];
  return rest.find((node) => node.glyph !== undefined && kinds.includes(node.glyph))?.id ?? null;
}
