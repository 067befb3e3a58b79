// What all screens share: the connection, facts about the server, the address and the time.

import { signal } from "@preact/signals";
import { api } from "../net/api";
import { Link } from "../net/link";
import type { ServerInfo } from "../net/protocol";
import { settings } from "./settings";

const socketAddress = (): string => {
  const address = new URL("ws", location.href.split("#")[0]?.split("?")[0]);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
};

export const link = new Link(socketAddress(), () => settings.value.lang);

export const info = signal<ServerInfo | null>(null);

export async function loadInfo(): Promise<void> {
  info.value = await api.info().catch(() => null);
}

/** Repeatable replies for tests and demonstrations: `?seed=7` in the address. */
export const seed: number | undefined = (() => {
  const text = new URLSearchParams(location.search).get("seed");
  return text === null || !/^\d{1,9}$/.test(text) ? undefined : Number(text);
})();

export const SCREENS = ["play", "analyse", "watch", "library", "events", "awards", "settings"] as const;
export type Screen = (typeof SCREENS)[number];

export interface Route {
  readonly screen: Screen;
  /** What follows the screen's name in the address, such as an event's id. */
  readonly rest: string;
}

export function parseRoute(hash: string): Route {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  const screen = SCREENS.find((known) => known === name) ?? "play";
  return { screen, rest: decodeURIComponent(rest.join("/")) };
}

export const route = signal<Route>(parseRoute(location.hash));

export function navigate(screen: Screen, rest = ""): void {
  location.hash = rest ? `#/${screen}/${encodeURIComponent(rest)}` : `#/${screen}`;
}

/** Milliseconds for clocks on the screen; ticks only while somebody asks for it. */
export const now = signal(performance.now());
let ticker: ReturnType<typeof setInterval> | null = null;

export function tick(wanted: boolean, onTick: () => void): void {
  if (ticker !== null) clearInterval(ticker);
  ticker = wanted
    ? setInterval(() => {
        now.value = performance.now();
        onTick();
      }, 100)
    : null;
}
