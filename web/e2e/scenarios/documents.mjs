import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assert, cell, DESKTOP, PHONE, until } from "../harness.mjs";
import { binary, temporaryFolder } from "../server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens a file as a reader would, and demands that it asks nobody, fails nowhere and fits the screen. */
async function withDocument(world, file, { viewport = DESKTOP, scheme = "light" }, body) {
  const context = await world.browser.newContext({ viewport, colorScheme: scheme, bypassCSP: true });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) problems.push(request.url());
  });
  try {
    await page.goto(pathToFileURL(file).href);
    await page.locator(".board").first().waitFor();
    await body(page);
    const text = await page.locator("body").innerText();
    for (const wrong of ["undefined", "NaN", "[object", "{"]) assert.ok(!text.includes(wrong), `${wrong}: ${text}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} px wider than the screen`);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa"] }));
    assert.deepEqual(
      found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`),
      [],
    );
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const luozi = (...options) => execFileSync(binary, options, { stdio: ["ignore", "ignore", "pipe"] });

async function reportStandsAlone(world) {
  const data = temporaryFolder();
  const file = join(data.folder, "report.html");
  try {
    for (const game of ["connect4", "reversi", "nogo"]) {
      luozi(
        "match",
        "random",
        "luozi:level=1",
        "--game",
        game,
        "--games",
        "4",
        "--seed",
        "3",
        "--report",
        file,
        "--lang",
        "en",
      );
      await withDocument(world, file, { viewport: game === "nogo" ? PHONE : DESKTOP }, async (page) => {
        for (const title of ["In short", "Cross table", "Strength", "Time per move", "Games", "To repeat it"])
          await page.getByRole("heading", { name: title }).first().waitFor();
        const pieces = () => page.locator(".viewer .layer.pieces > g").count();
        const all = await pieces();
        await page.getByRole("button", { name: "First move" }).click();
        await until(pieces, (now) => now < all, "the start");
        await page.keyboard.press("ArrowRight");
        await page.getByRole("button", { name: "Last move" }).click();
        await until(pieces, (now) => now === all, "the end");
        await page.getByRole("button", { name: "中文" }).click();
        await page.getByRole("heading", { name: "概要" }).waitFor();
      });
    }
  } finally {
    data.remove();
  }
}

async function explainWalks(world) {
  const data = temporaryFolder();
  const file = join(data.folder, "why.html");
  try {
    luozi("explain", "connect4", "--moves", "44", "--visits", "3000", "--nodes", "60", "--html", file, "--lang", "en");
    await withDocument(world, file, {}, async (page) => {
      const facts = () => page.locator(".node-facts").innerText();
      assert.match(await facts(), /Red to move/);
      await page.locator(".move-link").first().click();
      await until(facts, (text) => /Gold to move/.test(text), "the next node");
      await page.goBack();
      await until(facts, (text) => /Red to move/.test(text), "back");
      await page.locator("[type=search]").fill("9 9 9");
      await page.keyboard.press("Enter");
      await page.getByText("The search has no such line: 9 9 9").waitFor();
      await page.getByRole("button", { name: "中文" }).click();
      await page.getByText("为什么这么走").first().waitFor();
    });
    await withDocument(world, file, { viewport: PHONE, scheme: "dark" }, async () => {});
  } finally {
    data.remove();
  }
}

/** A game that the page has never heard of: everything comes from its grid. */
async function strangersAreDrawn(world) {
  const data = temporaryFolder();
  const file = join(data.folder, "why.html");
  try {
    luozi("explain", "nogo", "--board", "5x5", "--moves", "C3 B2", "--visits", "300", "--html", file, "--lang", "zh");
    const html = readFileSync(file, "utf8");
    const [before, rest] = html.split('<script id="data" type="application/json">');
    const end = rest.indexOf("</script>");
    const page = JSON.parse(rest.slice(0, end));
    page.setup.game = "hexes";
    Object.assign(page.state.grid, {
      title: "Hexes",
      sides: [
        { name: "Plum", colour: "#7a3db8" },
        { name: "Jade", colour: "#9be3c0" },
      ],
      column_labels: ["p", "q", "r", "s", "t"],
    });
    const made = `${before}<script id="data" type="application/json">${JSON.stringify(page)}${rest.slice(end)}`;
    writeFileSync(file, made);
    await withDocument(world, file, {}, async (page) => {
      await page.getByRole("heading", { name: /Hexes 5 × 5/ }).waitFor();
      assert.match(await page.locator(".node-facts").innerText(), /Plum/);
      assert.equal(await page.locator('.layer.pieces circle[fill="#7a3db8"]').count(), 1);
      assert.deepEqual((await page.locator(".coords text").allTextContents()).slice(0, 5), ["p", "q", "r", "s", "t"]);
      assert.match(await cell(page, 12).getAttribute("aria-label"), /Plum/);
    });
  } finally {
    data.remove();
  }
}

export default [
  {
    number: 38,
    server: "files that the program writes",
    name: "the report of a match stands alone, on a desktop and on a phone",
    run: reportStandsAlone,
  },
  {
    number: 39,
    server: "files that the program writes",
    name: "one walks in the searched graph of a page that stands alone",
    run: explainWalks,
  },
  {
    number: 40,
    server: "files that the program writes",
    name: "a game that the page does not know is drawn from its grid",
    run: strangersAreDrawn,
  },
];
