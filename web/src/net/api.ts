// Plain HTTP: stored games, settings, awards, events, import and export.

import type {
  AwardsReport,
  ControlWord,
  EventGamesPage,
  EventList,
  EventReplay,
  EventTable,
  FarmView,
  GameMeta,
  GameRecord,
  GamesPage,
  GridInfo,
  Import,
  Imported,
  Invite,
  Invited,
  NewEvent,
  Parameters,
  Receipt,
  RunState,
  Saved,
  ServerInfo,
  Started,
  WireSetup,
} from "./protocol";
import { transport } from "./transport";
import type { ClassAsk, ClassForm, ClassUploaded, Learned, LearnNote, OwnAnswer, OwnRequest } from "./wire";

/** What the server says is wrong, with the key of its text. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly args: Record<string, unknown>,
    text: string,
  ) {
    super(text);
  }
}

/** The stored game has changed meanwhile. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.key === "err.conflict";

interface ErrorBody {
  error?: { text?: string; text_key?: string; args?: Record<string, unknown> };
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method };
  if (body instanceof Blob) {
    init.headers = { "content-type": "application/octet-stream" };
    init.body = body;
  } else if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await transport.fetch(path, init);
  } catch {
    throw new ApiError(0, "err.offline", {}, "no answer from the server");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as ErrorBody;
  const { text = response.statusText, text_key = "err.http", args = { status: response.status } } = problem.error ?? {};
  throw new ApiError(response.status, text_key, args, text);
}

const get = async <T>(path: string): Promise<T> => (await request("GET", path)).json() as Promise<T>;
const send = async <T>(method: string, path: string, body: unknown): Promise<T> =>
  (await request(method, path, body)).json() as Promise<T>;

/** A stored game with the page's own notes about it. */
export type StoredGame = Omit<Saved, "meta"> & { readonly meta: GameMeta };

export interface GameFilter {
  readonly game?: string;
  readonly q?: string;
  readonly state?: "finished" | "unfinished";
  readonly limit?: number;
  readonly before?: string;
}

const query = (filter: object): string =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) =>
      value === undefined || value === "" ? [] : [[key, String(value)]],
    ),
  ).toString();

export const api = {
  info: () => get<ServerInfo>("api/info"),
  invite: (invite: Invite) => send<Invited>("POST", "api/friends", invite),
  parameters: () => get<Parameters>("api/parameters"),
  grid: (setup: WireSetup) => send<GridInfo>("POST", "api/grid", setup),
  games: (filter: GameFilter) => get<GamesPage>(`api/games?${query(filter)}`),
  game: (id: string) => get<StoredGame>(`api/games/${id}`),
  create: (name: string, record: GameRecord, meta: GameMeta) =>
    send<Receipt>("POST", "api/games", { name, record, meta }),
  /** Saves over a game; over no other version of it than the one saved at `base`, if that is given. */
  update: (id: string, name: string, record: GameRecord, meta: GameMeta, base: number | null) =>
    send<Receipt>("PUT", `api/games/${id}`, { name, record, meta, ...(base === null ? {} : { base }) }),
  rename: (id: string, name: string) => send<{ id: string; name: string }>("PATCH", `api/games/${id}`, { name }),
  remove: (id: string) => request("DELETE", `api/games/${id}`, {}),
  restore: (id: string) => request("POST", `api/games/${id}/restore`, {}),
  /** Reads a text of any format; `open` is the board that is looked at, `game` what somebody has said it is. */
  importText: (text: string, about: Omit<Import, "text">) => send<Imported>("POST", "api/import", { text, ...about }),
  async exportGame(
    format: string,
    record: GameRecord,
    options: { ply?: number; theme?: string; numbers?: string; ms?: number },
  ): Promise<Blob> {
    return (await request("POST", `api/export/${format}`, { record, ...options })).blob();
  },
  settings: () => get<Record<string, unknown>>("api/settings"),
  saveSettings: (settings: object) => send<Record<string, unknown>>("PUT", "api/settings", settings),
  awards: () => get<AwardsReport>("api/awards"),
  resetAwards: () => send<{ undo: string }>("POST", "api/awards/reset", {}),
  restoreAwards: (undo: string) => request("POST", "api/awards/reset", { undo }),
  learned: () => get<Learned>("api/learn"),
  /** Keeps a note about a puzzle or a lesson; answers what was learned so far. */
  note: (note: LearnNote) => send<Learned>("POST", "api/learn", note),
  /** Makes a puzzle of a position from a game of one's own, if the exact solver finds one right move. */
  ownPuzzle: (asked: OwnRequest) => send<OwnAnswer>("POST", "api/learn/own", asked),
  events: () => get<EventList>("api/events"),
  farm: () => get<FarmView>("api/farm"),
  startEvent: (event: NewEvent) => send<Started>("POST", "api/events", event),
  eventRun: (id: string) => get<RunState>(`api/events/${encodeURIComponent(id)}/run`),
  controlEvent: (id: string, action: ControlWord) =>
    send<RunState>("POST", `api/events/${encodeURIComponent(id)}/run`, { action }),
  event: (id: string) => get<EventTable>(`api/events/${encodeURIComponent(id)}`),
  eventGames: (id: string) => get<EventGamesPage>(`api/events/${encodeURIComponent(id)}/games?limit=100`),
  /** A question to the class; what it answers follows from the question. */
  classAsk: <T>(ask: ClassAsk) => send<T>("POST", "api/class", ask),
  classUpload: (file: File, form: ClassForm) =>
    send<ClassUploaded>("POST", `api/class/upload?${query({ name: file.name, form })}`, file),
  eventGame: (id: string, game: number) => get<EventReplay>(`api/events/${encodeURIComponent(id)}/games/${game}`),
};
