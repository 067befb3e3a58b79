// Autosave: one request at a time, the latest state wins, failures are told once and tried again with the next move.

import { signal } from "@preact/signals";
import { api } from "../net/api";
import type { GameMeta, GameRecord, Receipt } from "../net/protocol";

export interface Snapshot {
  readonly name: string;
  readonly record: GameRecord;
  readonly meta: GameMeta;
}

export class Saver {
  readonly id = signal<string | null>(null);
  readonly failed = signal(false);
  private waiting: Snapshot | null = null;
  private chain: Promise<void> = Promise.resolve();
  /** Rises with every game, so that a late answer cannot name the wrong one. */
  private game = 0;

  constructor(private readonly onStored: (stored: Receipt) => void) {}

  /** Begins a new stored game, or goes on with one that was loaded. */
  reset(id: string | null): void {
    this.game += 1;
    this.id.value = id;
    this.waiting = null;
  }

  save(snapshot: Snapshot): Promise<void> {
    this.waiting = snapshot;
    const game = this.game;
    this.chain = this.chain.then(() => this.write(game));
    return this.chain;
  }

  private async write(game: number): Promise<void> {
    if (!this.waiting || game !== this.game) return;
    const { name, record, meta } = this.waiting;
    this.waiting = null;
    try {
      const id = this.id.value;
      const stored = id === null ? await api.create(name, record, meta) : await api.update(id, name, record, meta);
      if (game === this.game) this.id.value = stored.id;
      this.failed.value = false;
      this.onStored(stored);
    } catch {
      this.failed.value = true;
    }
  }
}
