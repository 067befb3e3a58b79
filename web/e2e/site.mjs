// Checks a site that `tools/site` has written, in system Chromium: what only a site has, and scenarios of the page.
//   node e2e/site.mjs FOLDER FINGERPRINTS            FINGERPRINTS is what the native build has printed
//   node e2e/site.mjs FOLDER FINGERPRINTS --full     every scenario of the page that needs no server; stops are timed
//   node e2e/site.mjs FOLDER FINGERPRINTS 2 5        these scenarios of the page

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { cell, faults, newGame, passes, plies, resign, turn, until, untilPlies, withPage } from "./harness.mjs";
import { serveFolder } from "./server.mjs";

const [folder, fingerprints, ...chosen] = process.argv.slice(2);
if (!folder) throw new Error("expected the folder of a site");
const full = chosen[0] === "--full";
/** Scenarios of the whole page that are played in every run: boards of all games, the library, the laboratory. */
const USUAL = [2, 110, 120];
/** How long an interrupted search may go on. */
const INTERRUPTED_MS = 50;
/** What may be loaded, compressed by any server's usual means: before the engine, and until the first move of Connect Four. */
const PAGE_KB = 150;
const FIRST_MOVE_KB = 1600;

const { url, close } = await serveFolder(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const world = { browser, url, site: true };

const own = [
  {
    name: "what is loaded before the first move is small",
    async run() {
      const kilobytes = (...files) =>
        files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);
      const page = kilobytes("index.html", "app.js", "session.js", "app.css", "seal.svg");
      const engine = kilobytes("worker.js", "engine-relaxed.js", "engine-relaxed_bg.wasm");
      const net = kilobytes("weights/connect4-6x64.net");
      console.log(`   page ${page.toFixed(0)} kB, engine ${engine.toFixed(0)} kB, net ${net.toFixed(0)} kB`);
      assert.ok(page < PAGE_KB && page + engine + net < FIRST_MOVE_KB);
    },
  },
  {
    name: "a move is answered by the engine in the worker",
    async run() {
      await withPage(world, {}, async (page) => {
        await turn(page);
        await cell(page, 38).click();
        await untilPlies(page, 2);
      });
    },
  },
  {
    name: "players think in the browser as they do on the machine, to the last bit",
    async run() {
      if (!fingerprints) throw new Error("expected a file of fingerprints (examples/fingerprints.rs of luozi-wasm)");
      const expected = readFileSync(fingerprints, "utf8");
      await withPage(world, {}, async (page) => {
        for (const kind of ["relaxed", "simd128"].filter((kind) => existsSync(join(folder, `engine-${kind}.js`)))) {
          const found = await page.evaluate(async (kind) => {
            const engine = await import(`./engine-${kind}.js`);
            await engine.default();
            // Whatever is asked for in vain is brought, until nothing is missing.
            let [found, files] = ["", []];
            do {
              for (const file of files)
                engine.bring(file, new Uint8Array(await (await fetch(`./weights/${file}`)).arrayBuffer()));
              found = engine.fingerprints("", 100);
              files = JSON.parse(engine.wanted());
            } while (files.length > 0);
            return found;
          }, kind);
          assert.equal(found, expected, kind);
        }
      });
    },
  },
  {
    name: "an analysis is interrupted at once",
    async run() {
      await withPage(world, {}, async (page) => {
        const waited = await page.evaluate(async () => {
          const worker = new Worker("./worker.js", { type: "module" });
          let told = () => {};
          worker.onmessage = ({ data }) => told(data);
          const until = (good) => new Promise((resolve) => (told = (data) => good(data) && resolve(data)));
          const say = (message) => worker.postMessage({ kind: "message", text: JSON.stringify(message) });
          const frame = (type) => until((data) => data.kind === "frame" && JSON.parse(data.text).type === type);
          await until((data) => data.kind === "ready");
          say({ type: "pos", gen: 1, setup: { game: "nogo", rows: 9, cols: 9 }, moves: [] });
          say({ type: "go", gen: 1, id: 1, mode: "analyse" });
          await frame("info");
          const times = [];
          for (let id = 1; id <= 5; id += 1) {
            const asked = performance.now();
            say({ type: "stop", id });
            await frame("best");
            times.push(performance.now() - asked);
            say({ type: "go", gen: 1, id: id + 1, mode: "analyse" });
            await frame("info");
          }
          worker.terminate();
          return times.sort((a, b) => a - b)[2];
        });
        console.log(`   stopped after ${waited.toFixed(0)} ms (median of 5)`);
        // A machine that does much else at the time says nothing about the engine.
        if (full) assert.ok(waited < INTERRUPTED_MS, `${waited} ms`);
      });
    },
  },
  {
    // The sets are published elsewhere: the variable names the file of one.
    when: process.env.LUOZI_SOLVER_SET !== undefined,
    name: "the exact solver is right about every position of a published set",
    async run() {
      const lines = readFileSync(process.env.LUOZI_SOLVER_SET, "utf8").trim().split("\n");
      await withPage(world, {}, async (page) => {
        const started = Date.now();
        const found = await page.evaluate(async (lines) => {
          const engine = await import("./engine-relaxed.js");
          await engine.default();
          const file = "connect4-6x64.net";
          engine.bring(file, new Uint8Array(await (await fetch(`./weights/${file}`)).arrayBuffer()));
          const desk = new engine.Desk(64);
          return lines.map((line, gen) => {
            const moves = [...line.split(" ")[0]];
            const frames = [];
            const say = (message) => desk.receive(JSON.stringify(message), (text) => frames.push(JSON.parse(text)));
            say({ type: "pos", gen, setup: { game: "connect4", rows: 6, cols: 7 }, moves });
            say({ type: "go", gen, id: 1, mode: "analyse" });
            while (desk.busy()) desk.step(1000, (text) => frames.push(JSON.parse(text)));
            const { result, plies } = frames.at(-1).info.root.proven;
            // A win with the winner's k-th of 21 stones is worth 22 - k.
            const score = 22 - Math.ceil((moves.length + plies) / 2);
            return result === "draw" ? 0 : result === "win" ? score : -score;
          });
        }, lines);
        const wrong = lines.filter((line, at) => Number(line.split(" ")[1]) !== found[at]);
        assert.deepEqual(wrong, []);
        console.log(`   ${lines.length} positions in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      });
    },
  },
  {
    name: "it opens and plays without a network after the first visit",
    async run() {
      await withPage(world, { tolerate: /ERR_INTERNET_DISCONNECTED/ }, async (page, { context }) => {
        await turn(page);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await context.setOffline(true);
        await page.reload();
        await turn(page);
        await newGame(page, { game: "Reversi" });
        await turn(page);
        await cell(page, 37).click();
        await untilPlies(page, 2);
        assert.ok((await plies(page)) >= 2);
      });
    },
  },
  {
    name: "a game, awards and what was learnt are there after a reload",
    async run() {
      await withPage(world, {}, async (page) => {
        await newGame(page, { level: 2 });
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        const before = await plies(page);
        await page.reload();
        await turn(page);
        assert.equal(await plies(page), before);
        await resign(page);
        await page.locator(".toast.award").first().waitFor();
        await page.goto(`${url}?seed=7#/learn/puzzles/connect4`);
        await turn(page);
        const task = await page.locator(".exercise-card .task").innerText();
        // Any column may be the answer; one of two puzzles at the latest is failed.
        for (const column of [0, 6]) {
          await cell(page, column).click();
          await page.locator(".exercise-answer.wrong, .exercise-answer.solved").waitFor();
          if ((await page.locator(".exercise-answer.wrong").count()) > 0) {
            // It is told when it is written down.
            await page.getByText("This one will come again.").waitFor();
            break;
          }
          await page.getByRole("button", { name: "Next puzzle" }).click();
          await turn(page);
        }
        assert.match(task, /(Red|Gold) to move/);
        await page.goto(`${url}?seed=8#/learn`);
        await page.getByRole("link", { name: "Repeat failed (1)" }).waitFor();
        assert.deepEqual(await faults(page), []);
        await page
          .locator(".rating-card", { hasText: /after 1 game/ })
          .first()
          .waitFor();
        await page.goto(`${url}?seed=9#/awards`);
        await until(
          () => page.locator(".badge.earned").count(),
          (count) => count >= 1,
          "the badge of the first game",
        );
      });
    },
  },
  {
    name: "what needs a server says so in a sentence",
    async run() {
      await withPage(world, { path: "#/events", tolerate: /status of 501/ }, async (page) => {
        const sentence = page.getByText("This needs a server, and this page has none");
        await sentence.waitFor();
        await page.goto(`${url}?seed=7#/play`);
        await turn(page);
        await page.keyboard.press("n");
        await page.getByRole("button", { name: "Invite a friend" }).click();
        await sentence.first().waitFor();
      });
    },
  },
  {
    name: "a browser without vector instructions gets a sentence",
    async run() {
      const context = await browser.newContext({ serviceWorkers: "block" });
      const page = await context.newPage();
      await page.route("**/worker.js", async (route) => {
        const answer = await route.fetch();
        const body = `WebAssembly.validate = () => false;\n${await answer.text()}`;
        await route.fulfill({ response: answer, body });
      });
      await page.goto(url);
      await page.getByText("too old for the engine").first().waitFor();
      await context.close();
    },
  },
];

const shared = [];
for (const file of readdirSync(new URL("./scenarios/", import.meta.url)).sort())
  shared.push(...(await import(`./scenarios/${file}`)).default);
shared.sort((a, b) => a.number - b.number);
const wanted = chosen.length > 0 ? chosen.map(Number) : USUAL;
const played = shared.filter(({ number, server }) => (full ? server === undefined : wanted.includes(number)));
if (full) for (const { number, name, server } of shared) if (server) console.log(`-- ${number} ${name}: ${server}`);

let failed = 0;
for (const scenario of [...own.filter(({ when = true }) => when), ...played])
  if (!(await passes(scenario, world))) failed += 1;
await browser.close();
close();
console.log(failed === 0 ? "the site works" : `${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
