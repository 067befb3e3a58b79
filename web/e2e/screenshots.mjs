// Pictures of every screen in both languages, both themes and two sizes, to be looked at:
//   npm run screenshots -- FOLDER [en-light-1280 …] [lab …]

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveFarm } from "./farm.mjs";
import { cell, openPage, share, until, untilPlies } from "./harness.mjs";
import { binary, startServer, temporaryFolder } from "./server.mjs";

const [folder = "screenshots", ...words] = process.argv.slice(2);
/** Names of combinations, such as `en-dark-390`, and of screens. */
const only = words.filter((word) => /^(en|zh)-/.test(word));
const screens = words.filter((word) => !/^(en|zh)-/.test(word));
mkdirSync(folder, { recursive: true });

const NOGO = "g=nogo&b=9x9&m=B9.G9.A8.J8.H9.H8.D8.E7.H7.F7.H6.A6.G6.E5.C5.J5.D5.H4.G5.B2.J4.D2.E3.A1.H3.D1.C1";
const REVERSI = "g=reversi&b=8x8&m=f5.d6.c3.d3.c4.f4.f6.f3.e6.e7.d7.c6.f7";
const FOUR = "g=connect4&b=10x11&x=4.7&m=6.6.6.5.5.7.7.4.5.5.7.7.8.6.4.4.3.9";

/** What is shown under each name; every entry leaves its page open for the picture. */
const SHOTS = {
  async play(page) {
    await page.locator(".grid.active").waitFor();
    await page.keyboard.press("4");
    await untilPlies(page, 2);
    await page.locator(".grid.active").waitFor();
    await cell(page, 16).hover();
  },
  async "new-game"(page) {
    await page.keyboard.press("n");
    await page.locator("dialog.new-game").waitFor();
  },
  async over(page) {
    await page.locator(".grid.active").waitFor();
    await page.keyboard.press("4");
    await untilPlies(page, 2);
    await page.locator(".grid.active").waitFor();
    await page.locator(".game-card .button").last().click();
    await page.locator(".game-card .danger").click();
    await page.locator(".over-card").waitFor();
  },
  nogo: analysed(NOGO),
  reversi: analysed(REVERSI),
  connect4: analysed(FOUR),
  async review(page) {
    await at(page, share("g=connect4&b=6x7&m=4.4.3.3.5.1.2"));
    await until(
      () => page.locator(".moves .move").count(),
      (count) => count === 7,
      "the game",
    );
    await page.locator("#analyse-tab-review").click();
    await page.locator(".review-card .primary").click();
    await page.locator(".accuracy").waitFor({ timeout: 60_000 });
  },
  async search(page) {
    await at(page, share(REVERSI));
    await page.locator(".grid.active").waitFor();
    await page.locator("#analyse-tab-search").click();
    await page.locator(".search-card .primary").click();
    for (let depth = 0; depth < 2; depth += 1) await page.locator(".searched .move-link").first().click();
  },
  async learn(page) {
    await at(page, "#/learn");
    await page.locator(".learn-puzzles .button").first().waitFor();
  },
  async puzzle(page) {
    await at(page, "#/learn/puzzles/connect4/daily");
    await page.locator(".grid.active").waitFor();
    await page.locator(".exercise-card .button").first().click();
    await page.locator(".solution").waitFor();
  },
  async lesson(page) {
    await at(page, "#/learn/lessons/nogo/private");
    await page.locator(".grid.active").waitFor();
  },
  async watch(page) {
    await at(page, "#/watch");
    await page.locator(".watch-card .primary").click();
    await until(
      () => page.locator(".log li").count(),
      (count) => count > 5,
      "some moves",
      60_000,
    );
  },
  async lab(page) {
    await at(page, "#/lab/g=connect4&b=6x7&m=4.4.3");
    await simulation(page, 60);
  },
  async "lab-two"(page) {
    await at(page, "#/lab/g=connect4&b=6x7&m=4.4");
    await page.locator(".lab-foot .switch").click();
    const presets = page.locator(".lab-who > label select");
    await presets.nth(0).selectOption("uct-center");
    await presets.nth(1).selectOption("mcgs");
    await simulation(page, 120);
    for (let phase = 0; phase < 6; phase += 1) await page.locator(".lab-playback .tools button").nth(3).click();
  },
  async "lab-parameters"(page) {
    await at(page, "#/lab/g=nogo&b=9x9");
    await page.locator(".lab-parameters summary").click();
    await simulation(page, 30);
  },
  async "lab-lecture"(page) {
    await at(page, "#/lab/g=connect4&b=6x7&m=4.4.3");
    await simulation(page, 60);
    await page.locator(".lab-large").click();
    await page.locator(".lab.lecture").waitFor();
  },
  async friend(page) {
    await page.keyboard.press("n");
    await page.locator(".friend-invite .button").click();
    await page.locator(".friend-link input").waitFor();
  },
  library: (page) => at(page, "#/library"),
  events: (page) => at(page, "#/events"),
  async farm(page) {
    await serveFarm(page);
    await at(page, "#/events");
    await page.locator("section.farm figure").waitFor();
  },
  async "new-event"(page) {
    await at(page, "#/events");
    await page.locator(".new-event > summary").click();
  },
  async event(page) {
    await at(page, "#/events");
    await page.locator(".event-list a").first().click();
    await page.locator(".ratings tbody tr").first().waitFor();
  },
  awards: (page) => at(page, "#/awards"),
  settings: (page) => at(page, "#/settings"),
  async help(page) {
    await page.keyboard.press("?");
    await page.locator("dialog").waitFor();
  },
};

/** A simulation of the laboratory by its number. */
async function simulation(page, number) {
  await page.locator(".lab-who option").nth(2).waitFor({ state: "attached" });
  await page.locator(".lab-number input").fill(String(number));
  await page.locator(".lab-number input").blur();
  await page.locator(".lab-now h2").first().waitFor();
}

async function at(page, hash) {
  await page.evaluate((value) => (location.hash = value), hash);
  await page.locator(`.app.on-${/#\/(\w+)/.exec(hash)[1]} main`).waitFor();
}

function analysed(text) {
  return async (page) => {
    await at(page, share(text));
    await until(
      () => page.locator(".moves .move").count(),
      (count) => count > 10,
      "the moves",
    );
    await page.keyboard.press("a");
    await until(
      () => page.locator(".candidates tbody tr").count(),
      (count) => count > 0,
      "candidates",
    );
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  };
}

const data = temporaryFolder();
const cup = join(data.folder, "cup.db");
const players = ["luozi:level=1", "luozi:level=3", "luozi:level=5", "random"];
execFileSync(binary, ["ladder", ...players, "--game", "connect4", "--games", "2", "--seed", "3", "--db", cup], {
  stdio: "ignore",
});
const server = await startServer(join(data.folder, "data"), [
  "--events",
  cup,
  ...(process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : []),
]);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const lang of ["en", "zh"]) {
    for (const scheme of ["light", "dark"]) {
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        const name = `${lang}-${scheme}-${viewport.width}`;
        if (only.length > 0 && !only.includes(name)) continue;
        for (const [shot, prepare] of Object.entries(SHOTS)) {
          if (screens.length > 0 && !screens.includes(shot)) continue;
          const { page, context } = await openPage(
            { browser, url: server.url },
            { lang, scheme, viewport, touch: viewport.width < 700 },
          );
          await prepare(page);
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: join(folder, `${name}-${shot}.png`), fullPage: viewport.width < 700 });
          await context.close();
        }
        console.log(name);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}
