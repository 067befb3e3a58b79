// A smoke run of every screen in Firefox, on a desktop and on a phone: it draws, it plays, it complains about nothing.
//   npm run firefox             the run
//   npm run firefox -- FOLDER   the same, with a picture of every screen to look at

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openFirefox } from "./bidi.mjs";
import { DESKTOP, PHONE, share } from "./harness.mjs";
import { startServer, temporaryFolder } from "./server.mjs";

const [folder] = process.argv.slice(2);
if (folder) mkdirSync(folder, { recursive: true });

const count = (selector) => `document.querySelectorAll(${JSON.stringify(selector)}).length`;
const active = `!!document.querySelector(".grid.active")`;

/** Opens a screen by its address and demands that nothing is wider than the window. */
async function visit(page, hash, size) {
  const screen = /#\/(\w+)/.exec(hash)[1];
  await page.read(`(location.hash = ${JSON.stringify(hash)}, 1)`);
  await page.until(`!!document.querySelector(".app.on-${screen} main")`, `the screen ${screen}`);
  const wide = await page.read("document.scrollingElement.scrollWidth - innerWidth");
  assert.ok(wide <= 0, `${screen} is ${wide} px too wide`);
  if (folder) await page.picture(join(folder, `${size.width}-${screen}.png`));
}

/** One move of the user and the engine's reply, in every game. */
async function playAll(page, size) {
  for (const [game, cell] of [
    [0, 38],
    [1, 37],
    [2, 40],
  ]) {
    await page.press("n");
    await page.click(`dialog.new-game .segments label:nth-of-type(${game + 1})`);
    await page.click("dialog.new-game .levels label:nth-child(1)");
    await page.click("dialog.new-game .sheet-actions .primary");
    await page.until(active, "one's turn");
    await page.click(`[data-cell="${cell}"]`);
    await page.until(`${count(".moves .move")} >= 2 && ${active}`, "the engine's reply");
    if (folder) await page.picture(join(folder, `${size.width}-game-${game}.png`));
  }
  await page.press("h");
  await page.until(count(".hint"), "a hint");
  await page.click(".game-card .button:last-child");
  await page.click(".game-card .danger");
  await page.until(count(".over-card"), "the result");
  if (folder) await page.picture(join(folder, `${size.width}-over.png`));
}

/** A table is set up, and its board opened. */
async function friend(page, size) {
  await visit(page, "#/play", size);
  await page.press("n");
  await page.click(".friend-invite .button");
  await page.until(count(".friend-link input"), "the invitation");
  await page.until(`!!document.querySelector(".app.on-friend .board")`, "the table");
  if (folder) await page.picture(join(folder, `${size.width}-friend.png`));
}

async function smoke(page, url, size) {
  await page.goto(`${url}?seed=7`);
  await page.until(active, "the board");
  await playAll(page, size);
  await visit(page, share("g=reversi&b=8x8&m=f5.d6.c3"), size);
  await page.until(`${count(".moves .move")} === 3 && ${active}`, "the shared game");
  await page.press("a");
  await page.until(count(".candidates tbody tr"), "candidates");
  await page.press("a");
  for (const tab of ["search", "review", "notes", "position", "engine"]) {
    await page.click(`#analyse-tab-${tab}`);
    await page.until(`!!document.querySelector("#analyse-tab-${tab}[aria-selected=true]")`, tab);
  }
  await visit(page, "#/watch", size);
  await page.click(".watch-card .primary");
  await page.until(`${count(".log li")} > 1`, "engines that play");
  await visit(page, "#/learn", size);
  await page.until(count(".learn-puzzles .button"), "the puzzles");
  await visit(page, "#/learn/puzzles/connect4/daily", size);
  await page.until(active, "the puzzle of the day");
  await page.click(".exercise-card .button");
  await page.until(count(".solution"), "its solution");
  await visit(page, "#/learn/lessons/nogo/private", size);
  await page.until(active, "a lesson");
  await visit(page, "#/lab/g=connect4&b=6x7&m=4.4.3", size);
  await page.until(`${count(".lab-who option")} > 3`, "the presets");
  await page.click(".lab-playback .tools button:nth-of-type(4)");
  await page.until(count(".lab-now h2"), "a phase of a simulation");
  await friend(page, size);
  await visit(page, "#/library", size);
  await page.until(`${count(".saved-game")} >= 1`, "a stored game");
  await visit(page, "#/events", size);
  await page.until(count(".how-to, .event-list a"), "events");
  await page.click(".new-event > summary");
  await page.until(count(".new-event form"), "a new tournament");
  await visit(page, "#/awards", size);
  await page.until(`${count(".badge.earned")} >= 1`, "a badge");
  await visit(page, "#/settings", size);
  for (const [value, lang] of [
    ["zh", "zh-Hans"],
    ["en", "en"],
  ]) {
    await page.read(`(document.querySelector("input[name=lang][value=${value}]").click(), 1)`);
    await page.until(`document.documentElement.lang === "${lang}"`, lang);
  }
}

const data = temporaryFolder();
const server = await startServer(
  data.folder,
  process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [],
);
try {
  const started = Date.now();
  const page = await openFirefox(DESKTOP);
  try {
    for (const size of [DESKTOP, PHONE]) {
      await page.resize(size);
      await smoke(page, server.url, size);
    }
    assert.deepEqual(page.problems, []);
    console.log(`ok Firefox ${page.version} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } finally {
    await page.close();
  }
} finally {
  await server.stop();
  data.remove();
}
