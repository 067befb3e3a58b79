import {
  askServer,
  assert,
  cell,
  label,
  moves,
  newGame,
  playCells,
  plies,
  resign,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";

export default [
  {
    number: 8,
    name: "Reversi passes by itself with a banner, and two passes end the game",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "Reversi", size: "4 × 4", side: "two people" });
        await playCells(page, [14, 13, 12, 15]);
        await turn(page);
        await cell(page, 7).click();
        await page.getByText("White has no move and passes.").waitFor();
        await untilPlies(page, 6);
        assert.equal((await moves(page))[5], "pass");
        await page.locator(".pass-banner").waitFor({ state: "detached" });
        await turn(page);
        await cell(page, 0).click();
        await page.locator(".over-card").waitFor();
        assert.equal(await page.locator(".over-card h2").innerText(), "Black wins");
        assert.equal(await page.locator(".over-card p").first().innerText(), "9 to 1 discs.");
      });
    },
  },
  {
    number: 9,
    name: "NoGo marks are the server's kinds of points",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "NoGo", size: "5 × 5", side: "two people" });
        await playCells(page, [1, 0, 6, 10, 12, 16, 24, 22, 18]);
        const played = await moves(page);
        const state = await askServer(page, {
          type: "pos",
          gen: 1,
          setup: { game: "nogo", rows: 5, cols: 5 },
          moves: played,
        });
        const expected = [...state.kinds].flatMap((kind, at) =>
          kind === "X" ? [`${at} first`] : kind === "O" ? [`${at} second`] : kind === "-" ? [`${at} nobody`] : [],
        );
        assert.ok(expected.length > 0, "the position has marked points");
        const words = { first: "Black only", second: "White only", nobody: "closed to both" };
        for (const entry of expected) {
          const [at, kind] = entry.split(" ");
          assert.ok((await label(page, at)).includes(words[kind]), entry);
        }
        assert.equal(await page.locator("[data-mark]").count(), expected.length);
      });
    },
  },
  {
    number: 10,
    name: "Connect Four boards of many sizes; stacks skip the blocked cell, which is never playable",
    async run(world) {
      await withPage(world, {}, async (page) => {
        for (const [rows, cols] of [
          [9, 9],
          [12, 12],
          [12, 9],
          [6, 7],
        ]) {
          const blocked = (rows - 2) * cols + 2;
          await newGame(page, { rows, cols, block: blocked, side: "two people" });
          const bottom = (rows - 1) * cols + 2;
          await playCells(page, [bottom, 2]);
          assert.match(await label(page, bottom), /Red/);
          assert.match(await label(page, blocked), /blocked/);
          assert.match(await label(page, blocked - cols), /Gold, last move/);
          await cell(page, blocked).click();
          await page.getByText("This cell is blocked for good.").first().waitFor();
          assert.equal(await plies(page), 2);
          assert.equal(await page.locator("[role=gridcell]").count(), rows * cols);
          // The next sheet starts from this board: take the block away again.
          await page.keyboard.press("n");
          await page.locator("dialog.new-game").getByRole("button", { name: "None" }).click();
          await page.locator("dialog.new-game").getByRole("button", { name: "Start" }).click();
        }
      });
    },
  },
  {
    number: 11,
    name: "cards for four in a row, a full board, resignation and time",
    async run(world) {
      await withPage(world, {}, async (page) => {
        const heading = page.locator(".over-card h2");
        await newGame(page, { side: "two people" });
        await playCells(page, [3, 4, 3, 4, 3, 4, 3]);
        await page.locator(".over-card").waitFor();
        assert.equal(await heading.innerText(), "Red wins");
        assert.equal(await page.locator(".win-line > g").count(), 4);
        await until(
          () => page.locator(".over-accuracy").innerText(),
          (text) => /Accuracy: Red \d+ · Gold \d+/.test(text),
          "the accuracy of both sides",
        );
        // 4 x 4 without four in a row: a draw.
        await newGame(page, { rows: 4, cols: 4, side: "two people" });
        await playCells(page, [0, 0, 0, 0, 1, 1, 1, 1, 3, 2, 2, 2, 2, 3, 3, 3]);
        await until(
          () => heading.innerText(),
          (text) => text === "Draw",
          "a draw",
        );
        // Rematch with sides swapped, then resignation.
        await newGame(page, {});
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await resign(page);
        await until(
          () => heading.innerText(),
          (text) => text === "Luozi wins",
          "resigned",
        );
        await page.getByRole("button", { name: /Rematch/ }).click();
        await untilPlies(page, 1);
        assert.match(await page.locator('.player[data-side="2"] b').first().innerText(), /You/);
        // Time runs out on the human.
        await newGame(page, { side: "first", clock: { kind: "per move", seconds: 3 } });
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await until(
          () =>
            page
              .locator(".over-card p")
              .first()
              .innerText()
              .catch(() => ""),
          (text) => text === "On time.",
          "flag",
        );
      });
    },
  },
];
