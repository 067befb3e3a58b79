// Several at once: two tabs, two tournaments, a crowded server, and games that engines play.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { assert, faults, moves, openPage, plies, turn, until, untilPlies, withPage } from "../harness.mjs";
import { binary, startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];

/** The only stored game, as the server has it. */
async function stored(page, url) {
  const { games } = await (await page.request.get(`${url}api/games`)).json();
  return games;
}

/** The last move of a game in both of two tabs: each would save over the other. */
async function diverged(world, url) {
  const first = await openPage({ ...world, url });
  await turn(first.page);
  await first.page.keyboard.press("4");
  await untilPlies(first.page, 2);
  await turn(first.page);
  await until(
    () => stored(first.page, url),
    (games) => games[0]?.plies === 2,
    "the stored game",
  );
  const second = await first.context.newPage();
  await second.goto(`${url}?seed=8`);
  await second.locator(".continue-card").click();
  await untilPlies(second, 2);
  await turn(second);
  await second.keyboard.press("1");
  await untilPlies(second, 4);
  await turn(second);
  await until(
    () => stored(second, url),
    (games) => games[0]?.plies === 4,
    "the second tab's game",
  );
  await first.page.keyboard.press("7");
  await untilPlies(first.page, 4);
  return { ...first, second };
}

export default [
  {
    number: 86,
    server: "reads what the server has stored",
    name: "a game that goes on in two tabs is told, and neither is lost",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, extra);
      try {
        const { page, context, second, problems } = await diverged(world, server.url);
        const kept = await moves(second);
        await page.locator(".conflict").waitFor();
        assert.deepEqual(await faults(page), []);
        // What the second tab has stored is still there.
        const [game] = await stored(page, server.url);
        const { record } = await (await page.request.get(`${server.url}api/games/${game.id}`)).json();
        const movesOf = (nodes) => nodes.slice(1).map((node) => node.move);
        assert.deepEqual(movesOf(record.nodes), kept);
        const own = await moves(page);
        await page.getByRole("button", { name: "Keep mine as a copy" }).click();
        await page.locator(".conflict").waitFor({ state: "detached" });
        const games = await until(
          () => stored(page, server.url),
          (list) => list.length === 2,
          "both games",
        );
        const copy = games.find(({ id }) => id !== game.id);
        const copied = await (await page.request.get(`${server.url}api/games/${copy.id}`)).json();
        assert.deepEqual(movesOf(copied.record.nodes), own);
        // The second tab goes on as if nothing had been.
        await second.keyboard.press("2");
        await untilPlies(second, 6);
        assert.equal(await second.locator(".conflict").count(), 0);
        assert.deepEqual(
          problems.filter((problem) => !/status of 409/.test(problem)),
          [],
        );
        await context.close();
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 87,
    server: "reads what the server has stored",
    name: "a game that went on in another tab can be taken over from there",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, extra);
      try {
        const { page, context, second } = await diverged(world, server.url);
        const kept = await moves(second);
        await page.getByRole("button", { name: "Take over that one" }).click();
        await until(
          () => moves(page),
          (list) => list.join() === kept.join(),
          "the other tab's moves",
        );
        await turn(page);
        await page.keyboard.press("3");
        await untilPlies(page, 6);
        assert.equal(await page.locator(".conflict").count(), 0);
        assert.equal((await stored(page, server.url)).length, 1);
        await context.close();
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 88,
    server: "the server refuses",
    name: "a search that the server refuses for too many messages is asked for again",
    async run(world) {
      // As soon as the page wants a move, so many messages go before it that the server has no room for it.
      const prepare = (page) =>
        page.addInitScript(() => {
          const send = WebSocket.prototype.send;
          let flooded = false;
          WebSocket.prototype.send = function (text) {
            if (!flooded && JSON.parse(text).type === "go") {
              flooded = true;
              for (let sent = 0; sent < 400; sent += 1)
                send.call(this, JSON.stringify({ type: "rate", id: 1_000_000, max_hz: 1 }));
            }
            send.call(this, text);
          };
        });
      await withPage(world, { prepare }, async (page) => {
        await turn(page);
        await page.keyboard.press("4");
        await until(
          () => plies(page),
          (count) => count >= 2,
          "the engine's move",
          20_000,
        );
        await turn(page);
      });
    },
  },
  {
    number: 89,
    server: "tournaments",
    name: "tournaments: how one gets there, the anchor's ratings, and no late answer of another",
    async run(world) {
      const data = temporaryFolder();
      const empty = await startServer(join(data.folder, "empty"), extra);
      try {
        await withPage({ ...world, url: empty.url }, { path: "#/events" }, async (page) => {
          const text = await page.locator(".how-to").innerText();
          assert.deepEqual(await faults(page), []);
          assert.match(text, /luozi serve --events cup\.db/);
          assert.ok(text.includes(join(data.folder, "empty", "events")), text);
        });
      } finally {
        await empty.stop();
      }
      const files = ["first", "second"].map((name) => join(data.folder, `${name}.db`));
      for (const [index, file] of files.entries()) {
        const players = ["random", "luozi:level=1", "luozi:level=2"].slice(0, 3 - index);
        const options = ["--game", "connect4", "--board", "4x4", "--games", "8", "--seed", "3", "--db", file];
        execFileSync(binary, ["ladder", ...players, ...options, "--visits", "2", "--anchor", "1"], { stdio: "ignore" });
      }
      const server = await startServer(join(data.folder, "data"), [...extra, ...files.flatMap((f) => ["--events", f])]);
      try {
        await withPage({ ...world, url: server.url }, { path: "#/events" }, async (page) => {
          const addresses = await until(listed(page), (all) => all.length === 2, "both tournaments");
          // The first tournament answers only when the second one is shown.
          let release;
          const late = new Promise((resolve) => (release = resolve));
          const first = decodeURIComponent(addresses[0].split("/").at(-1));
          await page.route(`**/api/events/${first}`, async (route) => {
            const answer = await route.fetch();
            await late;
            await route.fulfill({ response: answer });
          });
          const asked = page.waitForRequest(`**/api/events/${first}`);
          await page.locator(".event-list a").first().click();
          await asked;
          await page.evaluate((hash) => (location.hash = hash), addresses[1]);
          await page.getByRole("heading", { name: "second.db" }).waitFor();
          const answered = page.waitForResponse(`**/api/events/${first}`);
          release();
          await answered;
          await page.waitForTimeout(300);
          assert.equal(await page.locator("h1").innerText(), "second.db");
          assert.equal(await page.locator(".ratings tbody tr").count(), 2);
          const row = page.locator(".ratings tbody tr", { hasText: "random" });
          assert.equal(await row.locator("td").nth(1).innerText(), "0");
          await page.getByText("Ratings are differences to random.").waitFor();
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 90,
    server: "reads what the server has stored",
    name: "a watched game is saved, shared and analysed",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, extra);
      try {
        await withPage({ ...world, url: server.url }, { path: "#/watch" }, async (page) => {
          for (const at of [0, 1]) await page.locator(".watch-card select").nth(at).selectOption("level:1");
          await page.locator(".slider input").fill("0");
          await page.getByRole("button", { name: "Start", exact: true }).click();
          await page.locator(".result-card").waitFor();
          const played = await page.locator(".log li").count();
          // The bar is that of the position shown, not of the last one.
          const bar = () => page.getByRole("meter").first().getAttribute("aria-valuenow");
          const end = await bar();
          assert.match(end, /^(0|50|100)$/);
          await page.getByRole("button", { name: "First move" }).click();
          await until(bar, (value) => value !== end, "the bar of the start");
          await page.getByRole("button", { name: "Last move" }).click();
          await page.getByRole("button", { name: "Save", exact: true }).click();
          await page.locator("dialog input").fill("the engines' game");
          await page.keyboard.press("Enter");
          await page.locator(".toast", { hasText: "saved" }).waitFor();
          const [game] = await stored(page, server.url);
          assert.deepEqual([game.name, game.plies, game.meta.mode], ["the engines' game", played, "watch"]);
          assert.equal(game.players[0].level, "level 1");
          await page.getByRole("button", { name: "Share", exact: true }).click();
          assert.match(await page.locator("#share-link").inputValue(), /m%3D|m=/);
          await page.keyboard.press("Escape");
          await page.locator("dialog").waitFor({ state: "detached" });
          await page.getByRole("toolbar").getByRole("button", { name: "Analyse" }).click();
          await page.locator(".app.on-analyse main").waitFor();
          await until(
            () => plies(page),
            (count) => count === played,
            "the game in Analyse",
          );
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
];

const listed = (page) => () =>
  page.locator(".event-list a").evaluateAll((links) => links.map((node) => node.getAttribute("href")));
