// Where the page is belongs in the address: the game, the line and the position shown. The tab keeps what no address has
// room for, variations, notes and clocks, under a key that the entry of the browser's history holds, so that reload, back
// and forward find it again. A game that replaces another one gets an entry of its own; whatever happens within a game
// changes its entry.

import { effect, untracked } from "@preact/signals";
import { t } from "../i18n";
import { fromRecord, toRecord } from "../model/record";
import {
  type Contestants,
  encodePlayers,
  encodeSearches,
  encodeShare,
  encodeTerms,
  type Searches,
} from "../model/share";
import { movesTo, nodeOf, ROOT } from "../model/tree";
import type { GameMeta, GameRecord } from "../net/protocol";
import { analyse } from "./analyse";
import { parseRoute, route, type Screen } from "./app";
import { lab } from "./lab";
import { play } from "./play";
import type { Version } from "./saver";
import type { Session } from "./session";
import { openGame, openLab, openStudy, openWatched } from "./shared";
import { toast } from "./toasts";
import { dialog, showPreview } from "./ui";
import { watch } from "./watch";

/** A game with what no address has room for. */
interface Kept {
  readonly record: GameRecord;
  /** The place of the node shown. */
  readonly node: number;
  /** The stored game that it is, if any. */
  readonly stored: Version | null;
  /** Only of a game against the engine. */
  readonly meta?: GameMeta;
  /** Only of a game to watch. */
  readonly players?: Contestants;
  /** Only of the laboratory. */
  readonly searches?: Searches;
}

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const WRITE_EVERY_MS = 350;
/** Games that a tab keeps for its way back; the oldest one goes first. */
const MOST_KEPT = 40;
/** Kept games by the version of what is kept: a later page must not misread it. */
const SHELF = "luozi.tab.1.";
const ORDER = "luozi.tab.order";

/** Links that are being opened: until then nothing is written over them. */
let opening = 0;

/** The game that this entry of the history is about. */
const keyHere = (): string | null => (history.state as { key?: string } | null)?.key ?? null;

function kept(key: string | null): Kept | null {
  try {
    return key === null ? null : (JSON.parse(sessionStorage.getItem(SHELF + key) ?? "null") as Kept | null);
  } catch {
    return null;
  }
}

function keep(key: string, game: Kept): void {
  const order = (sessionStorage.getItem(ORDER) ?? "").split(" ").filter((other) => other !== "" && other !== key);
  const drop = (most: number) => {
    for (const old of order.splice(0, Math.max(0, order.length - most))) sessionStorage.removeItem(SHELF + old);
  };
  drop(MOST_KEPT - 1);
  try {
    sessionStorage.setItem(SHELF + key, JSON.stringify(game));
  } catch {
    // No room: of the others only the latest stays, and without any of them the address still says where the page is.
    drop(1);
  }
  sessionStorage.setItem(ORDER, [...order, key].join(" "));
}

const SESSIONS: Partial<Record<Screen, Session>> = { play, analyse, watch, lab };
const sessionOf = (screen: Screen): Session | null => SESSIONS[screen] ?? null;

function addressOf(session: Session): string {
  const { start } = session;
  const tree = session.tree.value;
  const node = nodeOf(tree, session.node.value);
  const moves = session.line.value.slice(1).map(({ move }) => move);
  const onLine = session.line.value[node.ply]?.id === node.id;
  const line = onLine ? { moves, ply: node.ply } : { moves: movesTo(tree, node.id) };
  const shared = encodeShare({ setup: session.setup.value, start, ...line });
  if (session === watch) return `${shared}&${encodePlayers(watch.players.value)}`;
  if (session === lab) return [shared, encodeSearches(lab.searches())].filter(Boolean).join("&");
  if (session !== play) return shared;
  return `${shared}&${encodeTerms({ ...play.options.value, clean: play.clean.value })}`;
}

function contentOf(session: Session): Kept {
  if (session === play) {
    const { record, meta } = play.snapshot("");
    return { record, node: meta.node ?? 0, stored: play.saver.version(), meta };
  }
  const header = { players: [{}, {}] as const, date: "", timeControl: "" };
  const { record, place } = toRecord(session.setup.value, session.tree.value, header, null, session.start);
  const content = { record, node: place(session.node.value) };
  if (session === lab) return { ...content, stored: null, searches: lab.searches() };
  return session === watch
    ? { ...content, stored: watch.entry.stored.value, players: watch.players.value }
    : { ...content, stored: analyse.entry.stored.value };
}

/** The addresses of a page that nobody has touched: it needs none. */
const untouched = new Map<Session, string>([analyse, play, watch, lab].map((session) => [session, addressOf(session)]));

/** The address as it was last written or followed. Another one was just gone to, and must not be written over. */
let seen = location.hash;
let writtenAt = Number.NEGATIVE_INFINITY;
let waiting: ReturnType<typeof setTimeout> | null = null;

function write(): void {
  if (waiting !== null) clearTimeout(waiting);
  waiting = null;
  const { screen } = route.value;
  const session = sessionOf(screen);
  if (!session || opening > 0 || location.hash !== seen) return;
  writtenAt = performance.now();
  keep(session.key, contentOf(session));
  const before = keyHere();
  const state = { key: session.key };
  const address = addressOf(session);
  const hash = address === untouched.get(session) ? `#/${screen}` : `#/${screen}/${address}`;
  try {
    if (before !== null && before !== session.key) history.pushState(state, "", hash);
    else history.replaceState(state, "", hash);
    seen = location.hash;
  } catch {
    // The browser has had enough of changes for a while: the next one tries again.
  }
}

/** The game that was kept last, and its number of moves, variations included. */
let keptLast = "";

/** A move is kept at once: a page that is reloaded right after it may not be asked again before it goes. */
function keepMoves(): void {
  const session = sessionOf(route.value.screen);
  if (!session || opening > 0) return;
  const now = `${session.key} ${session.tree.value.nodes.size}`;
  if (now === keptLast) return;
  keptLast = now;
  keep(session.key, contentOf(session));
}

/** Writes when what goes on now is over: another game at once, so that the way back to the one before it is there, and what
 * happens within a game not too often. */
function writeSoon(): void {
  const session = sessionOf(route.value.screen);
  const another = session !== null && keyHere() !== session.key;
  if (another && waiting !== null) {
    clearTimeout(waiting);
    waiting = null;
  }
  waiting ??= setTimeout(write, another ? 0 : Math.max(0, writtenAt + WRITE_EVERY_MS - performance.now()));
}

/** Shows a game as it was kept. */
function restore(key: string, { record, node, stored, meta, players, searches }: Kept, session: Session): void {
  if (session === play) {
    if (meta) play.resume({ record, meta }, stored);
  } else {
    const { setup, tree, start } = fromRecord(record);
    if (session === watch) watch.resume(setup, players ?? watch.players.value, tree, stored);
    else if (session === lab) lab.adopt(setup, tree, start, tree.nodes.has(node) ? node : ROOT, searches);
    else analyse.adopt(setup, tree, start, tree.nodes.has(node) ? node : ROOT, stored);
  }
  session.key = key;
}

async function openLink(screen: Screen, text: string): Promise<void> {
  opening += 1;
  try {
    const open = { play: openGame, watch: openWatched, lab: openLab }[screen as string] ?? openStudy;
    await open(text);
  } finally {
    opening -= 1;
    writeSoon();
  }
}

/** Goes where the address says: to the game of this entry, else to the one that the address itself holds. */
export function follow(): void {
  seen = location.hash;
  const next = parseRoute(location.hash);
  const session = sessionOf(next.screen);
  const key = keyHere();
  const game = key === session?.key ? null : kept(key);
  dialog.value = null;
  showPreview(null, "off");
  if (session && key !== null && game) restore(key, game, session);
  else if (session && key !== session.key && next.rest) {
    if (next.cut) toast(t("share.cut"), { kind: "bad" });
    void openLink(next.screen, next.rest);
  }
  // Another screen begins at its top; only a phone has the whole page in one scroll.
  if (next.screen !== route.value.screen) scrollTo(0, 0);
  route.value = next;
}

/** From now on the address says where the page is. */
export function keepAddress(): void {
  follow();
  addEventListener("popstate", follow);
  addEventListener("pagehide", write);
  effect(() => {
    const session = sessionOf(route.value.screen);
    if (!session) return;
    // Whatever the address and its entry are made of.
    void [session.setup.value, session.tree.value, session.node.value, session.lineEnd.value];
    if (session === play) void [play.options.value, play.clean.value, play.ending.value, play.saver.id.value];
    else if (session === lab) void [lab.recipes.value, lab.number.value, lab.table.value];
    else void [analyse.entry.stored.value, watch.entry.stored.value, watch.players.value];
    untracked(writeSoon);
    // When what goes on now is over: a game is put on the board in several steps.
    queueMicrotask(keepMoves);
  });
}
