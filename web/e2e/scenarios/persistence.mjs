import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  assert,
  cell,
  label,
  moves,
  newGame,
  openPage,
  share,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";
import { startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];

/** The file that a button of the share sheet gives. */
async function download(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return readFileSync(await file.path());
}

/** A study with a variation and analysis is stored, and comes back the same after `restart`. */
async function studySurvives(page, restart) {
  await page.evaluate((hash) => (location.hash = hash), share("g=connect4&b=6x7&m=4.4.5"));
  await until(
    () => moves(page),
    (list) => list.length === 3,
    "the study",
  );
  await page.keyboard.press("ArrowLeft");
  await until(
    () => page.locator(".move.current").getAttribute("data-node"),
    (node) => node === "2",
    "the second move",
  );
  await turn(page);
  await page.keyboard.press("2");
  await until(
    () => moves(page),
    (list) => list.length === 4,
    "a variation",
  );
  await page.keyboard.press("a");
  await until(
    () => page.locator(".candidates tbody tr").count(),
    (count) => count > 0,
    "analysis",
  );
  await page.keyboard.press("a");
  const value = () => page.locator(".big").innerText();
  const before = [await moves(page), await value()];
  await page.keyboard.press("s");
  await page.locator("dialog input").fill("study");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "“study” saved." }).waitFor();
  const again = await restart();
  await again.page.locator(".saved-game", { hasText: "study" }).getByRole("button", { name: "Analyse" }).click();
  await until(
    () => moves(again.page),
    (list) => list.length === 4,
    "the study again",
  );
  await again.page.locator(".variation button").first().click();
  await until(
    () => again.page.locator(".big").innerText(),
    (text) => text === before[1] || Math.abs(Number.parseFloat(text) - Number.parseFloat(before[1])) < 0.15,
    `the value ${before[1]}, but for its last digit`,
  );
  assert.deepEqual(await moves(again.page), before[0]);
  await again.context.close();
}

export default [
  {
    number: 15,
    server: "kills the program",
    name: "games and studies survive a killed and restarted program: moves, clocks, variations, analysis",
    async run(world) {
      const data = temporaryFolder();
      let server = await startServer(data.folder, extra);
      let before;
      let clock;
      try {
        const first = await openPage({ ...world, url: server.url });
        await newGame(first.page, { game: "Reversi", clock: { kind: "total time", minutes: 5 } });
        await turn(first.page);
        await cell(first.page, 37).click();
        await untilPlies(first.page, 2);
        await turn(first.page);
        await first.page.keyboard.press("p");
        await first.page.locator(".veil").waitFor();
        before = await moves(first.page);
        clock = await first.page.locator(".player[data-side='1'] .clock").innerText();
        await until(
          async () => (await (await first.page.request.get(`${server.url}api/games`)).json()).games[0],
          (game) => game?.plies === 2 && game?.meta,
          "stored",
        );
        await first.context.close();
        await server.stop("SIGKILL");
        server = await startServer(data.folder, extra);
        const second = await openPage({ ...world, url: server.url });
        await second.page.locator(".continue-card").click();
        await second.page.locator(".veil").waitFor();
        assert.deepEqual(await moves(second.page), before);
        assert.equal(await second.page.locator(".player[data-side='1'] .clock").innerText(), clock);
        await second.page.getByRole("button", { name: "Resume" }).first().click();
        await turn(second.page);
        assert.match(await label(second.page, 37), /Black/);
        await second.page.keyboard.press("p");
        await second.page.locator(".veil").waitFor();
        await studySurvives(second.page, async () => {
          await server.stop();
          server = await startServer(data.folder, extra);
          return openPage({ ...world, url: server.url }, { path: "#/library" });
        });
        assert.deepEqual(
          second.problems.filter((problem) => !/WebSocket|ERR_/.test(problem)),
          [],
        );
        await second.context.close();
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 110,
    name: "all games go into one file, and come back from it elsewhere",
    async run(world) {
      /** A page that has no games yet: a server of its own, or, where there is none, a browser of its own. */
      const elsewhere = async (run) => {
        if (world.site) return withPage(world, {}, run);
        const data = temporaryFolder();
        const server = await startServer(data.folder, extra);
        try {
          await withPage({ ...world, url: server.url }, {}, run);
        } finally {
          await server.stop();
          data.remove();
        }
      };
      const library = async (page, games) => {
        await until(
          async () => {
            await page.evaluate(() => (location.hash = "#/settings"));
            await page.evaluate(() => (location.hash = "#/library"));
            await page
              .locator(games ? ".saved-game" : ".library .quiet")
              .first()
              .waitFor({ timeout: 2000 });
            return page.locator(".saved-game").allInnerTexts();
          },
          (texts) => texts.length === games && texts.every((text) => /\b1 move\b/.test(text)),
          `${games} games`,
        );
        await page.getByText("All games as a file").click();
      };
      const open = (page, buffer, name = "luozi-games.json") =>
        page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer });
      let file;
      await elsewhere(async (page) => {
        await newGame(page, { game: "NoGo", side: "two people" });
        await turn(page);
        await cell(page, 40).click();
        await untilPlies(page, 1);
        await library(page, 1);
        file = await download(page, "Save the file");
      });
      await elsewhere(async (page) => {
        await turn(page);
        await library(page, 0);
        await open(page, Buffer.from("{}"), "other.json");
        await page.locator(".toast.bad", { hasText: "other.json is no file of saved games" }).waitFor();
        await open(page, file);
        await page.locator(".saved-game", { hasText: "NoGo" }).waitFor();
        assert.match(await page.locator(".saved-game").innerText(), /\b1 move\b/);
      });
    },
  },
  {
    number: 16,
    server: "breaks the program's file",
    name: "no saved game and a broken store are told in a plain sentence",
    async run(world) {
      const data = temporaryFolder();
      let server = await startServer(data.folder, extra);
      try {
        await withPage({ ...world, url: server.url }, {}, async (page) => {
          await page.getByText("There is no unfinished game yet.").first().waitFor();
          await turn(page);
          await page.keyboard.press("l");
          await page.locator(".toast", { hasText: "There is no unfinished game yet." }).waitFor();
        });
        await server.stop();
        const store = readdirSync(data.folder).find((name) => /\.(db|sqlite)$/.test(name));
        assert.ok(store, "the store is one file");
        for (const name of readdirSync(data.folder))
          writeFileSync(join(data.folder, name), "this is not a database, ".repeat(400));
        server = await startServer(data.folder, extra);
        await withPage({ ...world, url: server.url }, {}, async (page) => {
          await page.locator(".toast.bad", { hasText: "could not be read" }).waitFor();
          await turn(page);
          await page.keyboard.press("4");
          await untilPlies(page, 2);
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 17,
    name: "a share link opens the same position elsewhere",
    async run(world) {
      let link = "";
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "NoGo", side: "two people", size: "7 × 7" });
        await turn(page);
        await cell(page, 24).click();
        await untilPlies(page, 1);
        await turn(page);
        await cell(page, 10).click();
        await untilPlies(page, 2);
        await page.getByRole("button", { name: "Share" }).click();
        link = await page.locator("#share-link").inputValue();
      });
      await withPage(world, { path: `&from=link${new URL(link).hash}` }, async (page) => {
        await until(
          () => label(page, 24),
          (text) => text?.includes("Black"),
          "the first stone",
        );
        assert.match(await label(page, 10), /White, last move/);
        assert.equal(await page.locator("[role=gridcell]").count(), 49);
      });
    },
  },
  {
    number: 18,
    name: "games of every text format come in; bad text is told with line and reason",
    async run(world) {
      await withPage(world, { path: share("g=reversi&b=8x8"), tolerate: /status of 422/ }, async (page) => {
        await page.getByRole("tab", { name: "Position" }).click();
        const box = page.locator(".import-box textarea");
        const bring = async (text) => {
          await box.fill(text);
          await page.locator(".import-box button").click();
        };
        await bring("f5d6c3d3");
        await until(
          () => moves(page),
          (list) => list.length === 4,
          "a transcript",
        );
        await bring("(;FF[4]GM[2]SZ[8];B[f5];W[d6])");
        await until(
          () => moves(page),
          (list) => list.length === 2,
          "SGF",
        );
        await bring(
          '{"format":"luozi-game","version":1,"setup":{"game":"nogo","rows":9,"cols":9},"nodes":[{},{"move":"E5"},{"move":"D4"},{"move":"C3"}]}',
        );
        await until(
          () => moves(page),
          (list) => list.join(" ") === "E5 D4 C3",
          "JSON",
        );
        await page.locator(".position-card .segments label", { hasText: "Connect Four" }).click();
        await bring("4445");
        await until(
          () => moves(page),
          (list) => list.join(" ") === "4 4 4 5",
          "a column string",
        );
        await page.locator(".position-card .segments label", { hasText: "NoGo" }).click();
        await bring('{"requests":[{"x":-1,"y":-1},{"x":3,"y":3}],"responses":[{"x":4,"y":4}]}');
        await until(
          () => moves(page),
          (list) => list.join(" ") === "E5 D6",
          "a Botzone log",
        );
        await page.locator(".position-card .segments label", { hasText: "Connect Four" }).click();
        await bring("4449");
        await page.locator(".import-box .problem", { hasText: /[Ll]ine 1/ }).waitFor();
      });
    },
  },
  {
    number: 19,
    server: "pictures in pixels",
    name: "pictures and files of a game are valid",
    async run(world) {
      await withPage(world, { path: share("g=connect4&b=6x7&m=4.4.5") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 3,
          "the moves",
        );
        await page.getByRole("button", { name: "Share" }).click();
        assert.match((await download(page, "SVG")).toString(), /^<svg[^>]*viewBox/);
        const png = await download(page, "PNG");
        assert.equal(png.subarray(1, 4).toString(), "PNG");
        assert.ok(png.readUInt32BE(16) > 100, "a width");
        const gif = await download(page, "GIF");
        assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
        assert.equal(gif.toString("latin1").split("!\xf9\x04").length - 1, 4);
        assert.match((await download(page, "SGF")).toString(), /^\(;/);
        assert.equal(JSON.parse((await download(page, "JSON")).toString()).format, "luozi-game");
        // The same for a stored game, from the library.
        await page.keyboard.press("Escape");
        await page.keyboard.press("s");
        await page.locator("dialog input").fill("for the shelf");
        await page.locator("dialog .primary").click();
        await page.goto(`${world.url}?seed=7#/library`);
        await page.getByRole("button", { name: "Share and export: for the shelf" }).first().click();
        assert.match((await download(page, "TXT")).toString(), /^4\s*4\s*5\s*$/m);
      });
    },
  },
];
