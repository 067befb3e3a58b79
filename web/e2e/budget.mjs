// Measures the page's budgets (docs/web.md) on this machine and prints them as a table; ends with 1 when one is exceeded.
//   npm run budget

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { cell, newGame, openPage, plies, share, turn, until } from "./harness.mjs";
import { startServer, temporaryFolder } from "./server.mjs";

const rows = [];
const note = (what, limit, seen, unit) =>
  rows.push({ what, limit, seen: Math.round(seen * 10) / 10, unit, ok: seen <= limit });
const dist = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
const zipped = (name) => gzipSync(dist(name)).length / 1000;
const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

function sizes() {
  note("app.js, compressed", 90, zipped("app.js"), "kB");
  note("app.css, compressed", 15, zipped("app.css"), "kB");
  note(
    "first load, compressed",
    120,
    ["index.html", "app.js", "session.js", "app.css", "seal.svg"].reduce((sum, name) => sum + zipped(name), 0),
    "kB",
  );
}

async function firstPaint(world) {
  const times = [];
  for (let run = 0; run < 5; run++) {
    const { page, context } = await openPage(world);
    await turn(page);
    times.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity),
    );
    await context.close();
  }
  note("first contentful paint, median of 5", 300, percentile(times, 0.5), "ms");
}

/** From the click, as the browser received it, to the frame that holds the own piece. */
async function clickToPiece(world) {
  const { page, context } = await openPage(world);
  await newGame(page, { game: "NoGo", side: "two people" });
  const times = [];
  for (let at = 0; at < 81 && times.length < 20; at += 4) {
    await turn(page);
    const before = await plies(page);
    await page.evaluate(() => {
      const pieces = document.querySelector(".layer.pieces");
      const { port1, port2 } = new MessageChannel();
      let released;
      addEventListener("pointerup", (event) => (released = event.timeStamp), { once: true, capture: true });
      // A message sent while a frame is prepared arrives when it is painted.
      window.painted = new Promise((resolve) => (port1.onmessage = () => resolve(performance.now() - released)));
      new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => port2.postMessage(null));
      }).observe(pieces, { childList: true });
    });
    await cell(page, at).click();
    times.push(await page.evaluate(() => window.painted));
    await until(
      () => plies(page),
      (now) => now > before,
      "the move",
    );
  }
  note(`click to own piece painted, p95 of ${times.length}`, 50, percentile(times, 0.95), "ms");
  await context.close();
}

/** Script time and frame rate while the engine reports, the first report, and the heap afterwards. */
async function analysis(world) {
  const sent = { pos: 0, first: null };
  const prepare = (page) => {
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => {
        if (payload.includes('"type":"pos"')) Object.assign(sent, { pos: performance.now(), first: null });
      });
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes('"type":"info"')) sent.first ??= performance.now() - sent.pos;
      });
    });
  };
  const { page, context } = await openPage(world, {
    path: share("g=reversi&b=8x8&m=f5.d6.c3.d3.c4.f4.f6.f3.e6.e7.d7.c6.f7"),
    prepare,
    reduced: false,
  });
  const metrics = await context.newCDPSession(page);
  await metrics.send("Performance.enable");
  const read = async () =>
    Object.fromEntries((await metrics.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  const framesIn = (ms) =>
    page.evaluate(
      (limit) =>
        new Promise((resolve) => {
          const start = performance.now();
          let frames = 0;
          const count = () => {
            if (performance.now() - start >= limit) return resolve((frames * 1000) / limit);
            frames += 1;
            requestAnimationFrame(count);
          };
          requestAnimationFrame(count);
        }),
      ms,
    );
  await until(
    () => page.locator(".moves .move").count(),
    (count) => count === 13,
    "the game",
  );
  const still = await framesIn(2000);
  await page.keyboard.press("a");
  await until(
    () => page.locator(".candidates tbody tr").count(),
    (count) => count > 0,
    "candidates",
  );
  note("position to first engine report", 150, sent.first, "ms");
  const before = await read();
  const live = await framesIn(5000);
  const after = await read();
  note("script per engine report (10 a second)", 4, ((after.ScriptDuration - before.ScriptDuration) * 1000) / 50, "ms");
  rows.push({
    what: "frames a second while analysing, of a still page's",
    limit: still,
    seen: Math.round(live),
    unit: "fps",
    ok: live >= still * 0.4,
  });
  for (let step = 0; step < 120; step++) await page.keyboard.press(step % 26 < 13 ? "ArrowLeft" : "ArrowRight");
  await page.keyboard.press("a");
  await metrics.send("HeapProfiler.collectGarbage");
  note("heap after 120 steps with analysis", 60, (await read()).JSHeapUsedSize / 1e6, "MB");
  await context.close();
}

/** Scenario 5: the engine's reply against its clock. */
async function reply(world) {
  const { page, context } = await openPage(world);
  await newGame(page, { game: "NoGo", level: 10, clock: { kind: "per move", seconds: 2 } });
  await turn(page);
  const start = performance.now();
  await cell(page, 40).click();
  await until(
    () => plies(page),
    (count) => count >= 2,
    "the reply",
  );
  note("engine's reply with 2 s a move", 2200, performance.now() - start, "ms");
  await context.close();
}

const data = temporaryFolder();
const server = await startServer(
  data.folder,
  process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [],
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const world = { browser, url: server.url };
  sizes();
  for (const measure of [firstPaint, clickToPiece, analysis, reply]) await measure(world);
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}
for (const { what, limit, seen, unit, ok } of rows)
  console.log(`${ok ? "ok  " : "OVER"} ${what}: ${seen} ${unit} (budget ${Math.round(limit * 10) / 10})`);
process.exitCode = rows.every((row) => row.ok) ? 0 : 1;
