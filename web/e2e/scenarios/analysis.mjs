import { assert, cell, moves, share, turn, until, withPage } from "../harness.mjs";

const startEngine = (page) => page.getByRole("toolbar").getByRole("button", { name: "Engine" }).click();
const candidates = (page) => page.locator(".candidates tbody tr").count();

export default [
  {
    number: 20,
    name: "analysis starts and stops, at most ten values a second, and steps never show a stale value",
    async run(world) {
      await withPage(world, { path: share("g=reversi&b=8x8&m=f5.d6.c3.d3.c4.f4") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 6,
          "the moves",
        );
        await startEngine(page);
        await until(
          () => candidates(page),
          (count) => count > 0,
          "candidates",
        );
        // Step fast: the table always belongs to the position shown.
        for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowLeft"])
          await page.keyboard.press(key);
        await until(
          () => candidates(page),
          (count) => count > 0,
          "candidates after stepping",
        );
        const legal = await page
          .locator("[role=gridcell][aria-label*='legal']")
          .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label").split(",")[0]));
        const shown = await page
          .locator(".candidates tbody tr")
          .evaluateAll((rows) => rows.map((row) => row.dataset.move));
        assert.ok(
          shown.every((move) => legal.includes(move)),
          `${shown} in ${legal}`,
        );
        const counted = await page.evaluate(
          () =>
            new Promise((resolve) => {
              let changes = 0;
              const observer = new MutationObserver(() => (changes += 1));
              observer.observe(document.querySelector(".effort"), {
                subtree: true,
                characterData: true,
                childList: true,
              });
              setTimeout(() => resolve(changes), 2000);
            }),
        );
        assert.ok(counted <= 24, `${counted} updates in two seconds`);
        await startEngine(page);
        await until(
          () => page.locator(".lamp").innerText(),
          (text) => text.includes("Idle"),
          "idle",
        );
      });
    },
  },
  {
    number: 21,
    name: "hovering a line draws it with numbers and leaving restores the board",
    async run(world) {
      await withPage(world, { path: share("g=nogo&b=9x9&m=E5.C3") }, async (page) => {
        await startEngine(page);
        await until(
          () =>
            page
              .locator(".candidates tr:first-child .pv")
              .innerText()
              .catch(() => ""),
          (text) => text.split(" ").length > 1,
          "a line",
        );
        await startEngine(page);
        const pieces = await page.locator(".layer.pieces > g").count();
        await page.locator(".candidates tbody tr").first().hover();
        await page.locator(".preview [data-number='2']").waitFor();
        await page.mouse.move(400, 10);
        await page.locator(".preview").waitFor({ state: "detached" });
        assert.equal(await page.locator(".layer.pieces > g").count(), pieces);
      });
    },
  },
  {
    number: 22,
    name: "a variation is made, promoted, deleted and brought back",
    async run(world) {
      await withPage(world, { path: share("g=connect4&b=6x7&m=4.4.5") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 3,
          "the line",
        );
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowLeft");
        await until(
          () => page.locator(".move.current").getAttribute("data-node"),
          (node) => node === "1",
          "the first move",
        );
        await turn(page);
        await page.keyboard.press("2");
        await until(
          () => moves(page),
          (list) => list.join(" ") === "4 2 4 5",
          "a variation",
        );
        await page.getByRole("button", { name: "Make this the main line" }).click();
        await page.getByRole("button", { name: "Delete from here" }).click();
        await until(
          () => moves(page),
          (list) => list.join(" ") === "4 4 5",
          "deleted",
        );
        await page.locator(".toast button").click();
        await until(
          () => moves(page),
          (list) => list.join(" ") === "4 2 4 5",
          "brought back",
        );
        assert.equal(await page.locator(".move.current").innerText(), "2");
      });
    },
  },
  {
    number: 23,
    name: "review finds a planted blunder, and the quiz tells nothing before the answer",
    async run(world) {
      // Red threatens 2-3-4-5 on the bottom row; Gold looks away and Red wins.
      await withPage(world, { path: share("g=connect4&b=6x7&m=4.4.3.3.5.1.2") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 7,
          "the game",
        );
        await page.getByRole("tab", { name: "Review" }).click();
        await page.getByRole("button", { name: "Review this game" }).click();
        await page.locator(".accuracy").waitFor();
        await page.locator(".graph-mark.blunder, .graph-mark.mistake").first().waitFor();
        await page.getByRole("button", { name: "Learn from the mistakes" }).click();
        await page.locator(".quiz-card").waitFor();
        const text = await page.locator(".side").innerText();
        assert.doesNotMatch(text, /Best was|better was|win in|%/);
        assert.match(text, /gave the win away/);
        assert.equal(await page.locator(".candidates, .graph, .pill, .engine-pick").count(), 0);
        // What is certain about a wrong answer is told as what it is.
        await turn(page);
        await page.keyboard.press("7");
        assert.match(
          await until(
            () => page.locator(".quiz-answer").innerText(),
            (told) => told.endsWith("Try again."),
            "the judgement",
          ),
          /^That is not better \(loss in \d+\)/,
        );
        await page.getByRole("button", { name: "Show the answer" }).click();
        await page.getByText(/Best was \d/).waitFor();
        await page.getByRole("button", { name: "Leave the quiz" }).click();
        await page.locator(".moves").waitFor();
      });
    },
  },
  {
    number: 36,
    name: "the searched graph is walked node by node, by table, board, key and line, and a walked line is kept",
    async run(world) {
      await withPage(world, { path: share("g=connect4&b=4x5&m=3") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 1,
          "the game",
        );
        await turn(page);
        await page.getByRole("tab", { name: "Search" }).click();
        await page.getByRole("button", { name: "Look inside" }).click();
        const walked = () => page.locator(".walk button").allInnerTexts();
        const pieces = () =>
          page.locator("[role=gridcell][aria-label*='Red'], [role=gridcell][aria-label*='Gold']").count();
        await page.locator(".searched tbody tr").first().waitFor();
        assert.deepEqual([await walked(), await pieces()], [["start"], 1]);
        // By the table: the board follows.
        const first = await page.locator(".searched .move-link").first().innerText();
        await page.locator(".searched .move-link").first().click();
        await until(pieces, (count) => count === 2, "the node's board");
        assert.deepEqual(await walked(), ["start", first]);
        // By the key along the most visited move, then back over the path.
        await page.locator(".walk [aria-current]").focus();
        await page.keyboard.press("ArrowRight");
        await until(pieces, (count) => count === 3, "one node further");
        await page.locator(".walk button").first().click();
        await until(pieces, (count) => count === 1, "the root");
        // By the board.
        const named = page.locator(".searched .move-link").nth(1);
        const second = await named.innerText();
        await cell(page, Number(second) - 1).click();
        assert.deepEqual(await walked(), ["start", second]);
        // By a line, and filters leave what fits.
        const find = page.getByRole("searchbox");
        await find.fill(`${first} ${await mostVisited(page, first)}`);
        await find.press("Enter");
        await until(walked, (path) => path.length === 3, "the line");
        await page.locator(".move-filter select").selectOption("proven");
        const shown = page.locator(".searched tbody tr");
        assert.ok(
          await shown.evaluateAll((rows) =>
            rows.every((row) => /won|lost|win|loss|draw/.test(row.cells[2].textContent)),
          ),
          "only proven moves",
        );
        const line = (await walked()).slice(1);
        await page.getByRole("button", { name: "Keep this line" }).click();
        await until(
          () => moves(page),
          (list) => list.join(" ") === ["3", ...line].join(" "),
          "the line in the game",
        );
      });
    },
  },
  {
    number: 76,
    name: "a solved board is told as solved: every move by its proof, in table, bar and curve, and never by a percentage",
    async run(world) {
      // A move that was played on is asked for by name: its proof stands, too.
      await withPage(world, { path: share("g=connect4&b=6x7&m=4.4.5") }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 3,
          "the moves",
        );
        await page.keyboard.press("ArrowLeft");
        await startEngine(page);
        await until(
          () => candidates(page),
          (count) => count === 5,
          "five candidates",
        );
        const values = await page.locator(".candidates tbody .chance").allInnerTexts();
        assert.equal(values[0], "win in 39");
        assert.ok(
          values.slice(1).every((value) => /^loss in 3[68]$/.test(value)),
          `${values}`,
        );
        assert.equal(await page.locator(".big.proof").innerText(), "win in 39");
        assert.equal(await page.locator(".eval.exact .eval-number").innerText(), "W39");
        assert.match(await page.locator(".why").innerText(), /^4: the only move that wins/);
        const labels = await page
          .locator("[data-cell]")
          .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ""));
        assert.ok(labels.some((label) => label.endsWith("win in 39")) && !labels.some((label) => label.includes("%")));
      });
    },
  },
  {
    number: 77,
    name: "an analysis looks at as many moves as were asked for",
    async run(world) {
      await withPage(world, { path: share("g=connect4&b=9x10&f=4-5") }, async (page) => {
        await startEngine(page);
        const visits = () => page.locator(".candidates tbody tr td.num").allInnerTexts();
        await until(
          visits,
          (counts) => counts.length === 5 && counts.every((count) => count.endsWith("k") || Number(count) >= 20),
          "five moves with twenty simulations or more",
        );
      });
      // All of them, on request: as many as the board has.
      await withPage(world, { path: share("g=nogo&b=6x6&m=C3") }, async (page) => {
        await turn(page);
        await page.getByRole("slider", { name: /^Candidates/ }).fill("11");
        await page.getByText("Candidates all").waitFor();
        const legal = await page.locator("[role=gridcell][aria-label*='legal']").count();
        await startEngine(page);
        await until(candidates.bind(null, page), (count) => count === legal, `${legal} candidates`);
      });
    },
  },
  {
    number: 79,
    name: "an ending of Reversi ends with the exact score of every move, told alike in table, bar, curve and on the board",
    async run(world) {
      await withPage(world, { path: share(`g=reversi&b=8x8&m=${ENDING}`) }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === ENDING.split(".").length,
          "the moves",
        );
        await startEngine(page);
        const values = () => page.locator(".candidates tbody .chance").allInnerTexts();
        await until(values, (told) => told.length >= 4 && told.every((value) => / exact$/.test(value)), "exact scores");
        assert.equal(await page.locator(".big.proof").innerText(), (await values())[0]);
        const scores = (await values()).map((value) => Number.parseInt(value.replace("−", "-"), 10));
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
          "the best first",
        );
        const chips = await page.locator(".chip").allTextContents();
        assert.ok(chips.length >= 4 && chips.every((chip) => /^[+−]?\d+$/.test(chip)), `${chips}`);
        assert.equal(await page.locator(".eval.exact .eval-number").count(), 1);
        await until(
          () => page.locator(".lamp").innerText(),
          (text) => text.includes("Idle"),
          "nothing left to search",
        );
      });
    },
  },
];

/** A game of two engines with sixteen squares empty: White wins by four discs, if both go on as well as can be. */
const ENDING =
  "e6.f6.d3.d6.f5.c4.c6.c3.e7.f8.c7.c5.b4.b6.d7.c8.b5.a3.a4.a5.b3.e2.e3.f7.a7.g4.g5.a6.a2.f4.e8.f3.d8.h5.g3.f2.h3.g6.h4.h6.h7.d2.c1.g7";

/** The most visited reply to a move of the root, read from the table; ends at the root again. */
async function mostVisited(page, move) {
  await page.locator(".walk button").first().click();
  await page.locator(".searched .move-link", { hasText: new RegExp(`^${move}$`) }).click();
  await until(
    () => page.locator(".walk button").count(),
    (count) => count === 2,
    "one step",
  );
  const reply = await page.locator(".searched .move-link").first().innerText();
  await page.locator(".walk button").first().click();
  return reply;
}
