// Learn: puzzles, lessons and one's rating.
import { readFileSync } from "node:fs";
import { assert, cell, faults, newGame, PHONE, resign, turn, until, withPage } from "../harness.mjs";
import { startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];
const file = (name) => JSON.parse(readFileSync(new URL(`../../public/${name}.json`, import.meta.url), "utf8"));

/** A server with nothing learned on it. */
async function fresh(world, body) {
  const data = temporaryFolder();
  const server = await startServer(data.folder, extra);
  try {
    await body({ ...world, url: server.url });
  } finally {
    await server.stop();
    data.remove();
  }
}

const learned = (page, game) =>
  page.evaluate(async (name) => (await (await fetch("api/learn")).json()).games.find((one) => one.game === name), game);

/** The puzzle that is shown, by its solution line among those of the set. */
async function shown(page, game) {
  await turn(page);
  const text = await page.locator(".exercise-card .task").innerText();
  const { puzzles } = file(`puzzles-${game}`);
  return { text, puzzles };
}

/** A click into a column of an upright board. */
const drop = (page, column) => cell(page, Number(column) - 1).click();

export default [
  {
    number: 130,
    server: "reads what the server has stored",
    name: "a puzzle is failed, repeated and solved; another is solved at once, and the rating follows",
    async run(world) {
      await fresh(world, async (own) => {
        await withPage(own, { path: "#/learn" }, async (page) => {
          await page.getByRole("link", { name: "Solve puzzles" }).waitFor();
          assert.deepEqual(await faults(page), []);
          await page.getByRole("link", { name: "Solve puzzles" }).click();
          const { text, puzzles } = await shown(page, "connect4");
          assert.match(text, /(Red|Gold) to move/);
          // The nearest to 1500 comes first.
          const nearest = puzzles.reduce((a, b) => (Math.abs(b.rating - 1500) < Math.abs(a.rating - 1500) ? b : a));
          const wrong = ["1", "2", "3", "4", "5", "6", "7"].find(
            (column) => column !== nearest.answer && nearest.moves.split(" ").filter((m) => m === column).length < 6,
          );
          await drop(page, wrong);
          await page.locator(".exercise-answer.wrong").waitFor();
          await until(
            () => learned(page, "connect4"),
            (now) => now.marks[nearest.id] === "failed" && now.puzzle_rating < 1500,
            "the failure is kept",
          );
          assert.deepEqual(await faults(page), []);
          await page.getByRole("button", { name: "Try again" }).click();
          await turn(page);
          await drop(page, nearest.answer);
          await page.locator(".exercise-answer.solved").waitFor();
          assert.ok((await page.locator(".solution b").innerText()).startsWith(nearest.answer));
          await page.getByRole("button", { name: "Next puzzle" }).click();
          await until(
            () => page.locator(".exercise-answer").innerText(),
            (now) => now === "",
            "another question",
          );
          // Back to what failed: it comes again, and solved at once it counts as repeated.
          await page.getByRole("link", { name: "Learn", exact: true }).first().click();
          await page.getByRole("link", { name: "Repeat failed (1)" }).click();
          await turn(page);
          await drop(page, nearest.answer);
          await page.locator(".exercise-answer.solved").waitFor();
          await until(
            () => learned(page, "connect4"),
            (now) => now.marks[nearest.id] === "repeated" && now.puzzles.length === 1,
            "it is repeated, and the rating counts it once",
          );
        });
        await withPage(own, { path: "#/learn/puzzles/connect4/daily" }, async (page) => {
          await turn(page);
          await page.getByRole("button", { name: "Hint" }).click();
          await page.getByRole("button", { name: "Show the solution" }).click();
          await page.locator(".exercise-answer.shown").waitFor();
          assert.equal((await learned(page, "connect4")).puzzles.length, 2);
          assert.deepEqual(await faults(page), []);
          // The line can be walked from the question on.
          await page.getByRole("button", { name: "First move" }).click();
          await page.getByRole("button", { name: "Last move" }).click();
        });
      });
    },
  },
  {
    number: 131,
    server: "reads what the server has stored",
    name: "a lesson is walked to its end on a phone, in Chinese, and remembered",
    async run(world) {
      await fresh(world, async (own) => {
        await withPage(own, { path: "#/learn", lang: "zh", viewport: PHONE, touch: true }, async (page) => {
          const [lesson] = file("lessons-connect4").lessons;
          await page.locator(".lesson-list a").first().click();
          for (const [at, step] of lesson.steps.entries()) {
            await page.getByText(step.text.zh).waitFor();
            if (at === 0) {
              await turn(page);
              await drop(page, "1");
              await page.locator(".exercise-answer.wrong").waitFor();
              assert.deepEqual(await faults(page), []);
            }
            await turn(page);
            await drop(page, step.right[0]);
            await page.getByText(step.good.zh).waitFor();
            await page.locator(".exercise-card .button.primary").click();
          }
          await until(
            () => learned(page, "connect4"),
            (now) => now.lessons.includes(lesson.id),
            "the lesson is remembered",
          );
        });
      });
    },
  },
  {
    number: 132,
    server: "reads what the server has stored",
    name: "games against levels make a rating, and the next level is suggested and played",
    async run(world) {
      await fresh(world, async (own) => {
        await withPage(own, {}, async (page) => {
          for (const level of [2, 1]) {
            await newGame(page, { level });
            await turn(page);
            await page.keyboard.press("4");
            await until(
              () => page.locator(".moves .move").count(),
              (count) => count >= 2,
              "a reply",
            );
            await turn(page);
            await resign(page);
            await page.locator(".over-card").waitFor();
            await until(
              () => learned(page, "connect4"),
              (now) => (now.play?.curve.length ?? 0) === 3 - level,
              "the game counts",
            );
          }
          await page.evaluate(() => (location.hash = "#/learn"));
          await page.locator(".rating-card .chart").waitFor();
          assert.match(await page.locator(".rating-card").innerText(), /after 2 games/);
          assert.deepEqual(await faults(page), []);
          await page.getByRole("button", { name: "Play level 1" }).click();
          await page.locator(".app.on-play main").waitFor();
          await turn(page);
        });
      });
    },
  },
  {
    number: 133,
    server: "reads what the server has stored",
    name: "a blunder of one's own becomes a puzzle",
    async run(world) {
      await fresh(world, async (own) => {
        // Gold gives the waiting move of the lesson about zugzwang away.
        const { moves, right } = file("lessons-connect4").lessons.at(-1).steps[0];
        const game = `g=connect4&b=6x7&m=${moves.replaceAll(" ", ".")}.1.1`;
        await withPage(own, { path: `#/analyse/${encodeURIComponent(game)}` }, async (page) => {
          await until(
            () => page.locator(".moves .move").count(),
            (count) => count > 30,
            "the game",
          );
          await page.locator("#analyse-tab-review").click();
          await page.getByRole("button", { name: "Review this game" }).click();
          await page.locator(".accuracy").waitFor();
          await page.getByRole("button", { name: "Keep blunders as puzzles" }).click();
          await page.locator(".toast", { hasText: "became puzzles" }).waitFor();
          const { own: kept } = await learned(page, "connect4");
          assert.ok(kept.some(({ puzzle }) => puzzle.moves === moves && puzzle.answer === right[0]));
          await page.evaluate(() => (location.hash = "#/learn/puzzles/connect4/own"));
          await turn(page);
          await page.locator(".exercise-card", { hasText: "From your own game" }).waitFor();
        });
      });
    },
  },
];
