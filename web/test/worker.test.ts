// The page without a server: what it does with a worker that is busy, and with one that has failed.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkerTransport } from "../src/net/worker";

class FakeWorker {
  static made: FakeWorker[] = [];
  heard: unknown[] = [];
  ended = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown) {
    this.heard.push(message);
  }

  terminate() {
    this.ended = true;
  }
}

const alert = { textContent: "" };
const stop = JSON.stringify({ type: "stop", id: 1 });
const rate = JSON.stringify({ type: "rate", id: 1, max_hz: 2 });

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("WebSocket", { CONNECTING: 0, OPEN: 1 });
  vi.stubGlobal("document", { body: { insertAdjacentHTML: () => {} }, querySelector: () => alert });
});

afterEach(() => vi.unstubAllGlobals());

function started() {
  const transport = new WorkerTransport(new URL("http://localhost/worker.js"));
  const socket = transport.socket();
  const worker = FakeWorker.made[0];
  if (!worker) throw new Error("no worker was started");
  return { transport, socket, worker };
}

test("a worker that hears nothing is replaced, but not for being told to say less", () => {
  const { socket, worker } = started();
  worker.onmessage?.({ data: { kind: "ready" } });
  socket.send(stop);
  expect(worker.heard).toEqual([{ kind: "message", text: stop }]);
  worker.onmessage?.({ data: { kind: "deaf", deaf: true } });
  socket.send(rate);
  expect(FakeWorker.made.length).toBe(1);
  socket.send(stop);
  expect(FakeWorker.made.length).toBe(2);
  expect(worker.ended).toBe(true);
});

test("a worker that hears again is told what is said to its last word", () => {
  const { socket, worker } = started();
  worker.onmessage?.({ data: { kind: "ready" } });
  worker.onmessage?.({ data: { kind: "deaf", deaf: true } });
  worker.onmessage?.({ data: { kind: "deaf", deaf: false } });
  socket.send(stop);
  expect(worker.heard).toEqual([{ kind: "message", text: stop }]);
  expect(FakeWorker.made.length).toBe(1);
});

test("an engine that has failed is told in words that fit, and everything asked of it is refused", async () => {
  for (const [ready, words] of [
    [false, /could not be loaded/],
    [true, /has stopped/],
  ] as const) {
    FakeWorker.made = [];
    const { transport, worker } = started();
    if (ready) worker.onmessage?.({ data: { kind: "ready" } });
    const asked = transport.fetch("api/rules", {});
    await vi.waitFor(() => expect(worker.heard.length).toBe(1));
    worker.onerror?.();
    expect((await asked).status).toBe(503);
    expect((await transport.fetch("api/rules", {})).status).toBe(503);
    expect(alert.textContent).toMatch(words);
  }
});
