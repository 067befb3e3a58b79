// What scenarios share: a browser page that tolerates no error and no request off host, and the gestures of a user.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** How long anything may take: a busy machine is slow, a stuck page is stuck for ever. */
const PATIENCE_MS = 60_000;

/** A busy machine may make a scenario miss a moment: what fails three times in a row is broken. */
const TRIES = 3;

/** Whether a scenario passes; every failed try is told. */
export async function passes({ number, name, run }, world) {
  const what = number === undefined ? name : `${number} ${name}`;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const started = Date.now();
    try {
      await run(world);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`ok ${what} (${seconds} s${attempt > 1 ? `, try ${attempt}` : ""})`);
      return true;
    } catch (error) {
      console.log(`not ok ${what} (try ${attempt} of ${TRIES})\n${error.stack}`);
    }
  }
  return false;
}

/** Opens a page in a context of its own; `problems` collects whatever must not happen. */
export async function openPage(
  world,
  {
    path = "",
    seed = 7,
    viewport = DESKTOP,
    lang = "en",
    scheme = "light",
    touch = false,
    reduced = true,
    forced = false,
    storage = null,
    prepare = async () => {},
  } = {},
) {
  const context = await world.browser.newContext({
    viewport,
    locale: lang === "zh" ? "zh-CN" : "en-GB",
    colorScheme: scheme,
    hasTouch: touch,
    reducedMotion: reduced ? "reduce" : "no-preference",
    forcedColors: forced ? "active" : "none",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (!["blob:", "data:"].includes(address.protocol) && address.host !== new URL(world.url).host)
      problems.push(`off host: ${request.url()}`);
  });
  if (storage)
    await page.addInitScript((value) => localStorage.setItem("luozi.settings", JSON.stringify(value)), storage);
  await prepare(page);
  await page.goto(`${world.url}?seed=${seed}${path}`);
  await page.locator("main").waitFor();
  return { page, context, problems };
}

/** Runs `body` with a fresh page and demands that nothing went wrong in it; `tolerate` names what the browser itself notes about refused requests. */
export async function withPage(world, options, body) {
  const opened = await openPage(world, options);
  try {
    await body(opened.page, opened);
    assert.deepEqual(
      opened.problems.filter((problem) => !options.tolerate?.test(problem)),
      [],
    );
  } finally {
    await opened.context.close();
  }
}

export const cell = (page, number) => page.locator(`[role=gridcell][data-cell="${number}"]`);
export const turn = (page) => page.locator(".grid.active").waitFor();
export const label = (page, number) => cell(page, number).getAttribute("aria-label");
export const moves = (page) => page.locator(".moves .move > span, .moves .variation button").allInnerTexts();
export const plies = (page) => page.locator(".moves .move").count();
export const liveText = (page) => page.locator("#live").innerText();

/** Waits until `read` gives a value that `good` accepts; the last value is in the message. */
export async function until(read, good, what, limitMs = PATIENCE_MS) {
  const end = Date.now() + limitMs;
  let value;
  do {
    value = await read();
    if (good(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 40));
  } while (Date.now() < end);
  throw new Error(`${what}: still ${JSON.stringify(value)}`);
}

export const untilPlies = (page, count) =>
  until(
    () => plies(page),
    (now) => now >= count,
    `${count} moves`,
  );

/** The sheet of a new game, opened, and how to choose there by the visible name of an option. */
export async function newGameSheet(page) {
  await page.keyboard.press("n");
  const sheet = page.locator("dialog.new-game");
  const choose = (text) =>
    sheet
      .locator("label", { hasText: new RegExp(`^${text}$`) })
      .first()
      .click();
  return { sheet, choose };
}

/** A new game through the sheet. `choices` are the visible names of the options. */
export async function newGame(
  page,
  { game = "Connect Four", size, rows, cols, block, side = "first", level = 1, clock } = {},
) {
  const { sheet, choose } = await newGameSheet(page);
  await choose(game);
  if (size) await choose(size);
  if (rows) await fill(sheet.getByLabel("Rows"), rows);
  if (cols) await fill(sheet.getByLabel("Columns"), cols);
  if (block !== undefined) {
    if (
      !(await sheet
        .locator("details")
        .getAttribute("open")
        .then((open) => open !== null))
    )
      await sheet.locator("details > summary").click();
    await sheet.locator(".forbidden-cells button").nth(block).click();
  }
  await choose(side);
  if (side !== "two people")
    await sheet
      .locator(".levels label")
      .nth(level - 1)
      .click();
  if (clock) {
    await choose(clock.kind);
    if (clock.minutes !== undefined) await fill(sheet.getByLabel("Minutes"), clock.minutes);
    if (clock.seconds !== undefined) await fill(sheet.getByLabel("Seconds", { exact: true }), clock.seconds);
  }
  await sheet.getByRole("button", { name: "Start" }).click();
  await sheet.waitFor({ state: "detached" });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Faults of the WCAG A and AA rules, as short lines. */
export async function faults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const result = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return result.violations.map((fault) => `${fault.id}: ${fault.nodes[0].html.slice(0, 120)}`);
  });
}

/** Resigns; the button asks once. */
export async function resign(page) {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
}

async function fill(input, value) {
  await input.fill(String(value));
  await input.blur();
}

/** Plays moves of two people at one board, each a cell number. */
export async function playCells(page, cells) {
  let count = await plies(page);
  for (const number of cells) {
    await turn(page);
    await cell(page, number).click();
    count += 1;
    await untilPlies(page, count);
  }
  // The move list is ahead of the board until the server has answered.
  await page.locator(".grid.active, .over-card").first().waitFor();
}

/** What the server, or the worker in its place, says about a position itself, for comparison with the page. */
export async function askServer(page, message) {
  return page.evaluate(
    (sent) =>
      new Promise((resolve, reject) => {
        const script = document.querySelector("meta[name=luozi-worker]")?.content;
        const answered = (text, end) => {
          const answer = JSON.parse(text);
          if (answer.type !== "state" && answer.type !== "err") return;
          end();
          resolve(answer);
        };
        if (script) {
          const worker = new Worker(script, { type: "module" });
          worker.onmessage = ({ data }) => data.kind === "frame" && answered(data.text, () => worker.terminate());
          worker.onerror = () => reject(new Error("no worker"));
          worker.postMessage({ kind: "message", text: JSON.stringify(sent) });
          return;
        }
        const socket = new WebSocket(new URL("ws", location.href.split(/[?#]/)[0]).href.replace(/^http/, "ws"));
        socket.onopen = () => socket.send(JSON.stringify(sent));
        socket.onerror = () => reject(new Error("no socket"));
        socket.onmessage = (event) => answered(event.data, () => socket.close());
      }),
    message,
  );
}

export const share = (text) => `#/analyse/${encodeURIComponent(text)}`;
export { assert };
