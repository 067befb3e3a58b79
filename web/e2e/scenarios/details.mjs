// Small things that a new user meets: words, sizes, edges.
import {
  assert,
  moves,
  newGame,
  openPage,
  PHONE,
  plies,
  resign,
  share,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";
import { startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];
const REVERSI = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 f7 e8 d8".split(" ");

/** A game of Connect Four that ends after one move of each side, or after one, by resignation. */
async function lose(page) {
  await turn(page);
  await page.keyboard.press("4");
  await untilPlies(page, 2);
  await turn(page);
  await resign(page);
  await page.locator(".over-card").waitFor();
}

export default [
  {
    number: 91,
    server: "reads what the server has stored",
    name: "a stored game tells who won, counts one move as one, and is renamed from the name it has",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, extra);
      try {
        await withPage({ ...world, url: server.url }, {}, async (page) => {
          await lose(page);
          await newGame(page, { side: "two people" });
          await turn(page);
          await page.keyboard.press("4");
          await untilPlies(page, 1);
          await until(
            async () => (await (await page.request.get(`${server.url}api/games`)).json()).games.length,
            (count) => count === 2,
            "both games",
          );
          await page.evaluate(() => (location.hash = "#/library"));
          const cards = page.locator(".saved-game");
          await cards.nth(1).waitFor();
          const text = await cards.allInnerTexts();
          assert.match(text[0], /\b1 move\b/);
          assert.match(text[1], /you lost/);
          const rows = await cards
            .first()
            .locator(".round")
            .evaluateAll((nodes) => new Set(nodes.map((node) => node.getBoundingClientRect().top)).size);
          assert.equal(rows, 1, "the icons stand in one row");
          const title = await cards.first().locator("b").innerText();
          await cards.first().getByRole("button", { name: "Rename" }).click();
          const field = cards.first().locator("input");
          assert.equal(await field.inputValue(), title);
          await field.fill("Opening study");
          await field.press("Enter");
          await cards.first().getByText("Opening study").waitFor();
          // Going on with the game leaves its name alone.
          await page.evaluate(() => (location.hash = "#/play"));
          await turn(page);
          await page.keyboard.press("3");
          await untilPlies(page, 2);
          await until(
            async () => (await (await page.request.get(`${server.url}api/games`)).json()).games[0],
            (game) => game.plies === 2 && game.name === "Opening study",
            "the name and the move",
          );
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 92,
    name: "tabs fit, and a tall board leaves room for its bar",
    async run(world) {
      for (const lang of ["en", "zh"])
        await withPage(
          world,
          { lang, viewport: { width: 900, height: 900 }, path: share("g=connect4&b=6x7&m=4.4") },
          async (page) => {
            await until(
              () => plies(page),
              (count) => count === 2,
              "the game",
            );
            for (const width of [701, 760, 820, 844, 900]) {
              await page.setViewportSize({ width, height: 900 });
              const over = await page.locator(".tabs").evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
              assert.ok(over <= 0, `${over} px too wide at ${width} (${lang})`);
            }
          },
        );
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [1024, 768],
        [844, 900],
        [720, 900],
      ])
        await withPage(world, { viewport: { width, height }, path: share("g=connect4&b=13x7&m=4.4") }, async (page) => {
          await until(
            () => plies(page),
            (count) => count === 2,
            "the game",
          );
          const off = await page
            .locator(".controls button")
            .evaluateAll(
              (buttons) =>
                buttons
                  .map((button) => button.getBoundingClientRect())
                  .filter(
                    ({ bottom, right }) => bottom > innerHeight || right > document.querySelector(".side").offsetLeft,
                  ).length,
            );
          assert.equal(off, 0, `${off} buttons off the screen at ${width} x ${height}`);
          const scroll = await page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
          assert.ok(scroll <= 0, `the page is ${scroll} px too high`);
        });
    },
  },
  {
    number: 93,
    server: "cuts the connection",
    name: "a paused board is covered to its edges, and nobody's move is claimed without a connection",
    async run(world) {
      let cut = null;
      let refuse = false;
      const prepare = (page) =>
        page.routeWebSocket(/\/ws$/, (socket) => {
          if (refuse) return socket.close();
          cut = socket;
          socket.connectToServer();
        });
      await withPage(world, { prepare }, async (page) => {
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await page.keyboard.press("p");
        await page.locator(".veil").waitFor();
        const uncovered = await page
          .locator(".board > .layer")
          .evaluateAll((layers) => layers.filter((layer) => getComputedStyle(layer).visibility !== "hidden").length);
        assert.equal(uncovered, 0);
        await page.keyboard.press("p");
        await turn(page);
        refuse = true;
        await cut.close();
        await page.locator(".link-banner").waitFor();
        await page.keyboard.press("4");
        await untilPlies(page, 3);
        const status = page.locator(".status");
        assert.match(await status.innerText(), /Waiting for the connection/);
        refuse = false;
        await untilPlies(page, 4);
        await until(
          () => status.innerText(),
          (text) => /Your move: Red/.test(text),
          "the game goes on",
        );
      });
    },
  },
  {
    number: 94,
    name: "moves have one number everywhere, hints are sentences, and a finger is not told to press keys",
    async run(world) {
      await withPage(world, { path: share(`g=reversi&b=8x8&m=${REVERSI.join(".")}`) }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === REVERSI.length,
          "the game",
        );
        const numbers = await page.locator(".move-number").allInnerTexts();
        assert.deepEqual(numbers.slice(0, 3), ["1", "3", "5"]);
        // A line of five thousand characters is refused in a few words.
        await page.locator("#analyse-tab-search").click();
        await page.getByRole("button", { name: "Look inside" }).click();
        const field = page.getByLabel("Move, or a line to walk");
        await field.fill(`${"x".repeat(2500)} ${"y".repeat(2499)}`);
        await field.press("Enter");
        const toast = page.locator(".toast", { hasText: "no such line" });
        await toast.waitFor();
        const { height } = await toast.boundingBox();
        assert.ok(height < 160, `a message of ${height} px`);
      });
      await withPage(world, { viewport: PHONE, touch: true }, async (page) => {
        await turn(page);
        assert.doesNotMatch(await page.locator(".tips").innerText(), /Press/);
        for (const step of [1, 2, 3]) {
          await page.getByRole("button", { name: "Hint" }).tap();
          await page.locator(`.hint[data-step='${step}']`).waitFor();
          assert.match(await page.locator(".hint-text").innerText(), /^[A-Z].*\.$/);
          const seen = await page.evaluate(() => {
            const place = (name) => document.querySelector(name).getBoundingClientRect();
            return place(".bottom-nav").top - place(".hint-text").bottom;
          });
          assert.ok(seen >= 0, `the hint is ${-seen} px below the edge at step ${step}`);
        }
      });
    },
  },
  {
    number: 95,
    server: "films of games",
    name: "the film of a game is small enough to send",
    async run(world) {
      const opened = await openPage(world);
      try {
        const record = {
          format: "luozi-game",
          version: 1,
          setup: { game: "reversi", size: 8 },
          players: [{}, {}],
          nodes: [{}, ...REVERSI.map((move) => ({ move }))],
        };
        const answer = await opened.page.request.post(`${world.url}api/export/gif`, { data: { record } });
        const film = await answer.body();
        assert.equal(film.subarray(0, 4).toString(), "GIF8");
        assert.ok(film.length < 400_000, `${film.length} bytes for ${REVERSI.length} moves`);
      } finally {
        await opened.context.close();
      }
    },
  },
];
