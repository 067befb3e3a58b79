import { assert, cell, liveText, moves, newGame, plies, turn, until, untilPlies, withPage } from "../harness.mjs";

export default [
  {
    number: 12,
    name: "undo takes both moves back, redo brings them again; undo while the engine thinks cancels the search",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, {});
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await page.keyboard.press("u");
        await until(
          () => page.locator(".player[data-side='1'] .figure b").innerText(),
          (left) => left === "21",
          "an empty board",
        );
        await turn(page);
        await page.keyboard.press("U");
        await until(
          () => page.locator(".player[data-side='1'] .figure b").innerText(),
          (left) => left === "20",
          "the moves again",
        );
        // The strongest level on a large board thinks for long enough to be interrupted.
        await newGame(page, { game: "NoGo", level: 10 });
        await turn(page);
        await cell(page, 40).click();
        await page.locator(".status.busy").waitFor();
        await page.keyboard.press("u");
        await turn(page);
        assert.match(await page.locator(".status").innerText(), /Your move/);
        assert.equal(await page.locator("[aria-label*='last move']").count(), 0);
      });
    },
  },
  {
    number: 13,
    name: "pause covers the board, blocks clicks, keys and clock, and resumes exactly",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { clock: { kind: "total time", minutes: 5 } });
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await page.keyboard.press("p");
        await page.locator(".veil").waitFor();
        const clock = page.locator(".player[data-side='1'] .clock");
        const frozen = await clock.innerText();
        await page.keyboard.press("4");
        await page.getByText("The game is paused.").first().waitFor();
        assert.equal(await plies(page), 2);
        const left = await page.evaluate(
          () =>
            new Promise((resolve) =>
              requestAnimationFrame(() =>
                setTimeout(() => resolve(document.querySelector(".player[data-side='1'] .clock")?.textContent), 1100),
              ),
            ),
        );
        assert.equal(left, frozen);
        await page.keyboard.press(" ");
        await page.locator(".veil").waitFor({ state: "detached" });
        await turn(page);
        assert.ok(Math.abs(seconds(await clock.innerText()) - seconds(frozen)) <= 1);
      });
    },
  },
  {
    number: 14,
    name: "the hint is blue, comes in three steps and goes with the move",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "Reversi" });
        await turn(page);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".hint[data-step='1']").waitFor();
        const blue = await page
          .locator(".hint.region rect")
          .first()
          .evaluate((node) => getComputedStyle(node).fill);
        assert.equal(blue, "rgb(29, 91, 184)");
        await page.keyboard.press("h");
        await page.locator(".hint[data-step='2']").waitFor();
        assert.ok((await page.locator(".hint .hint-ring").count()) > 1);
        await page.keyboard.press("h");
        await page.locator(".hint[data-step='3']").waitFor();
        assert.equal(await page.locator(".hint .hint-ring").count(), 1);
        assert.match(await liveText(page), /Hint: /);
        await cell(page, 37).click();
        await page.locator(".hint").waitFor({ state: "detached" });
      });
    },
  },
  {
    number: 37,
    server: "reads what goes over the connection",
    name: "the engine's thinking time can be changed in mid-game, and each move tells its time",
    async run(world) {
      const asked = [];
      const prepare = (page) =>
        page.on("websocket", (socket) =>
          socket.on("framesent", ({ payload }) => {
            const message = JSON.parse(payload);
            if (message.type === "go" && message.mode === "move") asked.push(message.visits ?? null);
          }),
        );
      await withPage(world, { prepare }, async (page) => {
        await newGame(page, { level: 6 });
        for (const [pace, count] of [
          ["normal", 2],
          ["long", 4],
          ["quick", 6],
        ]) {
          await turn(page);
          const chip = page.locator(".pace");
          await until(
            () => chip.innerText(),
            (text) => text === pace,
            `the pace ${pace}`,
          );
          await page.keyboard.press("4");
          await untilPlies(page, count);
          await chip.click();
        }
        const { games } = await (await page.request.get(`${world.url}api/info`)).json();
        const own = games.find((game) => game.game === "connect4").levels[5].visits;
        assert.deepEqual(asked.slice(0, 3), [null, own * 4, Math.max(1, Math.round(own / 4))]);
        assert.match(await page.locator(".moves .move").first().getAttribute("title"), /^\d+\.\d s$/);
      });
    },
  },
  {
    number: 78,
    name: "a hint tells one story: the area, a move in it that keeps what can be had, and why",
    async run(world) {
      // Red has three in column 1; anything but column 1 loses at once.
      await withPage(world, { path: "/#/play/g=connect4&b=6x7&m=1.4.1.4.1&h=2&l=5" }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 5,
          "the game",
        );
        for (const step of [1, 2, 3]) {
          await page.getByRole("button", { name: "Hint" }).click();
          await page.locator(`.hint[data-step='${step}']`).waitFor();
          if (step === 1) assert.match(await page.locator(".hint-text").innerText(), /^Look at columns 1, 2, 3\./);
          // Whoever reads something else is shown the words of the next step, too.
          if (step === 1) await page.getByRole("tab", { name: "Notes" }).click();
          if (step === 2) assert.equal(await page.locator(".hint .hint-ring").count(), 1, "one move holds");
        }
        assert.match(await page.locator(".hint-text").innerText(), /^Play 1: .*blocks four in column 1/);
      });
    },
  },
];

/** `4:59` in seconds. */
function seconds(text) {
  const [minutes, rest] = text.split(":").map(Number);
  return minutes * 60 + rest;
}
