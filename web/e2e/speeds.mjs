// Compares the speed of the engine in Chromium with that of the machine, run by run in turn, by the best run of each.
//   node e2e/speeds.mjs FOLDER PROGRAM [RUNS]     FOLDER is a site, PROGRAM examples/fingerprints of luozi-wasm, built with --release

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { serveFolder } from "./server.mjs";

const [folder, program, runs = "8"] = process.argv.slice(2);
if (!program) throw new Error("expected the folder of a site and the program `fingerprints`");
/** Presets with simulations enough for a run of about a tenth of a second. */
const PRESETS = [
  ["net-nogo", 300],
  ["net-reversi", 300],
  ["net-connect4", 300],
  ["mcgs", 10_000],
  ["pattern-reversi", 6_000],
];
const { url, close } = await serveFolder(folder);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${url}search.html`);
await page.evaluate(async () => {
  const started = performance.now();
  const engine = await import("./engine-relaxed.js");
  await engine.default();
  globalThis.ready = performance.now() - started;
  globalThis.engine = engine;
  for (const file of ["connect4-6x64.net", "nogo-6x64.net", "reversi-6x64.net", "reversi.pat", "reversi.mosaic"])
    engine.bring(file, new Uint8Array(await (await fetch(`./weights/${file}`)).arrayBuffer()));
});
console.log(`Chromium ${browser.version()}, engine ready after ${Math.round(await page.evaluate("ready"))} ms`);
/** The speed in a line of `fingerprints`. */
const last = (text) => Number(/(\d+)(?: visits\/s)?\s*$/.exec(text.trim())[1]);
for (const [preset, visits] of PRESETS) {
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
