// What all screens share: the connection, facts about the server, the address and the time.

import { computed, signal } from "@preact/signals";
import type { GameName, Setup } from "../model/game";
import { gridOf, rememberGrid } from "../model/grids";
import { api } from "../net/api";
import { setupFromWire, setupToWire } from "../net/convert";
import { Link } from "../net/link";
import type { GameInfo, GridInfo, ServerInfo } from "../net/protocol";
import { transport } from "../net/transport";

export const link = new Link(transport);

export const info = signal<ServerInfo | null>(null);

async function loadInfo(): Promise<void> {
  const told = await api.info().catch(() => null);
  for (const { game, grid } of told?.games ?? []) rememberGrid(game, grid);
  info.value = told;
}

/** Settles when the server has said what it is, or nothing came. */
export const infoLoaded: Promise<void> = loadInfo();

/** The words of all games, in the server's order. */
export const games = computed<readonly GameName[]>(() => info.value?.games.map(({ game }) => game) ?? []);

export const gameInfo = (game: GameName): GameInfo | undefined =>
  info.value?.games.find((known) => known.game === game);

/** The board people mean when they name only the game; null for a game that is not there. */
export function standardSetup(game: GameName): Setup | null {
  const found = gameInfo(game);
  return found ? setupFromWire(found.standard) : null;
}

const asked = new Set<string>();

/** The grid of any board; null until the server has told it. */
export function gridFor(setup: Setup): GridInfo | null {
  const known = gridOf(setup);
  const name = `${setup.game} ${setup.rows}x${setup.cols}`;
  if (!known && !asked.has(name)) {
    asked.add(name);
    api
      .grid(setupToWire({ ...setup, forbidden: [] }))
      .then((grid) => rememberGrid(setup.game, grid))
      .catch(() => asked.delete(name));
  }
  return known;
}

/** Repeatable replies for tests and demonstrations: `?seed=7` in the address. */
export const seed: number | undefined = (() => {
  const text = new URLSearchParams(location.search).get("seed");
  return text === null || !/^\d{1,9}$/.test(text) ? undefined : Number(text);
})();

export const SCREENS = [
  "play",
  "analyse",
  "learn",
  "watch",
  "lab",
  "friend",
  "library",
  "events",
  "class",
  "awards",
  "settings",
] as const;
export type Screen = (typeof SCREENS)[number];

export interface Route {
  readonly screen: Screen;
  /** What follows the screen's name in the address, such as an event's id. */
  readonly rest: string;
  /** The end of the address is missing. */
  readonly cut: boolean;
}

/** The text of an address, up to the first escape that means nothing: links lose their end on the way. */
function decoded(text: string): { rest: string; cut: boolean } {
  for (let part = text; ; part = part.slice(0, part.lastIndexOf("%"))) {
    try {
      return { rest: decodeURIComponent(part), cut: part !== text };
    } catch {
      // A shorter one may mean something; one without escapes always does.
    }
  }
}

export function parseRoute(hash: string): Route {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  const screen = SCREENS.find((known) => known === name) ?? "play";
  return { screen, ...decoded(rest.join("/")) };
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
