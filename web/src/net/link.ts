// The tab's one connection. It knows the latest position and the running search, drops stale frames, and after a lost
// connection sends both again, so that a game goes on where it was. It knows nothing about games.

import { signal } from "@preact/signals";
import type { Setup } from "../model/game";
import { setupToWire } from "./convert";
import type {
  GoRequest,
  ServerMessage,
  WireAct,
  WireBest,
  WireError,
  WireEvent,
  WireExplained,
  WireInfo,
  WireJudged,
  WireReviewed,
  WireSimulated,
  WireState,
  WireTable,
} from "./protocol";
import type { Socket, Transport } from "./transport";
import type { FromTab } from "./wire";

export type LinkStatus = "connecting" | "open" | "lost";

export interface PositionRequest {
  readonly setup: Setup;
  readonly start: string | null;
  readonly moves: readonly string[];
}

export interface SearchHandlers {
  info?(info: WireInfo): void;
  best?(best: WireBest): void;
  judged?(judged: WireJudged): void;
  reviewed?(reviewed: WireReviewed): void;
  explained?(explained: WireExplained): void;
  simulated?(simulated: WireSimulated): void;
  failed?(error: WireError): void;
}

interface OpenPosition {
  readonly gen: number;
  readonly request: PositionRequest;
  readonly onState: (state: WireState) => void;
  readonly onError: (error: WireError) => void;
}

interface RunningSearch {
  readonly id: number;
  readonly gen: number;
  readonly request: GoRequest;
  readonly handlers: SearchHandlers;
  lastSeq: number;
}

interface Sitting {
  readonly table: string;
  key: string | null;
  readonly handlers: TableHandlers;
}

export interface TableHandlers {
  table(table: WireTable): void;
  error(error: WireError): void;
}

interface Watching {
  readonly event: string;
  seq: number;
  readonly onEvent: (event: WireEvent) => void;
}

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 5_000;

export class Link {
  readonly status = signal<LinkStatus>("connecting");
  /** The running search's id, for the "thinking" lamp; null when idle. */
  readonly searching = signal<number | null>(null);
  /** Info frames handled and dropped, for tests and budgets. */
  readonly frames = { used: 0, stale: 0 };
  private socket: Socket | null = null;
  private position: OpenPosition | null = null;
  private search: RunningSearch | null = null;
  private watching: Watching | null = null;
  private sitting: Sitting | null = null;
  private gen = 0;
  private lastId = 0;
  private retryMs = FIRST_RETRY_MS;
  private instance: string | undefined;

  constructor(private readonly transport: Transport) {}

  connect(): void {
    const socket = this.transport.socket();
    this.socket = socket;
    socket.onopen = () => {
      this.retryMs = FIRST_RETRY_MS;
      this.status.value = "open";
      this.send({ type: "hello", v: 1 });
      this.resume();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => {
      this.status.value = "lost";
      setTimeout(() => this.connect(), this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
    };
  }

  /** Asks for the state of a position; ends the running search. Answers to earlier positions are dropped. */
  open(request: PositionRequest, onState: (state: WireState) => void, onError: (error: WireError) => void): void {
    this.gen += 1;
    this.position = { gen: this.gen, request, onState, onError };
    this.endSearch();
    this.sendPosition();
  }

  /** Starts a search of the open position. */
  go(request: GoRequest, handlers: SearchHandlers): number {
    this.lastId += 1;
    this.search = { id: this.lastId, gen: this.gen, request, handlers, lastSeq: -1 };
    this.searching.value = this.lastId;
    this.send({ type: "go", gen: this.gen, id: this.lastId, ...request });
    return this.lastId;
  }

  /** Ends the running search; its `best` is not delivered. */
  stop(): void {
    if (!this.search) return;
    this.send({ type: "stop", id: this.search.id });
    this.endSearch();
  }

  /** Slows info frames down while nobody looks. */
  rate(maxHz: number): void {
    if (this.search) this.send({ type: "rate", id: this.search.id, max_hz: maxHz });
  }

  watch(event: string, fromSeq: number, onEvent: (event: WireEvent) => void): void {
    this.watching = { event, seq: fromSeq, onEvent };
    this.send({ type: "watch", event, from_seq: fromSeq });
  }

  unwatch(): void {
    if (this.watching) this.send({ type: "unwatch" });
    this.watching = null;
  }

  /** Comes to a table of two people; after a lost connection one comes back by oneself. */
  sit(table: string, key: string | null, handlers: TableHandlers): void {
    this.sitting = { table, key, handlers };
    this.send({ type: "sit", table, key });
  }

  /** The secret of the seat that was taken: one comes back with it. */
  reseat(key: string): void {
    if (this.sitting) this.sitting.key = key;
  }

  act(act: WireAct): void {
    this.send({ type: "act", ...act });
  }

  rise(): void {
    if (this.sitting) this.send({ type: "rise" });
    this.sitting = null;
  }

  private resume(): void {
    if (this.sitting) this.send({ type: "sit", table: this.sitting.table, key: this.sitting.key });
    if (this.watching) this.send({ type: "watch", event: this.watching.event, from_seq: this.watching.seq });
    this.sendPosition();
    if (this.search) {
      this.search.lastSeq = -1;
      this.send({ type: "go", gen: this.gen, id: this.search.id, ...this.search.request });
    }
  }

  private sendPosition(): void {
    if (!this.position) return;
    const { setup, start, moves } = this.position.request;
    this.send({ type: "pos", gen: this.position.gen, setup: setupToWire(setup), start, moves: [...moves] });
  }

  private send(message: FromTab): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private endSearch(): void {
    this.search = null;
    this.searching.value = null;
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        if (message.gen === this.position?.gen) this.position.onState(message);
        return;
      case "info": {
        const search = this.running(message.gen, message.id);
        if (!search || message.seq <= search.lastSeq) {
          this.frames.stale += 1;
          return;
        }
        this.frames.used += 1;
        search.lastSeq = message.seq;
        search.handlers.info?.(message);
        return;
      }
      case "judged":
        this.running(message.gen, message.id)?.handlers.judged?.(message);
        return;
      case "best":
      case "reviewed":
      case "explained":
      case "simulated": {
        const search = this.running(message.gen, message.id);
        if (!search) return;
        this.endSearch();
        if (message.type === "best") search.handlers.best?.(message);
        else if (message.type === "reviewed") search.handlers.reviewed?.(message);
        else if (message.type === "explained") search.handlers.explained?.(message);
        else search.handlers.simulated?.(message);
        return;
      }
      case "table":
        if (message.id === this.sitting?.table) this.sitting.handlers.table(message);
        return;
      case "event":
        if (message.event !== this.watching?.event) return;
        this.watching.seq = Math.max(this.watching.seq, message.seq);
        this.watching.onEvent(message);
        return;
      case "err":
        this.fail(message);
        return;
      case "welcome":
        this.greet(message.instance);
        return;
    }
  }

  /** A server that was started anew counts its events from the beginning. */
  private greet(instance: string | undefined): void {
    const restarted = this.instance !== undefined && instance !== this.instance;
    this.instance = instance;
    if (!restarted || !this.watching) return;
    this.watching.seq = 0;
    this.send({ type: "watch", event: this.watching.event, from_seq: 0 });
  }

  private fail(error: WireError): void {
    // Only `go` names both numbers: that another message about the search was refused does not end it.
    if (error.id !== null && error.gen !== null && error.id === this.search?.id) {
      const { handlers } = this.search;
      this.endSearch();
      handlers.failed?.(error);
    } else if (error.id === null && (error.gen === null || error.gen === this.position?.gen)) {
      if (error.code === "rate") this.askAgain(error);
      else if (error.gen === null && this.sitting) this.sitting.handlers.error(error);
      else this.position?.onError(error);
    }
  }

  /** Too many messages at once: the position is sent again when there is room for it. */
  private askAgain({ gen, args }: WireError): void {
    if (gen === null) return;
    setTimeout(
      () => {
        if (this.position?.gen === gen) this.sendPosition();
      },
      Math.max(FIRST_RETRY_MS, Number(args.wait_ms) || 0),
    );
  }

  private running(gen: number, id: number): RunningSearch | null {
    return this.search && this.search.gen === gen && this.search.id === id ? this.search : null;
  }
}
