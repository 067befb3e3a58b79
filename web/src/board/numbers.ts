// Which pieces carry a move number.

import type { View } from "../model/game";
import { pathTo } from "../model/tree";
import type { Session } from "../state/session";
import type { Settings } from "../state/settings";

const NONE: ReadonlyMap<number, number> = new Map();

/** Cells of the moves on the path to the node shown; a cell played later hides an earlier number. */
export function moveNumbers(
  mode: Settings["numbers"],
  session: Session,
  view: View | null,
): ReadonlyMap<number, number> {
  if (mode === "none" || !view) return NONE;
  const path = pathTo(session.tree.value, session.node.value).slice(1);
  const shown = mode === "all" ? path : path.slice(mode === "five" ? -5 : -1);
  const numbers = new Map<number, number>();
  for (const node of shown) {
    const cell = session.known(node.id)?.last?.cell ?? null;
    if (cell !== null) numbers.set(cell, node.ply);
  }
  return numbers;
}
