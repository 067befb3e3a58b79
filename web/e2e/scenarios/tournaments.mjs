// Tournaments that the page starts.
import { FARM, serveFarm } from "../farm.mjs";
import { assert, DESKTOP, faults, openPage, PHONE, until, withPage } from "../harness.mjs";
import { hostedOptions, startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];

export default [
  {
    number: 128,
    server: "tournaments",
    name: "a tournament is started, watched live, paused, gone on with and stopped from the page",
    async run(world) {
      // A player that cannot play is refused, which the browser notes.
      const tolerate = /status of 400/;
      await withPage(world, { path: "#/events", tolerate }, async (page) => {
        await page.getByText("New tournament").click();
        const form = page.locator(".new-event form");
        await form.getByLabel("Name", { exact: true }).fill("Autumn cup");
        await form.getByLabel("Games of each pairing").fill("100");
        await form.getByLabel("Milliseconds a move").fill("50");
        await form.getByLabel("random moves").check();
        assert.deepEqual(await faults(page), []);
        // A player that does not exist is told before anything begins.
        await form.getByLabel("Bots of this machine").fill("so:/nowhere/bot.so");
        await form.getByRole("button", { name: "Start" }).click();
        await form.locator("[role=alert]").waitFor();
        await form.getByLabel("Bots of this machine").fill("");
        await form.getByRole("button", { name: "Start" }).click();
        await page.getByRole("heading", { name: "autumn-cup.db" }).waitFor();
        await page.getByText("It is being played here.").waitFor();
        await until(
          () => page.locator("main.event li img").count(),
          (count) => count > 0,
          "a board that is played on",
        );
        await page.getByRole("button", { name: "Pause", exact: true }).click();
        await page.getByText("It is paused.").waitFor();
        assert.deepEqual(await faults(page), []);
        await page.reload();
        await page.getByText("It is paused.").waitFor();
        await page.getByRole("button", { name: "Go on" }).click();
        await page.getByText("It is being played here.").waitFor();
        await page.getByRole("button", { name: "Stop for good" }).click();
        await until(
          () => page.locator(".run-controls").count(),
          (count) => count === 0,
          "nothing left to do",
        );
      });
    },
  },
  {
    number: 129,
    server: "tournaments",
    name: "visitors of a hosted server start no tournaments",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, [...(await hostedOptions()), ...extra]);
      const { page, context } = await openPage({ ...world, url: server.url }, { path: "#/events" });
      try {
        await page.getByText("Tournaments are started by the owner").waitFor();
        assert.equal(await page.locator(".new-event").count(), 0);
        const answer = await page.request.post(`${server.url}api/events`, {
          headers: { "content-type": "application/json" },
          data: {
            name: "x",
            setup: { game: "nogo", rows: 5, cols: 5 },
            players: ["random", "random"],
            games: 1,
            ms: 10,
            visits: null,
            plies: 0,
            gauntlet: false,
          },
        });
        assert.equal(answer.status(), 403);
      } finally {
        await context.close();
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 134,
    server: "tournaments",
    name: "the runs and workers of a farm are told live, on a phone, too; a server without one shows none",
    async run(world) {
      for (const viewport of [DESKTOP, PHONE]) {
        await withPage(world, { path: "#/settings", viewport }, async (page) => {
          await serveFarm(page);
          await page.evaluate(() => {
            location.hash = "#/events";
          });
          const farm = page.locator("section.farm");
          await farm.getByText("2 work, 7 units of work wait or are done, 5388 games an hour").waitFor();
          await farm.getByText("One pair was played otherwise by a second worker").waitFor();
          await farm.getByText("200 of 236").waitFor();
          assert.equal(await farm.locator("figure svg polyline").count(), 1, "the course of the test");
          assert.deepEqual(await farm.locator("td.problem").allInnerTexts(), ["−3.6"], "whose results stand out");
          assert.deepEqual(await faults(page), []);
          // What changes is seen by itself.
          await page.route("**/api/farm", (route) => route.fulfill({ json: { ...FARM, workers: [], runs: [] } }));
          await farm.getByText("luozi worker --farm postgres://luozi:...@db.example/farm").waitFor();
        });
      }
      await withPage(world, { path: "#/events" }, async (page) => {
        await page.locator(".new-event").waitFor();
        assert.equal(await page.locator("section.farm").count(), 0);
        const answer = await page.request.get(new URL("api/farm", world.url).href);
        assert.equal(answer.status(), 404);
      });
    },
  },
];
