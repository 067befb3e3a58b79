// Games, results and badges where there is no server: kept in the browser's own database, asked by the server's own addresses.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { AwardsReport, GameMeta, GameRecord, GameSummary, GamesPage, Receipt, SaveRequest } from "./protocol";
import type { Learned, LearnNote, OwnAnswer } from "./wire";

/** What the engine makes of a game before it is kept: `shelf/draft` of `crates/wasm`. */
interface Draft {
  readonly name: string;
  readonly kind: string;
  /** Names of the players as they are searched for. */
  readonly players: string;
  readonly finished: boolean;
  readonly record: GameRecord;
  readonly meta: GameMeta;
  readonly summary: Omit<GameSummary, "grid" | "id" | "name" | "created" | "updated">;
  readonly grid: GameSummary["grid"];
  /** What statistics remember of it; nothing when it does not count. */
  readonly facts: object | null;
}

interface Row extends Omit<Draft, "facts"> {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  /** When it was deleted; 0 while it is there. */
  readonly deleted: number;
}

interface Result {
  readonly game: string;
  readonly at: number;
  readonly facts: object;
  /** The token under which it was forgotten; empty while it counts. */
  readonly reset: string;
}

/** Something that was learned: a puzzle tried, a lesson walked. */
interface Noted {
  readonly at: number;
  readonly note: LearnNote;
}

interface Schema extends DBSchema {
  games: { key: string; value: Row; indexes: { updated: number } };
  results: { key: string; value: Result; indexes: { at: number } };
  notes: { key: number; value: Noted };
}

/** What the shelf asks of the engine. */
export type Ask = (path: string, body: unknown) => Promise<{ readonly status: number; readonly body: string }>;

const DATABASE = "luozi";
/** How long a deleted game can be brought back. */
const TRASH_MS = 30 * 24 * 3600 * 1000;
const LISTED = { most: 200, usual: 50 };

/** A request that gets no answer but a problem. */
class Refusal {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly text: string,
    readonly args: object = {},
  ) {}
}

const gone = (): Refusal => new Refusal(404, "err.not_found", "this is not there any more");
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function listed({ id, name, created, updated, summary, grid }: Row): GameSummary {
  return { ...summary, id, name, created, updated, grid };
}

export class Shelf {
  private opened: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(
    private readonly ask: Ask,
    private readonly now: () => number = Date.now,
  ) {}

  /** The answer to a request; nothing when it is none about games and badges. */
  async answer(method: string, path: string, body: string): Promise<Response | null> {
    const [route = "", query = ""] = path.split("?");
    const [api, what, id, action] = route.split("/");
    if (api !== "api" || (what !== "games" && what !== "awards" && what !== "learn")) return null;
    try {
      if (what === "games") return await this.games(method, query, id ?? null, action ?? null, body);
      return what === "awards"
        ? await this.awards(method, id ?? null, body)
        : await this.learn(method, id ?? null, body);
    } catch (error) {
      const { status, key, text, args } =
        error instanceof Refusal ? error : new Refusal(500, "err.shelf", String(error), { reason: String(error) });
      return json({ error: { text, text_key: key, args } }, status);
    }
  }

  private async games(
    method: string,
    query: string,
    id: string | null,
    action: string | null,
    body: string,
  ): Promise<Response> {
    if (id === null) {
      if (method === "GET") return json(await this.list(new URLSearchParams(query)));
      return json(await this.save(null, JSON.parse(body) as SaveRequest), 201);
    }
    if (action === "restore") {
      await this.setDeleted(id, false);
      return json({ id });
    }
    switch (method) {
      case "GET": {
        const { name, created, updated, record, meta } = await this.row(id);
        return json({ id, name, created, updated, record, meta });
      }
      case "PUT":
        return json(await this.save(id, JSON.parse(body) as SaveRequest));
      case "PATCH":
        return json(await this.rename(id, (JSON.parse(body) as { name: string }).name));
      case "DELETE":
        await this.setDeleted(id, true);
        return new Response(null, { status: 204 });
      default:
        throw gone();
    }
  }

  /** Opened once; what was deleted long ago goes for good then. */
  private database(): Promise<IDBPDatabase<Schema>> {
    this.opened ??= openDB<Schema>(DATABASE, 2, {
      upgrade(database, version) {
        if (version < 1) {
          database.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
          database.createObjectStore("results", { keyPath: "game" }).createIndex("at", "at");
        }
        database.createObjectStore("notes", { autoIncrement: true });
      },
      // Another tab with a newer page wants to bring the database up to date.
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase | null)?.close(),
    }).then(async (database) => {
      const before = this.now() - TRASH_MS;
      const transaction = database.transaction("games", "readwrite");
      for await (const cursor of transaction.store)
        if (cursor.value.deleted > 0 && cursor.value.deleted < before) await cursor.delete();
      await transaction.done;
      return database;
    });
    // A database that cannot be opened now may be the next time.
    this.opened.catch(() => {
      this.opened = null;
    });
    return this.opened;
  }

  private async row(id: string): Promise<Row> {
    const row = await (await this.database()).get("games", id);
    if (row === undefined || row.deleted > 0) throw gone();
    return row;
  }

  /** Saved games, the last changed first. */
  private async list(query: URLSearchParams): Promise<GamesPage> {
    const limit = Math.min(Math.max(Number(query.get("limit")) || LISTED.usual, 1), LISTED.most);
    const [kind, words, state] = ["game", "q", "state"].map((key) => query.get(key) ?? "");
    const fits = (row: Row): boolean =>
      row.deleted === 0 &&
      (!kind || row.kind === kind) &&
      (!state || row.finished === (state === "finished")) &&
      (!words || `${row.name.toLowerCase()} ${row.players}`.includes(words.toLowerCase()));
    const [time, last] = (query.get("before") ?? "").split("-");
    const follows = (row: Row): boolean =>
      !time || row.updated < Number(time) || (row.updated === Number(time) && row.id < (last ?? ""));
    const found: Row[] = [];
    const index = (await this.database()).transaction("games").store.index("updated");
    const range = time ? IDBKeyRange.upperBound(Number(time)) : null;
    for await (const { value } of index.iterate(range, "prev")) {
      if (follows(value) && fits(value)) found.push(value);
      if (found.length > limit) break;
    }
    const games = found.slice(0, limit);
    const end = games.at(-1);
    return {
      games: games.map(listed),
      next: found.length > limit && end ? `${end.updated}-${end.id}` : null,
    };
  }

  /** What the engine makes of something, or its refusal. */
  private async asked<T>(path: string, body: unknown): Promise<T> {
    const { status, body: text } = await this.ask(path, body);
    const answer = JSON.parse(text) as T & { error?: { text: string; text_key: string; args: object } };
    if (answer.error) throw new Refusal(status, answer.error.text_key, answer.error.text, answer.error.args);
    return answer;
  }

  private async draft(request: { name: string; record: GameRecord; meta: object }, at: number): Promise<Draft> {
    return this.asked<Draft>("shelf/draft", { ...request, at });
  }

  /** Saves a new game, or over one; with `base` only over the version that was saved then. */
  private async save(id: string | null, request: SaveRequest): Promise<Receipt> {
    const now = this.now();
    const { facts, ...draft } = await this.draft(request, now);
    const transaction = (await this.database()).transaction(["games", "results"], "readwrite");
    const games = transaction.objectStore("games");
    const there = id === null ? undefined : await games.get(id);
    if (id !== null && (there === undefined || there.deleted > 0)) throw gone();
    if (there && typeof request.base === "number" && request.base !== there.updated)
      throw new Refusal(409, "err.conflict", "the game was saved from elsewhere meanwhile", { updated: there.updated });
    const row: Row = {
      ...draft,
      id: id ?? newId(),
      // A save without a name leaves the game's as it is.
      name: draft.name || (there?.name ?? ""),
      created: there?.created ?? now,
      // Two versions never have the same time, or the later one could be taken for the earlier.
      updated: there ? Math.max(now, there.updated + 1) : now,
      deleted: 0,
    };
    await games.put(row);
    const results = transaction.objectStore("results");
    const counts = facts !== null && (await results.get(row.id)) === undefined;
    if (counts) await results.put({ game: row.id, at: now, facts, reset: "" });
    await transaction.done;
    return { id: row.id, updated: row.updated, awards: counts ? (await this.counted()).new : [] };
  }

  private async rename(id: string, wanted: string): Promise<{ id: string; name: string }> {
    const row = await this.row(id);
    const { name } = await this.draft({ name: wanted, record: row.record, meta: row.meta }, row.updated);
    await (await this.database()).put("games", { ...row, name });
    return { id, name };
  }

  private async setDeleted(id: string, deleted: boolean): Promise<void> {
    const database = await this.database();
    const row = await database.get("games", id);
    if (row === undefined || row.deleted > 0 === deleted) throw gone();
    await database.put("games", { ...row, deleted: deleted ? this.now() : 0 });
  }

  /** The results that count, the oldest first. */
  private async facts(): Promise<object[]> {
    const results = await (await this.database()).getAllFromIndex("results", "at");
    return results.filter(({ reset }) => reset === "").map((result) => result.facts);
  }

  /** What all results that count amount to, and the badges that the last one earned. */
  private async counted(): Promise<{ readonly report: AwardsReport; readonly new: string[] }> {
    return this.asked("shelf/awards", await this.facts());
  }

  private async learn(method: string, action: string | null, body: string): Promise<Response> {
    if (action === "own" && method === "POST") {
      const { answer, note } = await this.asked<{ answer: OwnAnswer; note: LearnNote | null }>(
        "shelf/own",
        JSON.parse(body),
      );
      if (note) await this.keep(note);
      return json(answer);
    }
    if (action !== null) throw gone();
    if (method === "POST") await this.keep(await this.asked<LearnNote>("shelf/note", JSON.parse(body)));
    const notes = await (await this.database()).getAll("notes");
    return json(await this.asked<Learned>("shelf/learned", { notes, games: await this.facts() }));
  }

  private async keep(note: LearnNote): Promise<void> {
    await (await this.database()).add("notes", { at: this.now(), note });
  }

  private async awards(method: string, action: string | null, body: string): Promise<Response> {
    if (method === "GET" && action === null) return json((await this.counted()).report);
    if (action !== "reset") throw gone();
    const { undo } = JSON.parse(body) as { undo?: string };
    const token = undo ?? newId();
    const transaction = (await this.database()).transaction("results", "readwrite");
    for await (const cursor of transaction.store) {
      const { value } = cursor;
      if (undo === undefined && value.reset === "") await cursor.update({ ...value, reset: token });
      if (undo !== undefined && value.reset === undo) await cursor.update({ ...value, reset: "" });
    }
    await transaction.done;
    return json(undo === undefined ? { undo: token } : {});
  }
}
