import {
  assert,
  cell,
  label,
  liveText,
  newGame,
  PHONE,
  playCells,
  plies,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";

export default [
  {
    number: 1,
    server: "the policy is a header of the server's",
    name: "the page loads without an error, off-host request or policy violation",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await turn(page);
        const violations = await page.evaluate(
          () =>
            performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith(location.origin)).length,
        );
        assert.equal(violations, 0);
        const policy = (await page.request.get(world.url)).headers()["content-security-policy"];
        assert.match(policy ?? "", /default-src 'self'/);
      });
    },
  },
  {
    number: 2,
    name: "a new game of each kind by mouse",
    async run(world) {
      await withPage(world, {}, async (page) => {
        for (const [game, first] of [
          ["Connect Four", 38],
          ["Reversi", 37],
          ["NoGo", 40],
        ]) {
          await newGame(page, { game });
          await turn(page);
          await cell(page, first).click();
          await untilPlies(page, 2);
          await turn(page);
        }
      });
    },
  },
  {
    number: 3,
    name: "a whole game by keyboard alone",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        // The board's own cursor: arrows move it, Enter plays.
        await page.locator("[role=gridcell][tabindex='0']").focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await untilPlies(page, 4);
        await page.evaluate(() => document.activeElement?.blur());
        // Any game ends: columns in turn, full ones are refused.
        let column = 0;
        while ((await page.locator(".over-card").count()) === 0) {
          const before = await plies(page);
          await page.keyboard.press(String((column % 7) + 1));
          column += 1;
          await until(
            async () =>
              (await page.locator(".over-card").count()) > 0 || (await page.locator(".grid.active").count()) > 0,
            Boolean,
            `an answer after ${before} moves`,
          );
          assert.ok(column < 200, "the game must end");
        }
        assert.match(await page.locator(".over-card h2").innerText(), /win|Draw/);
        assert.notEqual(await liveText(page), "");
      });
    },
  },
  {
    number: 4,
    name: "playing by touch on a phone",
    async run(world) {
      await withPage(world, { viewport: PHONE, touch: true }, async (page) => {
        await turn(page);
        await cell(page, 38).tap();
        await untilPlies(page, 2);
        await turn(page);
        await cell(page, 39).tap();
        await untilPlies(page, 4);
        assert.equal(await page.locator(".bottom-nav").isVisible(), true);
        assert.equal(await page.locator(".rail").isVisible(), false);
        // On wide boards the first tap shows the ghost and the second plays.
        await page.getByRole("button", { name: "New game" }).first().tap();
        const sheet = page.locator("dialog.new-game");
        await sheet.locator("label", { hasText: /^12 × 12$/ }).tap();
        await sheet.getByRole("button", { name: "Start" }).tap();
        await turn(page);
        await cell(page, 6).tap();
        await page.locator(".ghost").waitFor();
        assert.equal(await plies(page), 0);
        await cell(page, 18).tap();
        await untilPlies(page, 2);
      });
    },
  },
  {
    number: 6,
    name: "the ghost comes with the pointer, goes with it, and never stands on an illegal cell",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "Reversi", side: "two people" });
        await turn(page);
        await cell(page, 37).hover();
        await page.locator('.ghost[data-cell="37"]').waitFor();
        await cell(page, 0).hover();
        await page.locator(".ghost").waitFor({ state: "detached" });
        await cell(page, 27).hover();
        assert.equal(await page.locator(".ghost").count(), 0);
        await cell(page, 44).hover();
        await page.locator(".ghost").waitFor();
        await page.mouse.move(5, 5);
        await page.locator(".ghost").waitFor({ state: "detached" });
      });
    },
  },
  {
    number: 7,
    name: "an illegal move is explained",
    async run(world) {
      await withPage(world, {}, async (page) => {
        await newGame(page, { game: "Reversi", side: "two people" });
        await turn(page);
        await cell(page, 0).click();
        await page.getByText("This turns no disc over.").first().waitFor();
        await cell(page, 27).click();
        await page.getByText("There is a piece already.").first().waitFor();
        // NoGo: a capture is refused and the group pulses.
        await newGame(page, { game: "NoGo", size: "5 × 5", side: "two people" });
        await playCells(page, [1, 0]);
        await turn(page);
        await cell(page, 5).click();
        await page.getByText("This would capture – you would lose.").first().waitFor();
        await page.locator(".pulse").first().waitFor();
        assert.match(await label(page, 5), /White only/);
        assert.equal(await plies(page), 2);
        // Connect Four: a full column.
        await newGame(page, { rows: 4, cols: 4, side: "two people" });
        await playCells(page, [0, 0, 0, 0]);
        await page.keyboard.press("1");
        await page.getByText("This column is full.").first().waitFor();
      });
    },
  },
];
