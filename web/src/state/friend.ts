// A game with a friend: the server's session and clock decide, and this file shows what they say. The secret of a seat is
// kept in the browser, so that a reload or a lost connection finds it again.

import { computed, signal } from "@preact/signals";
import { type Clock, type ClockRule, NO_CLOCK, newClock } from "../model/clock";
import type { Ending, Setup, Side } from "../model/game";
import { addLine, emptyTree, mainLine, movesTo, type NodeId, ROOT } from "../model/tree";
import { api } from "../net/api";
import { setupFromWire, setupToWire, sideOf, winnerOf, wireSide } from "../net/convert";
import type { FriendAction, WireError, WireTable } from "../net/protocol";
import { link, tick } from "./app";
import { Session } from "./session";

/** What a browser knows about a table. */
interface Kept {
  readonly key?: string;
  readonly invite?: string;
  /** Where others on the network find the page, if the server told. */
  readonly origin?: string;
}

const SHELF = "luozi.friend.";

function kept(id: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(SHELF + id) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function keep(id: string, part: Kept): void {
  try {
    localStorage.setItem(SHELF + id, JSON.stringify({ ...kept(id), ...part }));
  } catch {
    // Without a shelf the seat lasts as long as the tab.
  }
}

const ruleOf = ({ clock }: WireTable): ClockRule =>
  clock ? { kind: clock.kind, baseMs: clock.base_ms, incrementMs: clock.inc_ms } : NO_CLOCK;

/** This page was opened by a name that leads every machine to itself. */
const isLoopback = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** The link for the friend: by an address that leads here from another machine, too. */
function linkFor(id: string, { invite, origin }: Kept): string | null {
  if (invite === undefined) return null;
  const here = origin !== undefined && isLoopback() ? `${origin}${location.pathname}` : location.href.split(/[?#]/)[0];
  return `${here}#/friend/${id}.${invite}`;
}

/** The end of an address names a table, and with an invitation also its secret. */
function placeOf(text: string): { readonly id: string; readonly invite: string | null } {
  const [id = "", invite = null] = text.split(".", 2);
  return { id, invite };
}

export class Friend extends Session {
  readonly table = signal<WireTable | null>(null);
  readonly clock = signal<Clock>(newClock(NO_CLOCK));
  readonly tip = signal<NodeId>(ROOT);
  /** Why there is no table. */
  readonly lost = signal<WireError | null>(null);
  /** The link for the friend, where this browser has it. */
  readonly invitation = signal<string | null>(null);
  readonly you = computed<Side | null>(() => {
    const you = this.table.value?.you ?? null;
    return you === null ? null : sideOf(you);
  });
  readonly ending = computed<Ending | null>(() => {
    const over = this.table.value?.over;
    if (!over) return null;
    const board = this.known(this.tip.value)?.over;
    return over.why === "board" && board ? board : { winner: winnerOf(over.winner), why: over.why, line: [] };
  });
  readonly inputSide = computed<Side | null>(() => {
    const table = this.table.value;
    const view = this.view.value;
    if (!table || !view || table.over || !this.settled.value || this.node.value !== this.tip.value) return null;
    // A move that the server cannot hear would be taken back.
    if (link.status.value === "lost") return null;
    return table.taken.every(Boolean) && this.you.value === view.toMove ? view.toMove : null;
  });
  onMove: (side: Side, move: string) => void = () => {};
  onEnd: (ending: Ending, you: Side | null) => void = () => {};
  private id = "";
  private round = 0;

  constructor() {
    super(link);
  }

  /** Sets up a table and returns where it is. */
  async invite(setup: Setup, side: Side | null, clock: ClockRule): Promise<string> {
    const { id, key, invite, origins } = await api.invite({
      setup: setupToWire(setup),
      side: side === null ? null : wireSide(side),
      clock: clock.kind === "none" ? null : { kind: clock.kind, base_ms: clock.baseMs, inc_ms: clock.incrementMs },
    });
    keep(id, { key, invite, ...(origins[0] === undefined ? {} : { origin: origins[0] }) });
    return id;
  }

  /** Comes to the table that an address names. */
  activate(rest: string): void {
    const { id, invite } = placeOf(rest);
    const known = kept(id);
    if (id !== this.id) {
      this.id = id;
      this.round = 0;
      this.table.value = null;
    }
    this.lost.value = null;
    const secret = known.invite ?? invite;
    this.invitation.value = linkFor(id, known);
    this.link.sit(id, known.key ?? secret, {
      table: (table) => this.take(table),
      error: (error) => this.refused(error),
    });
  }

  deactivate(): void {
    this.link.rise();
    tick(false, () => {});
  }

  private take(table: WireTable): void {
    if (table.key !== null) {
      keep(table.id, { key: table.key });
      this.link.reseat(table.key);
    }
    const before = this.table.value;
    const another = table.round !== this.round || before === null;
    this.round = table.round;
    const at = performance.now();
    this.clock.value = {
      rule: ruleOf(table),
      leftMs: table.left_ms,
      running: table.running === null ? null : { side: sideOf(table.running), since: at },
    };
    tick(table.running !== null, () => {});
    const known = movesTo(this.tree.value, this.tip.value);
    const same = !another && known.length === table.moves.length && known.every((move, i) => move === table.moves[i]);
    this.table.value = table;
    if (!same || this.view.value === null) this.place(table, another);
    if (table.over && !before?.over && before !== null) {
      const ending = this.ending.value;
      if (ending) this.onEnd(ending, this.you.value);
    }
  }

  /** Puts the game on the board as the server has it. */
  private place(table: WireTable, another: boolean): void {
    const following = another || this.node.value === this.tip.value;
    const had = another ? 0 : mainLine(this.tree.value).length - 1;
    const { tree, id } = addLine(emptyTree(), ROOT, table.moves);
    const last = table.moves.at(-1);
    if (another) this.reset(setupFromWire(table.setup), tree, table.start, id);
    else this.tree.value = tree;
    this.tip.value = id;
    this.lineEnd.value = id;
    if (following || !tree.nodes.has(this.node.value)) this.show(id, true);
    if (!another && last !== undefined && table.moves.length > had)
      this.onMove(table.moves.length % 2 === 1 ? 1 : 2, last);
  }

  play(move: string): void {
    const side = this.inputSide.value;
    if (side === null) return;
    const ply = this.table.value?.moves.length ?? 0;
    const id = this.extend(move);
    this.tip.value = id;
    this.lineEnd.value = id;
    this.node.value = id;
    this.onMove(side, move);
    this.show(id, true);
    this.send("move", ply, move);
  }

  act(action: FriendAction): void {
    this.send(action, this.table.value?.moves.length ?? 0);
  }

  look(id: NodeId | null): void {
    if (id !== null) this.show(id, !this.known(id));
  }

  private send(action: FriendAction, ply: number, m: string | null = null): void {
    const { key } = kept(this.id);
    if (key !== undefined) this.link.act({ table: this.id, key, round: this.round, ply, action, m });
  }

  /** The board goes back to what the server has. */
  private refused(error: WireError): void {
    if (error.code === "unknown_table" || error.code === "needs_server") {
      this.lost.value = error;
      return;
    }
    this.problem.value = error;
    const table = this.table.value;
    if (table) this.place(table, true);
  }
}

export const friend = new Friend();
