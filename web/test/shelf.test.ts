// The browser's own shelf of games against the answers that a server gives, with an engine that only copies.

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test } from "vitest";
import { readBackup, writeBackup } from "../src/model/backup";
import type { GameRecord, GamesPage } from "../src/net/protocol";
import { type Ask, Shelf } from "../src/net/shelf";

let time = 1000;
let shelf: Shelf;

const engine: Ask = async (path, body) => {
  if (path === "shelf/awards") {
    const facts = body as object[];
    return { status: 200, body: JSON.stringify({ report: { total: facts.length }, new: [`game ${facts.length}`] }) };
  }
  if (path === "shelf/note") return { status: 200, body: JSON.stringify(body) };
  if (path === "shelf/own") {
    const { moves } = body as { moves: string[] };
    const kept = moves.length > 0;
    const note = kept ? { kind: "own", setup: {}, puzzle: { id: "p" } } : null;
    return { status: 200, body: JSON.stringify({ answer: { kept, reason: null }, note }) };
  }
  if (path === "shelf/learned") return { status: 200, body: JSON.stringify(body) };
  const { name, record, meta } = body as { name: string; record: { bad?: boolean; kind: string }; meta: object };
  if (record.bad) {
    const error = { text: "no game", text_key: "err.bad_record", args: { reason: "no game" } };
    return { status: 422, body: JSON.stringify({ error }) };
  }
  const finished = "won" in meta;
  const row = { name: name.trim(), kind: record.kind, players: "ann bob", finished, record, meta };
  const facts = finished ? { at: time } : null;
  return { status: 200, body: JSON.stringify({ ...row, summary: { plies: 3 }, grid: { rows: 6 }, facts }) };
};

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  time = 1000;
  shelf = new Shelf(engine, () => time);
});

const game = (kind: string): GameRecord => ({ kind }) as unknown as GameRecord;

async function ask(method: string, path: string, body: unknown = {}): Promise<{ status: number; body: never }> {
  const response = await shelf.answer(method, path, JSON.stringify(body));
  if (!response) throw new Error("not answered");
  const text = await response.text();
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as never };
}

const list = async (query = ""): Promise<GamesPage> => (await ask("GET", `api/games?${query}`)).body;
const names = async (query = ""): Promise<string[]> => (await list(query)).games.map(({ name }) => name);

async function create(name: string, kind: string, meta: object = {}): Promise<{ id: string; updated: number }> {
  time += 10;
  const { status, body } = await ask("POST", "api/games", { name, record: game(kind), meta });
  expect(status).toBe(201);
  return body;
}

test("games are listed, filtered, searched and paged, the last changed first", async () => {
  await create("one", "nogo");
  await create("two", "reversi", { won: true });
  const three = await create("Three", "nogo", { won: true });
  expect(await names()).toEqual(["Three", "two", "one"]);
  expect(await names("game=nogo")).toEqual(["Three", "one"]);
  expect(await names("state=finished")).toEqual(["Three", "two"]);
  expect(await names("state=unfinished&game=reversi")).toEqual([]);
  expect(await names("q=THR")).toEqual(["Three"]);
  expect(await names("q=bob")).toHaveLength(3);
  const first = await list("limit=2");
  expect(first.next).toBe(`1020-${first.games[1]?.id}`);
  expect(await names(`limit=2&before=${first.next}`)).toEqual(["one"]);
  expect((await list("limit=3")).next).toBeNull();
  expect(first.games[0]).toMatchObject({ id: three.id, plies: 3, grid: { rows: 6 }, created: 1030, updated: 1030 });
});

test("a game keeps its name, its versions differ, and a stale one is refused", async () => {
  const { id, updated } = await create("mine", "nogo");
  const saved = await ask("PUT", `api/games/${id}`, { name: "", record: game("nogo"), meta: { n: 1 }, base: updated });
  expect(saved).toMatchObject({ status: 200, body: { id, updated: updated + 1, awards: [] } });
  const stale = await ask("PUT", `api/games/${id}`, { name: "x", record: game("nogo"), meta: {}, base: updated });
  expect(stale).toMatchObject({ status: 409, body: { error: { text_key: "err.conflict" } } });
  const read = await ask("GET", `api/games/${id}`);
  expect(read.body).toMatchObject({ name: "mine", created: updated, updated: updated + 1, meta: { n: 1 } });
  expect((await ask("PATCH", `api/games/${id}`, { name: " new " })).body).toEqual({ id, name: "new" });
  expect(await names()).toEqual(["new"]);
});

test("a deleted game comes back, until it is too late", async () => {
  const { id } = await create("mine", "nogo");
  expect((await ask("DELETE", `api/games/${id}`)).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await ask("GET", `api/games/${id}`)).status).toBe(404);
  expect((await ask("DELETE", `api/games/${id}`)).status).toBe(404);
  expect((await ask("POST", `api/games/${id}/restore`)).status).toBe(200);
  expect(await names()).toEqual(["mine"]);
  await ask("DELETE", `api/games/${id}`);
  time += 31 * 24 * 3600 * 1000;
  shelf = new Shelf(engine, () => time);
  expect((await ask("POST", `api/games/${id}/restore`)).status).toBe(404);
});

test("a finished game counts once; what is forgotten can be brought back", async () => {
  const { id } = await create("", "nogo", { won: true });
  await create("", "nogo");
  const again = await ask("PUT", `api/games/${id}`, { name: "", record: game("nogo"), meta: { won: true } });
  expect(again.body).toMatchObject({ awards: [] });
  expect((await ask("GET", "api/awards")).body).toEqual({ total: 1 });
  const { undo } = (await ask("POST", "api/awards/reset")).body as { undo: string };
  expect((await ask("GET", "api/awards")).body).toEqual({ total: 0 });
  await ask("POST", "api/awards/reset", { undo });
  expect((await ask("GET", "api/awards")).body).toEqual({ total: 1 });
});

test("what was learned is noted in its order and counted together with the games", async () => {
  await create("", "nogo", { won: true });
  const lesson = { kind: "lesson", game: "nogo", id: "eyes" };
  expect((await ask("POST", "api/learn", lesson)).body).toMatchObject({ notes: [{ at: 1010, note: lesson }] });
  time += 5;
  expect((await ask("POST", "api/learn/own", { setup: {}, moves: [] })).body).toEqual({ kept: false, reason: null });
  expect((await ask("POST", "api/learn/own", { setup: {}, moves: ["4"] })).body).toMatchObject({ kept: true });
  const { notes, games } = (await ask("GET", "api/learn")).body as { notes: { note: object }[]; games: object[] };
  expect(notes.map(({ note }) => note)).toMatchObject([lesson, { kind: "own", puzzle: { id: "p" } }]);
  expect(games).toHaveLength(1);
  expect((await ask("GET", "api/learn/nothing")).status).toBe(404);
});

test("what the engine refuses is not kept, and its reason is told", async () => {
  const refused = await ask("POST", "api/games", { name: "", record: { bad: true }, meta: {} });
  expect(refused).toMatchObject({ status: 422, body: { error: { text_key: "err.bad_record" } } });
  expect(await names()).toEqual([]);
  expect(await shelf.answer("GET", "api/info", "")).toBeNull();
  globalThis.indexedDB = { open: () => void 0 } as unknown as IDBFactory;
  const broken = await new Shelf(engine).answer("GET", "api/games", "");
  expect(broken?.status).toBe(500);
});

test("all games go into a file and come back; another file is told apart", () => {
  const games = [{ name: "a", record: game("nogo"), meta: { mode: "play" as const } }];
  expect(readBackup(writeBackup(games))).toEqual(games);
  for (const text of ["", "{}", "[1]", '{"kind":"luozi games"}', "null", '{"kind":"other","games":[]}'])
    expect(readBackup(text)).toBeNull();
  expect(readBackup('{"kind":"luozi games","games":[1,{"name":3}]}')).toEqual([]);
});
