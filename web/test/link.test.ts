import { beforeEach, describe, expect, it, vi } from "vitest";
import { Link } from "../src/net/link";
import type { Socket } from "../src/net/transport";
import { standard } from "./fixtures";

/** A socket that records what is sent and lets the test answer. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  cut() {
    this.readyState = 3;
    this.onclose();
  }
}

const position = { setup: standard("reversi"), start: null, moves: ["f5"] };
const latest = () => FakeSocket.all.at(-1) as FakeSocket;
const types = (socket: FakeSocket) => socket.sent.map((message) => message.type);

describe("link", () => {
  let link: Link;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    link = new Link({ alone: false, socket: () => new FakeSocket() as Socket, fetch });
    link.connect();
    latest().open();
  });

  it("greets, then asks for positions with rising numbers", () => {
    link.open(
      position,
      () => {},
      () => {},
    );
    link.open(
      position,
      () => {},
      () => {},
    );
    expect(types(latest())).toEqual(["hello", "pos", "pos"]);
    expect(latest().sent.map((message) => message.gen)).toEqual([undefined, 1, 2]);
  });

  it("drops answers to earlier positions", () => {
    const first = vi.fn();
    const second = vi.fn();
    link.open(position, first, () => {});
    link.open(position, second, () => {});
    latest().say({ type: "state", gen: 1 });
    latest().say({ type: "state", gen: 2 });
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it("drops frames of another search and frames that come too late", () => {
    const info = vi.fn();
    link.open(
      position,
      () => {},
      () => {},
    );
    const id = link.go({ mode: "analyse" }, { info });
    latest().say({ type: "info", gen: 1, id, seq: 3 });
    latest().say({ type: "info", gen: 1, id, seq: 2 });
    latest().say({ type: "info", gen: 1, id: id + 1, seq: 9 });
    latest().say({ type: "info", gen: 0, id, seq: 9 });
    expect(info).toHaveBeenCalledOnce();
    expect(link.frames).toEqual({ used: 1, stale: 3 });
  });

  it("forgets a search that was stopped", () => {
    const best = vi.fn();
    link.open(
      position,
      () => {},
      () => {},
    );
    const id = link.go({ mode: "move" }, { best });
    link.stop();
    latest().say({ type: "best", gen: 1, id, m: "d6" });
    expect(best).not.toHaveBeenCalled();
    expect(link.searching.value).toBeNull();
  });

  it("sends position and search again after a lost connection", () => {
    const best = vi.fn();
    link.open(
      position,
      () => {},
      () => {},
    );
    const id = link.go({ mode: "move", level: 3 }, { best });
    latest().cut();
    expect(link.status.value).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all).toHaveLength(2);
    latest().open();
    expect(types(latest())).toEqual(["hello", "pos", "go"]);
    latest().say({ type: "best", gen: 1, id, m: "d6" });
    expect(best).toHaveBeenCalledOnce();
    expect(link.status.value).toBe("open");
  });

  it("watches from the beginning when the server was started anew", () => {
    link.watch("cup", 0, () => {});
    latest().say({ type: "welcome", v: 1, instance: "a" });
    latest().say({ type: "event", event: "cup", seq: 40, kind: "move" });
    latest().cut();
    vi.advanceTimersByTime(400);
    latest().open();
    latest().say({ type: "welcome", v: 1, instance: "b" });
    expect(
      latest()
        .sent.filter((message) => message.type === "watch")
        .map((message) => message.from_seq),
    ).toEqual([40, 0]);
  });

  it("waits longer after each failure", () => {
    latest().cut();
    vi.advanceTimersByTime(300);
    latest().cut();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("asks again for a position that came too fast, unless another one is wanted", () => {
    const failed = vi.fn();
    link.open(position, () => {}, failed);
    latest().say({ type: "err", gen: 1, id: null, code: "rate", args: { wait_ms: 800 } });
    vi.advanceTimersByTime(700);
    expect(types(latest())).toEqual(["hello", "pos"]);
    vi.advanceTimersByTime(200);
    expect(types(latest())).toEqual(["hello", "pos", "pos"]);
    latest().say({ type: "err", gen: 1, id: null, code: "rate", args: { wait_ms: 800 } });
    link.open(position, () => {}, failed);
    vi.advanceTimersByTime(2000);
    expect(latest().sent.map(({ gen }) => gen)).toEqual([undefined, 1, 1, 2]);
    expect(failed).not.toHaveBeenCalled();
  });

  it("goes on with a search when another message about it was refused", () => {
    const failed = vi.fn();
    link.open(
      position,
      () => {},
      () => {},
    );
    const id = link.go({ mode: "analyse" }, { failed });
    link.rate(2);
    latest().say({ type: "err", gen: null, id, code: "rate", args: { wait_ms: 10 } });
    expect([link.searching.value, failed.mock.calls.length]).toEqual([id, 0]);
    latest().say({ type: "err", gen: 1, id, code: "rate", args: { wait_ms: 10 } });
    expect([link.searching.value, failed.mock.calls.length]).toEqual([null, 1]);
  });

  it("tells errors to whom they concern", () => {
    const failed = vi.fn();
    const refused = vi.fn();
    link.open(position, () => {}, refused);
    const id = link.go({ mode: "move" }, { failed });
    latest().say({ type: "err", gen: 1, id, code: "busy" });
    latest().say({ type: "err", gen: 0, id: null, code: "illegal_move" });
    expect(failed).toHaveBeenCalledOnce();
    expect(refused).not.toHaveBeenCalled();
    latest().say({ type: "err", gen: 1, id: null, code: "illegal_move" });
    expect(refused).toHaveBeenCalledOnce();
  });
});
