// How the page reaches whoever answers it: a server, or a worker of its own where there is none. Both speak the same
// messages, and nothing above this file knows which of the two is there.

import { WorkerTransport } from "./worker";

/** The part of a WebSocket that the page uses. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
}

export interface Transport {
  /** Nobody is there beyond this browser: what two people or a machine of one's own must do is not to be had. */
  readonly alone: boolean;
  /** A connection for messages; it opens by itself. */
  socket(): Socket;
  /** A request as to a server, by a path below the page's address. */
  fetch(path: string, init: RequestInit): Promise<Response>;
}

const server: Transport = {
  alone: false,
  socket() {
    const address = new URL("ws", location.href.split("#")[0]?.split("?")[0]);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address) as Socket;
  },
  fetch: (path, init) => fetch(path, init),
};

/** A page without a server names the script of its worker. */
const worker = (): string | undefined => document.querySelector<HTMLMetaElement>("meta[name=luozi-worker]")?.content;

function chosen(): Transport {
  const script = typeof document === "undefined" ? undefined : worker();
  return script === undefined ? server : new WorkerTransport(new URL(script, document.baseURI));
}

export const transport: Transport = chosen();
