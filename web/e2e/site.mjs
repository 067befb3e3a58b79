// Checks a site that `tools/site` has written, in system Chromium: the scenarios that need no server, and what only a site has.
//   node e2e/site.mjs FOLDER FINGERPRINTS     all of them; FINGERPRINTS is what the native build has printed
//   SCENARIOS="2 5" node e2e/site.mjs FOLDER FINGERPRINTS     these scenarios of the page instead of the usual ones

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { cell, newGame, plies, turn, untilPlies, withPage } from "./harness.mjs";

const [folder, fingerprints] = process.argv.slice(2);
if (!folder) throw new Error("expected the folder of a site");
/** Scenarios of the whole page that ask for nothing a server alone can do. */
const APPLY = process.env.SCENARIOS
  ? process.env.SCENARIOS.split(" ").map(Number)
  : [2, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 17, 18, 20, 21, 22, 23, 24, 27, 28, 29, 34, 35, 110, 120, 121];
/** How long an interrupted search may go on. */
const INTERRUPTED_MS = 50;

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const file = path === "/" ? "index.html" : path.slice(1);
  try {
    const body = readFileSync(join(folder, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const world = { browser, url, site: true };

const own = [
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
        for (const kind of ["relaxed", "simd128"]) {
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
        assert.ok(waited < INTERRUPTED_MS, `${waited} ms`);
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
const chosen = shared.filter(({ number }) => APPLY.includes(number));

let failed = 0;
for (const { number, name, run } of [...own, ...chosen]) {
  const started = Date.now();
  const what = number === undefined ? name : `${number} ${name}`;
  try {
    await run(world);
    console.log(`ok ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${what}\n${error.stack}`);
  }
}
await browser.close();
server.close();
console.log(failed === 0 ? "the site works" : `${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
