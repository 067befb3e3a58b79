// What comes after a game, and what stands beside one: result, review, bar, dots.
import {
  assert,
  cell,
  faults,
  newGame,
  PHONE,
  playCells,
  plies,
  resign,
  share,
  turn,
  until,
  untilPlies,
  withPage,
} from "../harness.mjs";

/** Sixteen moves on a board that no book knows. */
const GAME = "g=connect4&b=8x8&m=4.4.4.4.4.4.3.3.3.3.3.3.1.1.7.7";

const box = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((node) => node.getBoundingClientRect().toJSON());

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Contrast of an element's writing on its own ground, as the screen has them now; any colour, by drawing it. */
const contrast = (locator) =>
  locator.evaluate((node) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const style = getComputedStyle(node);
    const [a, b] = [luminance(style.color), luminance(style.backgroundColor)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });

export default [
  {
    number: 80,
    name: "a review that was stopped says how far it came, and is done again",
    async run(world) {
      await withPage(world, { path: share(GAME) }, async (page) => {
        await until(
          () => plies(page),
          (count) => count === 16,
          "the game",
        );
        const card = page.locator(".review-card");
        await page.locator("#analyse-tab-review").click();
        await page.getByRole("button", { name: "Review this game" }).click();
        await page.getByText(/Judging move [1-9]\d* of 16/).waitFor();
        await page.getByRole("button", { name: "Stop", exact: true }).click();
        await card.getByText(/Stopped after \d+ of 16 moves/).waitFor();
        assert.doesNotMatch(await card.innerText(), /No mistakes/);
        assert.deepEqual(await faults(page), []);
        // Another screen takes the connection away: the review has stopped then, too.
        await page.getByRole("button", { name: "Review again" }).click();
        await page.getByText(/Judging move [1-9]\d* of 16/).waitFor();
        await page.evaluate(() => (location.hash = "#/library"));
        await page.locator(".app.on-library main").waitFor();
        await page.evaluate(() => (location.hash = "#/analyse"));
        await card.getByText(/Stopped after \d+ of 16 moves/).waitFor();
        await page.getByRole("button", { name: "Review again" }).click();
        await page.locator(".accuracy").waitFor();
        await page.getByRole("button", { name: "Review again" }).waitFor();
      });
    },
  },
  {
    number: 81,
    name: "on a phone a new game is seen at once, wherever it was started",
    async run(world) {
      await withPage(world, { viewport: PHONE, touch: true }, async (page) => {
        await turn(page);
        const seen = async (what) => {
          const { top, bottom } = await until(
            () => box(page, ".board"),
            (board) => board.top >= 0 && board.bottom <= PHONE.height - 64,
            `the board after ${what}`,
            5_000,
          );
          assert.ok(bottom > top);
        };
        await page.locator(".tips").scrollIntoViewIfNeeded();
        await page.locator(".game-card .primary").tap();
        await page.locator("dialog.new-game").getByRole("button", { name: "Start" }).tap();
        await seen("the sheet");
        await page.locator(".quick", { hasText: "Reversi" }).tap();
        await page.locator(".board[data-game=reversi]").waitFor();
        await seen("a game of one tap");
      });
    },
  },
  {
    number: 82,
    name: "the result covers nothing: the winning line is seen, bright, and Review opens the review",
    async run(world) {
      for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
        await withPage(world, { viewport, reduced: false }, async (page) => {
          await newGame(page, { side: "two people" });
          await playCells(page, [3, 4, 3, 4, 3, 4, 3]);
          await page.locator(".over-card").waitFor();
          await page.evaluate(() => {
            for (const animation of document.getAnimations()) animation.finish();
          });
          const board = await box(page, ".board");
          assert.equal(overlap(await box(page, ".over-card"), board), false, "the card lies on the board");
          const faint = await page
            .locator(".win-line")
            .evaluate((line) =>
              [...line.querySelectorAll("*")]
                .map((node) => Number(getComputedStyle(node).opacity))
                .filter((o) => o < 1),
            );
          assert.deepEqual(faint, []);
          const card = await box(page, ".over-card");
          assert.ok(card.bottom <= viewport.height - (viewport === PHONE ? 64 : 0), "the card is off the screen");
          await page.locator(".over-card").getByRole("button", { name: "Review" }).click();
          await page.locator(".app.on-analyse main").waitFor();
          assert.equal(await page.locator("#analyse-tab-review").getAttribute("aria-selected"), "true");
          await page.locator(".accuracy").waitFor();
        });
      }
    },
  },
  {
    number: 83,
    name: "the question before resigning can be read under the pointer",
    async run(world) {
      for (const scheme of ["light", "dark"]) {
        await withPage(world, { scheme }, async (page) => {
          await turn(page);
          await page.keyboard.press("4");
          await untilPlies(page, 2);
          await turn(page);
          await page.getByRole("button", { name: "Resign", exact: true }).click();
          const sure = page.getByRole("button", { name: "Really resign?" });
          await sure.hover();
          const seen = await contrast(sure);
          assert.ok(seen >= 4.5, `contrast ${seen.toFixed(2)} (${scheme})`);
          await sure.click();
          await page.locator(".over-accuracy", { hasText: "Accuracy" }).waitFor();
          assert.deepEqual(await faults(page), [], `the result, ${scheme}`);
        });
      }
    },
  },
  {
    number: 84,
    name: "Reversi shows where one may play, unless that is switched off",
    async run(world) {
      await withPage(world, {}, async (page) => {
        const dots = () =>
          page.locator(".legal-dots circle").evaluateAll((nodes) => nodes.map((node) => Number(node.dataset.cell)));
        await newGame(page, { game: "Reversi" });
        await turn(page);
        assert.deepEqual(
          (await dots()).sort((a, b) => a - b),
          [19, 26, 37, 44],
        );
        await cell(page, 37).click();
        await untilPlies(page, 2);
        await turn(page);
        assert.ok((await dots()).length > 0);
        await page.evaluate(() => (location.hash = "#/settings"));
        await page.getByRole("switch", { name: "Legal moves" }).click();
        await page.evaluate(() => (location.hash = "#/play"));
        await turn(page);
        assert.deepEqual(await dots(), []);
        // Where nearly every place is a move, dots would only be noise.
        await page.evaluate(() => (location.hash = "#/settings"));
        await page.getByRole("switch", { name: "Legal moves" }).click();
        await page.evaluate(() => (location.hash = "#/play"));
        await newGame(page, { game: "NoGo", size: "5 × 5" });
        await turn(page);
        assert.deepEqual(await dots(), []);
      });
    },
  },
  {
    number: 85,
    name: "the bar says nothing about a clean game, and the truth about one that is over",
    async run(world) {
      await withPage(world, {}, async (page) => {
        const meters = () =>
          page
            .getByRole("meter")
            .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute("aria-valuenow"))));
        await newGame(page, { side: "two people" });
        await playCells(page, [3, 4, 3, 4, 3, 4]);
        assert.deepEqual(await meters(), []);
        await playCells(page, [3]);
        await until(meters, (values) => values.length === 1 && values[0] === 100, "the winner's bar");
        await page.getByRole("button", { name: "First move" }).click();
        // The empty board is in the book: the first player wins, which is a proof and no chance.
        await until(
          () => page.locator(".eval.exact .eval-number").allInnerTexts(),
          (texts) => texts.length === 1 && texts[0] === "W41",
          "the value of an earlier position",
        );
        // The same position in Analyse.
        await page.evaluate((hash) => (location.hash = hash), share("g=connect4&b=6x7&m=4.5.4.5.4.5.4"));
        await page.locator(".app.on-analyse .win-line").waitFor();
        assert.deepEqual(await meters(), [100]);
        assert.equal(await page.locator(".eval.exact .eval-number").innerText(), "W");
        const card = await page.locator(".engine-card").innerText();
        assert.match(card, /^Red wins/);
        assert.doesNotMatch(card, /%|discs|visits/);
        await newGameAfterLoss(page, meters);
      });
    },
  },
];

/** After a resignation the bar is the review's, not a half. */
async function newGameAfterLoss(page, meters) {
  await page.evaluate(() => (location.hash = "#/play"));
  await newGame(page, {});
  await turn(page);
  await page.keyboard.press("4");
  await untilPlies(page, 2);
  await turn(page);
  assert.deepEqual(await meters(), []);
  await resign(page);
  await page.locator(".over-accuracy", { hasText: "Accuracy" }).waitFor();
  await until(meters, (values) => values.length === 1, "a judged position");
}
