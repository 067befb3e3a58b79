// Positions that came from outside: in the address, by hand, or as text. What the rules refuse never replaces what is there.

import { t } from "../i18n";
import type { Setup } from "../model/game";
import { decodePlayers, decodeSearches, decodeShare, decodeTerms } from "../model/share";
import { addLine, emptyTree, mainLine, type NodeId, ROOT, type Tree } from "../model/tree";
import { api } from "../net/api";
import { setupToWire } from "../net/convert";
import { analyse } from "./analyse";
import { infoLoaded, standardSetup } from "./app";
import { lab } from "./lab";
import { play } from "./play";
import { toast } from "./toasts";
import { watch } from "./watch";

/** The position as the rules write it, null for the initial one; throws what is wrong with it. */
export async function checkedStart(setup: Setup, start: string | null): Promise<string | null> {
  const record = { format: "luozi-game", version: 1, setup: setupToWire(setup), start, nodes: [{}] };
  const { games } = await api.importText(JSON.stringify(record), {});
  return games[0]?.start ?? null;
}

/** Another game in place of the study; one that somebody might miss comes back at a click. */
export function studyInstead(setup: Setup, tree: Tree, start: string | null, node: NodeId): void {
  const n = mainLine(analyse.tree.value).length - 1;
  const run = analyse.replace(setup, tree, start, node);
  if (!run) return;
  const text = n > 0 ? t("analyse.setAside", { n }) : t("analyse.setAside.position");
  toast(text, { action: { label: t("analyse.bringBack"), run } });
}

/** A link to a position: shown in Analyse. Which boards its game has is known once the server has told. */
export async function openStudy(text: string): Promise<void> {
  await opened(text, (setup, start, moves, ply) => {
    const { tree, id } = addLine(emptyTree(), ROOT, moves);
    analyse.adopt(setup, tree, start, mainLine(tree)[ply]?.id ?? id);
  });
}

/** A link to a game against the engine: begun from its last position. */
export async function openGame(text: string): Promise<void> {
  await opened(text, (setup, start, moves) => {
    const { clean, ...terms } = decodeTerms(text, { ...play.options.value, clean: play.clean.value });
    play.clean.value = clean;
    play.beginFrom({ ...terms, setup }, start, moves);
    // A clock that has run already waits for its player.
    if (terms.clock.kind !== "none" && moves.length > 0) play.pause();
  });
}

/** A link to a game that was watched: it waits where the link ends. */
export async function openWatched(text: string): Promise<void> {
  await opened(text, (setup, _start, moves) => {
    watch.resume(setup, decodePlayers(text) ?? watch.players.value, addLine(emptyTree(), ROOT, moves).tree, null);
  });
}

/** A link to a position for the laboratory. */
export async function openLab(text: string): Promise<void> {
  await opened(text, (setup, start, moves, ply) => {
    const { tree, id } = addLine(emptyTree(), ROOT, moves);
    lab.adopt(setup, tree, start, mainLine(tree)[ply]?.id ?? id, decodeSearches(text));
  });
}

type Take = (setup: Setup, start: string | null, moves: readonly string[], ply: number) => void;

async function opened(text: string, take: Take): Promise<void> {
  await infoLoaded;
  const shared = decodeShare(text, standardSetup);
  try {
    if (!shared) throw null;
    const { setup, moves, ply = moves.length } = shared;
    take(setup, await checkedStart(setup, shared.start), moves, ply);
  } catch {
    toast(t("share.bad"), { kind: "bad" });
  }
}
