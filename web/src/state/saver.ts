// Autosave: one request at a time, the latest state wins, failures are told once and tried again with the next move. A
// game that goes on elsewhere is never overwritten: nothing more is saved until somebody has decided which one to keep.

import { signal } from "@preact/signals";
import { api, isConflict } from "../net/api";
import type { GameMeta, GameRecord, Receipt } from "../net/protocol";

export interface Snapshot {
  readonly name: string;
  readonly record: GameRecord;
  readonly meta: GameMeta;
}

/** A stored game as this tab last knew it. */
export type Version = Pick<Receipt, "id" | "updated">;

/** The moves of a record, variations included, as text to compare. */
const movesOf = ({ nodes }: GameRecord): string =>
  nodes.map(({ parent, move }, at) => `${parent ?? at - 1} ${move ?? ""}`).join();

export class Saver {
  readonly id = signal<string | null>(null);
  readonly failed = signal(false);
  /** The stored game has other moves than this one. */
  readonly conflict = signal(false);
  private waiting: Snapshot | null = null;
  private chain: Promise<void> = Promise.resolve();
  /** Rises with every game, so that a late answer cannot name the wrong one. */
  private game = 0;
  /** When the stored version was saved, and its moves. */
  private base: number | null = null;
  private stored = "";

  constructor(private readonly onStored: (stored: Receipt) => void) {}

  /** Begins a new stored game, or goes on with one that was loaded. */
  reset(loaded: Version | null, record: GameRecord | null = null): void {
    this.game += 1;
    this.id.value = loaded?.id ?? null;
    this.base = loaded?.updated ?? null;
    this.stored = record ? movesOf(record) : "";
    this.conflict.value = false;
    this.waiting = null;
  }

  /** The stored game, if there is one. */
  version(): Version | null {
    const id = this.id.value;
    return id === null || this.base === null ? null : { id, updated: this.base };
  }

  save(snapshot: Snapshot): Promise<void> {
    this.waiting = snapshot;
    const game = this.game;
    this.chain = this.chain.then(() => this.write(game));
    return this.chain;
  }

  private async write(game: number): Promise<void> {
    if (!this.waiting || game !== this.game || this.conflict.value) return;
    const snapshot = this.waiting;
    this.waiting = null;
    try {
      const stored = await this.store(snapshot);
      if (game === this.game) {
        this.id.value = stored.id;
        this.base = stored.updated;
        this.stored = movesOf(snapshot.record);
      }
      this.failed.value = false;
      this.onStored(stored);
    } catch (error) {
      if (game === this.game && isConflict(error)) this.conflict.value = true;
      else this.failed.value = true;
    }
  }

  private async store({ name, record, meta }: Snapshot): Promise<Receipt> {
    const id = this.id.value;
    if (id === null) return api.create(name, record, meta);
    try {
      return await api.update(id, name, record, meta, this.base);
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Only opened elsewhere: it still is the game that was stored from here.
      const there = await api.game(id);
      if (movesOf(there.record) !== this.stored) throw error;
      return api.update(id, name, record, meta, there.updated);
    }
  }
}

/** An entry of the library that is saved on request: a new one at first, then the same again, if nobody else changed it. */
export class Entry {
  readonly stored = signal<Version | null>(null);

  async save({ name, record, meta }: Snapshot, copy: boolean): Promise<void> {
    const before = copy ? null : this.stored.value;
    this.stored.value = before
      ? await api.update(before.id, name, record, meta, before.updated)
      : await api.create(name, record, meta);
  }
}
