// Compares the speed of the engine in Chromium with that of the machine, run by run in turn, by the best run of each.
// Says first how soon the engine is there.
//   node e2e/speeds.mjs FOLDER PROGRAM [RUNS [PRESET...]]
//     FOLDER is a site, PROGRAM examples/fingerprints of luozi-wasm, built with --release

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { serveFolder } from "./server.mjs";

const [folder, program, runs = "8", ...wanted] = process.argv.slice(2);
if (!program) throw new Error("expected the folder of a site and the program `fingerprints`");
/** Presets with simulations enough for a run of about a tenth of a second. */
const PRESETS = [
  ["net-nogo", 300],
  ["net-reversi", 300],
  ["net-connect4", 300],
  ["mcgs", 10_000],
  ["pattern-reversi", 6_000],
  ["pvs-reversi", 100_000],
];
const { url, close } = await serveFolder(folder);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** Milliseconds until the worker listens, and until its first word about an opening position, its net fetched. */
async function readiness(game, rows, cols) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${url}search.html`);
  const times = await page.evaluate(
    async (setup) => {
      const started = performance.now();
      const worker = new Worker("./worker.js", { type: "module" });
      const heard = (good) => new Promise((done) => (worker.onmessage = ({ data }) => good(data) && done()));
      const say = (message) => worker.postMessage({ kind: "message", text: JSON.stringify(message) });
      await heard((data) => data.kind === "ready");
      const ready = performance.now() - started;
      say({ type: "pos", gen: 1, setup, moves: [] });
      say({ type: "go", gen: 1, id: 1, mode: "analyse" });
      await heard((data) => data.kind === "frame" && ["info", "best"].includes(JSON.parse(data.text).type));
      return [ready, performance.now() - started];
    },
    { game, rows, cols },
  );
  await context.close();
  return times;
}

console.log(`Chromium ${browser.version()}`);
for (const [game, rows, cols] of [
  ["connect4", 6, 7],
  ["nogo", 9, 9],
  ["reversi", 8, 8],
]) {
  const times = [];
  for (let run = 0; run < 5; run += 1) times.push(await readiness(game, rows, cols));
  const [ready, first] = [0, 1].map((which) => Math.round(times.map((time) => time[which]).sort((a, b) => a - b)[2]));
  console.log(`${game}: the engine listens after ${ready} ms, first analysis after ${first} ms (medians of 5)`);
}

const page = await browser.newPage();
await page.goto(`${url}search.html`);
await page.evaluate(async () => {
  const engine = await import("./engine-relaxed.js");
  await engine.default();
  globalThis.engine = engine;
  for (const file of ["connect4-6x64.net", "nogo-6x64.net", "reversi-6x64.net", "reversi.pat", "reversi.mosaic"])
    engine.bring(file, new Uint8Array(await (await fetch(`./weights/${file}`)).arrayBuffer()));
});
/** The speed in a line of `fingerprints`. */
const last = (text) => Number(/(\d+)(?: visits\/s)?\s*$/.exec(text.trim())[1]);
for (const [preset, visits] of PRESETS.filter(([name]) => wanted.length === 0 || wanted.includes(name))) {
  const best = [0, 0];
  for (let run = 0; run < Number(runs); run += 1) {
    const here = await page.evaluate(([name, count]) => globalThis.engine.speeds(name, count), [preset, visits]);
    const native = execFileSync("sh", ["-c", `LUOZI_CPU=avx2 "${program}" ${visits} ${preset} 2>&1 >/dev/null`]);
    best[0] = Math.max(best[0], last(here));
    best[1] = Math.max(best[1], last(native.toString()));
  }
  const ratio = (best[0] / best[1]).toFixed(2);
  console.log(`${preset}: ${best[0]} simulations a second in Chromium, ${best[1]} on the machine (AVX2), ${ratio}`);
}
await browser.close();
close();
