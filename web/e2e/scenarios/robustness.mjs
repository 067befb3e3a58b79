import {
  askServer,
  assert,
  cell,
  label,
  moves,
  newGame,
  openPage,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";

/** mulberry32, so that the monkey does the same every time. */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const LETTERS = { Red: "X", Gold: "O", Black: "X", White: "O", blocked: "#" };

/** The board as the page tells it, in the server's letters. */
const shownCells = async (page) =>
  (await page.locator("[role=gridcell]").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label"))))
    .map((text) => LETTERS[text.split(", ")[1]] ?? ".")
    .join("");

export default [
  {
    number: 30,
    server: "cuts the connection",
    name: "a cut connection is told, comes back, and the game goes on",
    async run(world) {
      const sockets = [];
      let refuse = false;
      const prepare = (page) =>
        page.routeWebSocket(/\/ws$/, (socket) => {
          if (refuse) {
            socket.close();
            return;
          }
          sockets.push(socket);
          socket.connectToServer();
        });
      await withPage(world, { prepare }, async (page) => {
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        refuse = true;
        await sockets.at(-1).close();
        await page.locator(".link-banner").waitFor();
        refuse = false;
        await page.locator(".link-banner").waitFor({ state: "detached" });
        await page.keyboard.press("4");
        await untilPlies(page, 4);
        assert.equal(sockets.length, 2);
      });
    },
  },
  {
    number: 31,
    name: "two tabs do not disturb each other",
    async run(world) {
      const first = await openPage(world);
      const second = await first.context.newPage();
      await second.goto(`${world.url}?seed=8`);
      await newGame(second, { game: "Reversi" });
      for (const [page, action] of [
        [first.page, () => first.page.keyboard.press("4")],
        [second, () => cell(second, 37).click()],
      ]) {
        await turn(page);
        await action();
        await untilPlies(page, 2);
      }
      assert.equal(await first.page.locator(".board[data-game=connect4]").count(), 1);
      assert.equal(await second.locator(".board[data-game=reversi]").count(), 1);
      assert.match(await label(second, 37), /Black/);
      assert.equal((await moves(first.page)).length, 2);
      assert.deepEqual(first.problems, []);
      await first.context.close();
    },
  },
  {
    number: 32,
    name: "two hundred random clicks and keys: no error, and the board is the server's",
    async run(world) {
      await withPage(world, { tolerate: /status of 4/ }, async (page) => {
        await turn(page);
        const random = seeded(20);
        const keys = [
          "1",
          "2",
          "3",
          "4",
          "5",
          "6",
          "7",
          "h",
          "u",
          "U",
          "p",
          "c",
          "f",
          "g",
          "e",
          "ArrowLeft",
          "ArrowRight",
          "Home",
          "End",
          "?",
          "Escape",
          "Tab",
          "Enter",
          "n",
          "/",
          "s",
        ];
        for (let step = 0; step < 200; step++) {
          if (random() < 0.5) await page.keyboard.press(keys[Math.floor(random() * keys.length)]);
          else await page.mouse.click(Math.floor(90 + random() * 1340), Math.floor(random() * 890));
        }
        for (let again = 0; again < 3; again++) await page.keyboard.press("Escape");
        await page.evaluate(() => (location.hash = "#/play"));
        await page.locator(".app.on-play .board").waitFor();
        const resume = page.locator(".veil button");
        if ((await resume.count()) > 0) await resume.click();
        await until(
          async () =>
            (await page.locator(".grid.active, .over-card").count()) > 0 ||
            (await page.getByRole("button", { name: "Return to the game" }).count()) > 0,
          Boolean,
          "a settled game",
        );
        if ((await page.getByRole("button", { name: "Return to the game" }).count()) > 0)
          await page.getByRole("button", { name: "Return to the game" }).click();
        const board = await page.locator("[role=grid]").getAttribute("aria-label");
        const [, game, rows, cols] = /Board: (.+), (\d+) rows, (\d+) columns/.exec(board);
        const forbidden = await page
          .locator("[aria-label$='blocked'][role=gridcell]")
          .evaluateAll(
            (nodes, width) => nodes.map((node) => [Math.floor(node.dataset.cell / width), node.dataset.cell % width]),
            Number(cols),
          );
        const setup =
          game === "Reversi"
            ? { game: "reversi", size: Number(rows) }
            : game === "NoGo"
              ? { game: "nogo", rows: Number(rows), cols: Number(cols) }
              : { game: "connect4", rows: Number(rows), cols: Number(cols), forbidden };
        const played = await page
          .locator(".moves .move")
          .evaluateAll((nodes) =>
            nodes
              .slice(0, nodes.findIndex((node) => node.classList.contains("current")) + 1)
              .map((node) => node.querySelector("span").textContent),
          );
        const state = await askServer(page, { type: "pos", gen: 1, setup, moves: played });
        assert.equal(state.type, "state", JSON.stringify(state));
        assert.equal(await shownCells(page), state.cells);
      });
    },
  },
];
