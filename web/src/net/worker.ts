// The page without a server: boards, players and analysis in a worker of the browser, behind the same messages.

import { json, Shelf } from "./shelf";
import type { Socket, Transport } from "./transport";

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What `web/worker/worker.js` says. */
type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "frame"; readonly text: string }
  | { readonly kind: "deaf"; readonly deaf: boolean }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer };

const SETTINGS = "luozi.settings.kept";
/** In both languages, as what the worker says: without an engine there may be no words. */
const NOT_LOADED = "The engine's files could not be loaded: reload the page. 引擎文件无法加载，请重新加载页面。";
const STOPPED = "The engine has stopped: reload the page to go on. 引擎已停止，请重新加载页面后继续。";

class WorkerSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(private readonly desk: WorkerTransport) {}

  send(text: string): void {
    this.desk.tell(text);
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }
}

export class WorkerTransport implements Transport {
  readonly alone = true;
  private worker: Worker | null = null;
  private line: WorkerSocket | null = null;
  private ready = false;
  /** It computes something that cannot be interrupted, and hears nothing. */
  private deaf = false;
  private lastId = 0;
  private readonly waiting = new Map<number, { body: unknown; resolve: (answer: Answer) => void }>();
  /** Why there is no engine, in a sentence. */
  private failure: string | null = null;

  private readonly shelf = new Shelf((path, body) =>
    this.request({ method: "POST", path, body: JSON.stringify(body) }),
  );

  constructor(private readonly script: URL) {
    this.start();
  }

  socket(): Socket {
    this.line = new WorkerSocket(this);
    const { line } = this;
    if (this.ready) queueMicrotask(() => line.open());
    return line;
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const route = path.split("?")[0] ?? path;
    if (route === "api/settings") return this.settings(method, init.body);
    const kept = await this.shelf.answer(method, path, String(init.body ?? ""));
    if (kept) return kept;
    const { status, type, body } = await this.request({ method, path, body: init.body ?? "" });
    return new Response(body, { status, headers: { "content-type": type } });
  }

  /**
   * A message to the worker. One that hears nothing is replaced: the page then says again what it wants. How often it is to tell what
   * it finds is no reason for that: whoever leaves the page for a moment would find its work begun anew.
   */
  tell(text: string): void {
    if (!this.deaf) this.worker?.postMessage({ kind: "message", text });
    else if ((JSON.parse(text) as { type: string }).type !== "rate") this.restart();
  }

  private start(): void {
    const worker = new Worker(this.script, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(data);
    };
    worker.onerror = () => {
      if (worker === this.worker) this.hear({ kind: "failed", text: this.ready ? STOPPED : NOT_LOADED });
    };
    this.worker = worker;
  }

  private restart(): void {
    this.worker?.terminate();
    this.ready = false;
    this.deaf = false;
    if (this.line) this.line.readyState = WebSocket.CONNECTING;
    this.start();
    for (const [id, { body }] of this.waiting) this.worker?.postMessage({ kind: "request", id, body });
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.ready = true;
        this.line?.open();
        return;
      case "frame":
        this.line?.onmessage?.({ data: message.text });
        return;
      case "deaf":
        this.deaf = message.deaf;
        return;
      case "answer": {
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        waiting?.resolve(message.answer);
        return;
      }
      case "failed": {
        this.failure = message.text;
        for (const [id, { resolve }] of this.waiting) {
          this.waiting.delete(id);
          resolve(this.refused());
        }
        document.body.insertAdjacentHTML("afterbegin", '<p role="alert" class="no-engine"></p>');
        const alert = document.querySelector(".no-engine");
        if (alert) alert.textContent = message.text;
        return;
      }
    }
  }

  private refused(): Answer {
    const error = { text: this.failure, text_key: "err.internal", args: { reason: this.failure } };
    return { status: 503, type: "application/json", body: JSON.stringify({ error }) };
  }

  private request(body: unknown): Promise<Answer> {
    if (this.failure !== null) return Promise.resolve(this.refused());
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, { body, resolve });
      this.worker?.postMessage({ kind: "request", id, body });
    });
  }

  /** Settings stay in the browser. */
  private settings(method: string, body: BodyInit | null | undefined): Response {
    if (method === "PUT") localStorage.setItem(SETTINGS, String(body));
    return json(JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"));
  }
}
