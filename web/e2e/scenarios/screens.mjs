import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assert, newGame, openPage, resign, turn, until, untilPlies, withPage } from "../harness.mjs";
import { binary, startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];
const figures = (page) => page.locator(".figures b").allInnerTexts();

/** Wins against the lowest level by taking every hint to its last step. */
async function winByHints(page) {
  await newGame(page, { game: "NoGo", size: "5 × 5", level: 1 });
  while ((await page.locator(".over-card").count()) === 0) {
    await turn(page);
    for (const step of [1, 2, 3]) {
      await page.keyboard.press("h");
      await page.locator(`.hint[data-step='${step}']`).waitFor();
    }
    const [, move] = /^Play (\w+)[.:]/.exec(await page.locator(".hint-text").innerText());
    await page.keyboard.press("/");
    await page.locator("dialog input").fill(move);
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
    await until(async () => (await page.locator(".over-card, .grid.active").count()) > 0, Boolean, "an answer");
  }
  return (await page.locator(".over-card h2").innerText()) === "You win";
}

/** A table that is open while a match is played shows its games by itself. */
async function grows(world, folder) {
  const file = join(folder, "live.db");
  const match = spawn(
    binary,
    [
      "match",
      "random",
      "luozi:level=1",
      "--game",
      "nogo",
      "--games",
      "2000",
      "--visits",
      "20",
      "--seed",
      "3",
      "--db",
      file,
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise((resolve) => match.once("exit", resolve));
  try {
    await until(() => existsSync(file), Boolean, "the match's file");
    const server = await startServer(join(folder, "live"), [...extra, "--events", file]);
    try {
      await withPage({ ...world, url: server.url }, { path: "#/events" }, async (page) => {
        await page.locator(".event-list a").first().click();
        const games = async () =>
          (await page.locator(".ratings tbody tr:first-child td:nth-child(4)").allInnerTexts())
            .join()
            .split("–")
            .reduce((sum, count) => sum + Number(count), 0);
        const before = await until(games, (count) => count > 0, "a finished game");
        await until(games, (count) => count > before, "more games without a reload");
        await page.evaluate(() => (location.hash = "#/watch"));
        await page.locator(".live-boards img").first().waitFor({ state: "attached" });
      });
    } finally {
      await server.stop();
    }
  } finally {
    match.kill();
    await ended;
  }
}

export default [
  {
    number: 24,
    name: "engine against engine: step, pause, speed, to the end",
    async run(world) {
      await withPage(world, { path: "#/watch" }, async (page) => {
        const entries = () => page.locator(".log li").count();
        await page.locator(".watch-card select").first().selectOption("level:2");
        await page.locator(".watch-card select").nth(1).selectOption("level:1");
        await page.locator(".slider input").fill("3000");
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.getByRole("button", { name: "Pause", exact: true }).click();
        const paused = await entries();
        await page.getByRole("button", { name: "One move" }).click();
        await until(entries, (count) => count === paused + 1, "one move");
        await page.getByRole("button", { name: "Go on" }).waitFor();
        await page.locator(".slider input").fill("0");
        await page.getByRole("button", { name: "Go on" }).click();
        await page.locator(".result-card").waitFor();
        const total = await entries();
        assert.ok(total >= 7, `${total} moves`);
        await page.getByRole("button", { name: "First move" }).click();
        assert.equal(await page.locator("[aria-label*='last move']").count(), 0);
      });
    },
  },
  {
    number: 25,
    server: "tournaments",
    name: "a tournament's tables are the server's, grow while it runs, and its games open after a reload",
    async run(world) {
      const data = temporaryFolder();
      const file = join(data.folder, "cup.db");
      const match = [
        "match",
        "random",
        "luozi:level=1",
        "--game",
        "connect4",
        "--visits",
        "4",
        "--seed",
        "3",
        "--db",
        file,
      ];
      execFileSync(binary, [...match, "--games", "4"], { stdio: "ignore" });
      const server = await startServer(join(data.folder, "data"), [...extra, "--events", file]);
      try {
        await withPage({ ...world, url: server.url }, { path: "#/events" }, async (page) => {
          await page.locator(".event-list a").first().click();
          await page.locator(".ratings tbody tr").first().waitFor();
          const { events } = await (await page.request.get(`${server.url}api/events`)).json();
          const table = await (
            await page.request.get(`${server.url}api/events/${encodeURIComponent(events[0].id)}`)
          ).json();
          const shown = () =>
            page
              .locator(".ratings tbody tr")
              .evaluateAll((rows) =>
                rows.map((row) => `${row.cells[0].textContent} ${row.cells[3].textContent}`).sort(),
              );
          const expected = table.players
            .map((player) => `${player.name} ${player.won}–${player.drawn}–${player.lost}`)
            .sort();
          assert.deepEqual(await shown(), expected);
          await page.reload();
          await page.locator(".ratings tbody tr").first().waitFor();
          assert.deepEqual(await shown(), expected);
          await page.getByRole("button", { name: "Engine log of game" }).first().click();
          await page.locator(".log-sheet section").nth(1).waitFor();
          await page.keyboard.press("Escape");
          await page.locator(".log-sheet").waitFor({ state: "detached" });
          await page.locator(".event-games button").first().click();
          await until(
            () => page.locator(".moves .move").count(),
            (count) => count > 6,
            "the game in Analyse",
          );
        });
        await grows(world, data.folder);
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 26,
    server: "starts the program anew",
    name: "awards change after a loss and a win and survive a restart",
    async run(world) {
      const data = temporaryFolder();
      let server = await startServer(data.folder, extra);
      try {
        const opened = await openPage({ ...world, url: server.url });
        const { page } = opened;
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await resign(page);
        await page.locator(".toast.award").first().waitFor();
        let won = false;
        for (let attempt = 0; attempt < 3 && !won; attempt++) won = await winByHints(page);
        assert.ok(won, "three games with every hint, and no win");
        await page.locator(".toast.award", { hasText: "First win" }).waitFor();
        await page.goto(`${server.url}?seed=7#/awards`);
        await until(
          () => figures(page),
          (list) => Number(list[1]) === 1 && Number(list[3]) >= 1,
          "one win and a loss",
        );
        assert.ok((await page.locator(".badge.earned").count()) >= 2);
        const before = await figures(page);
        await opened.context.close();
        await server.stop();
        server = await startServer(data.folder, extra);
        await withPage({ ...world, url: server.url }, { path: "#/awards" }, async (again) => {
          await until(
            () => figures(again),
            (list) => list.join() === before.join(),
            "the same after a restart",
          );
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
];
