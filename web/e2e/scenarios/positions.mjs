import { readFileSync } from "node:fs";
import { assert, cell, label, moves, newGame, share, turn, until, untilPlies, withPage } from "../harness.mjs";

const openPosition = (page) => page.getByRole("tab", { name: "Position" }).click();
const choose = (page, game) =>
  page
    .locator(".position-card .segments label", { hasText: new RegExp(`^${game}$`) })
    .first()
    .click();
const unfold = (page) => page.locator(".position-card summary", { hasText: "Edit position" }).click();
const useIt = (page) => page.getByRole("button", { name: "Use this position" }).click();
const game = (page) => page.locator(".board").getAttribute("data-game");
const pieces = (page) => page.locator(".layer.pieces > g").count();
const moved = (page, line) =>
  until(
    () => moves(page),
    (list) => list.join(" ") === line,
    line || "no moves",
  );

/** Puts pieces into the editor: `[brush, cell…]`, the brush by its name. */
async function paint(page, ...strokes) {
  for (const [brush, ...cells] of strokes) {
    await page
      .locator(".position-card details .segments label", { hasText: new RegExp(`^${brush}$`) })
      .first()
      .click();
    for (const number of cells) await page.locator(".editor-cells button").nth(number).click();
  }
}

async function bring(page, text) {
  await page.locator(".import-box textarea").fill(text);
  await page.locator(".import-box button").click();
}

/** Nothing on the page shows the place of a word that was not filled in. */
async function noBraces(page) {
  const text = await page.locator("body").innerText();
  assert.doesNotMatch(text, /\{\w*\}/, "raw braces");
}

/** A whole game of Reversi as a transcript. */
const LONG_GAME =
  "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1";

export default [
  {
    number: 101,
    name: "a board that cannot be is refused in words, the editor stays, and nothing else changes",
    async run(world) {
      const boards = [
        ["connect4&b=6x7", [["Red", 17]], /hangs in the air/, 17],
        [
          "nogo&b=9x9",
          [
            ["Black", 1, 9],
            ["White", 0],
          ],
          /no liberty/,
          0,
        ],
        ["reversi&b=8x8", [["Erase", 27, 28, 35, 36]], /no piece on the board/, null],
        ["connect4&b=6x7", [["Red", 38, 39, 40]], /3 pieces of the first player and 0 of the second/, null],
      ];
      await withPage(world, { path: "#/analyse", tolerate: /status of 422/ }, async (page) => {
        for (const [board, strokes, reason, wrong] of boards) {
          await page.evaluate((hash) => (location.hash = hash), share(`g=${board}`));
          await until(
            () => game(page),
            (word) => board.startsWith(word),
            board,
          );
          await turn(page);
          await openPosition(page);
          if (!(await page.locator(".editor-cells").isVisible())) await unfold(page);
          await paint(page, ...strokes);
          await useIt(page);
          const told = page.locator(".position-card details [role=alert]");
          await until(
            async () => `${await page.locator(".toast").allInnerTexts()} ${await told.allInnerTexts()}`,
            (text) => text.trim() !== "",
            "an answer",
          );
          await noBraces(page);
          assert.match(await told.innerText(), reason);
          assert.equal(await page.locator(".editor-cells .wrong").count(), wrong === null ? 0 : 1);
          if (wrong !== null)
            assert.match(await page.locator(".editor-cells button").nth(wrong).getAttribute("class"), /wrong/);
          // The board is what it was, and takes moves.
          await page.locator(".grid.active").waitFor();
          assert.ok((await page.locator("[role=gridcell][aria-label*='legal']").count()) > 0, board);
        }
        // The engine still thinks, and what was wrong can be put right and used.
        await paint(page, ["Gold", 40], ["Erase", 39], ["Gold", 31], ["Red", 30]);
        await paint(page, ["Erase", 30, 31]);
        await useIt(page);
        await until(
          () => pieces(page),
          (count) => count === 2,
          "the position that was put right",
        );
        await page.getByRole("toolbar").getByRole("button", { name: "Engine" }).click();
        await page.getByRole("tab", { name: "Engine" }).click();
        await page.locator(".candidates tbody tr").first().waitFor();
        await page.getByRole("toolbar").getByRole("button", { name: "Engine" }).click();
        // A JSON text that is no game.
        await openPosition(page);
        await bring(page, '{"a":1}');
        await page.locator(".import-box .problem", { hasText: "could not be read" }).waitFor();
        await noBraces(page);
      });
    },
  },
  {
    number: 102,
    name: "a position set up by hand is in its link and in all its files",
    async run(world) {
      let link = "";
      let text = "";
      await withPage(world, { path: share("g=reversi&b=6x6") }, async (page) => {
        await turn(page);
        await openPosition(page);
        await unfold(page);
        await paint(page, ["White", 0, 1], ["Black", 2]);
        await page.locator(".position-card details .segments label", { hasText: "White to move" }).click();
        await useIt(page);
        await until(
          () => pieces(page),
          (count) => count === 7,
          "the position",
        );
        await turn(page);
        await cell(page, 3).click();
        await moved(page, "d1");
        await page.getByRole("button", { name: "Share" }).click();
        link = await page.locator("#share-link").inputValue();
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "TXT", exact: true }).click(),
        ]);
        text = readFileSync(await file.path()).toString();
        assert.match(text, /^OOX\.\.\.\n/, "the board is in the file");
        await page.keyboard.press("Escape");
      });
      const same = async (page) => {
        await moved(page, "d1");
        await until(
          () => pieces(page),
          (count) => count === 8,
          "all discs",
        );
        assert.match(await label(page, 0), /White/);
        assert.match(await label(page, 2), /White/, "turned by the move");
      };
      await withPage(world, { path: `&from=link${new URL(link).hash}` }, same);
      await withPage(world, { path: "#/analyse" }, async (page) => {
        await openPosition(page);
        await bring(page, text);
        await same(page);
      });
    },
  },
  {
    number: 103,
    name: "pasted text is recognised whatever game is open, and the page says what it understood",
    async run(world) {
      const drawn =
        "  1 2 3 4 5 6 7\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . O . . . |\n| . . X X O . . |";
      const texts = [
        ["nogo", "f5d6c3", "f5 d6 c3", /Reversi, 8 × 8: 3 moves/],
        ["reversi", "44455", "4 4 4 5 5", /Connect Four, 6 × 7: 5 moves/],
        ["connect4", "1. f5 d6 2. c3 d3", "f5 d6 c3 d3", /Reversi, 8 × 8: 4 moves/],
        ["reversi", "1. 4 4 2. 5", "4 4 5", /Connect Four, 6 × 7: 3 moves/],
        ["connect4", "1. E5 D4 2. C3", "E5 D4 C3", /NoGo, 9 × 9: 3 moves/],
        ["connect4", "(;B[f5];W[d6])", "f5 d6", /Reversi, 8 × 8: 2 moves/],
        ["connect4", "(;GM[1]SZ[9];B[ee];W[dd])", "E5 D6", /NoGo, 9 × 9: 2 moves/],
        ["reversi", drawn, "", /Connect Four, 6 × 7: a position/],
        ["connect4", `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)} X;`, "", /Reversi, 8 × 8/],
      ];
      await withPage(world, { path: "#/analyse", tolerate: /status of 422/ }, async (page) => {
        await openPosition(page);
        for (const [open, text, line, said] of texts) {
          await page.evaluate((hash) => (location.hash = hash), share(`g=${open}`));
          await until(
            () => game(page),
            (word) => word === open,
            open,
          );
          await bring(page, text);
          await page.locator(".toast", { hasText: said }).first().waitFor();
          await moved(page, line);
          await turn(page);
        }
        // The examples in the box are texts that can be pasted as they stand.
        const examples = (await page.locator(".import-box textarea").getAttribute("placeholder")).split(" or ");
        for (const example of examples) {
          await bring(page, example);
          await until(
            () => page.locator(".import-box textarea").inputValue(),
            (left) => left === "",
            example,
          );
        }
        // A text that can be two games is one click away from the other.
        await choose(page, "NoGo");
        await until(
          () => game(page),
          (word) => word === "nogo",
          "NoGo",
        );
        await bring(page, "f5 d6 c3");
        await moved(page, "F5 D6 C3");
        await page.getByRole("button", { name: "Read as Reversi instead" }).click();
        await moved(page, "f5 d6 c3");
        await bring(page, "hello");
        await page.locator(".import-box .problem", { hasText: "No game was found" }).waitFor();
      });
    },
  },
  {
    number: 104,
    name: "choosing another game opens its board, and a long record is set aside, not thrown away",
    async run(world) {
      await withPage(world, { path: share("g=reversi&b=8x8") }, async (page) => {
        await openPosition(page);
        await bring(page, LONG_GAME);
        const whole = await until(
          () => moves(page),
          (list) => list.length > 50,
          "a long game",
        );
        const comesBack = async (what) =>
          until(
            () => moves(page),
            (list) => list.join(" ") === whole.join(" "),
            what,
          );
        // Another game: its board is there at once, and the editor edits it.
        await choose(page, "NoGo");
        await until(
          () => game(page),
          (word) => word === "nogo",
          "the board of the other game",
        );
        await unfold(page);
        await until(
          () => page.locator(".editor-cells button").count(),
          (count) => count === 81,
          "its editor",
        );
        await page.locator(".toast", { hasText: `${whole.length} moves was set aside` }).waitFor();
        await page.getByRole("button", { name: "Bring it back" }).click();
        await comesBack("by the message");
        // The editor: the same, and the browser's own way back.
        await page.keyboard.press("Home");
        await useIt(page);
        await moved(page, "");
        await page.goBack();
        await comesBack("by the browser");
        await page.goForward();
        await moved(page, "");
      });
    },
  },
  {
    number: 105,
    name: "reload, back and forward find the study, its variations and its notes again",
    async run(world) {
      await withPage(world, { path: share("g=connect4&b=6x7&m=4.4.5") }, async (page) => {
        await moved(page, "4 4 5");
        await page.keyboard.press("ArrowLeft");
        await until(
          () => page.locator(".move.current").getAttribute("data-node"),
          (node) => node === "2",
          "the second move",
        );
        await turn(page);
        await page.keyboard.press("2");
        await until(
          () => moves(page),
          (list) => list.length === 4,
          "a variation",
        );
        await page.getByRole("tab", { name: "Notes" }).click();
        await page.locator(".notes-card textarea").fill("instead of 5");
        const before = await moves(page);
        await until(
          () => page.evaluate(() => location.hash),
          (hash) => /m=4\.4\.2$/.test(hash),
          "the line in the address",
        );
        await page.reload();
        await until(
          () => moves(page),
          (list) => list.join(" ") === before.join(" "),
          "the study after a reload",
        );
        await page.getByRole("tab", { name: "Notes" }).click();
        assert.equal(await page.locator(".notes-card textarea").inputValue(), "instead of 5");
        assert.match(await label(page, 36), /Red, last move/);
        // Another screen and back, another game and back.
        await page.getByRole("navigation").first().getByRole("link", { name: "Library" }).click();
        await page.locator(".app.on-library").waitFor();
        await page.goBack();
        await until(
          () => moves(page),
          (list) => list.join(" ") === before.join(" "),
          "the study after a screen",
        );
        await openPosition(page);
        await bring(page, "f5d6");
        await moved(page, "f5 d6");
        await page.goBack();
        await until(
          () => moves(page),
          (list) => list.join(" ") === before.join(" "),
          "the study after a game",
        );
        await page.goForward();
        await moved(page, "f5 d6");
        await page.reload();
        await moved(page, "f5 d6");
        // The address alone is enough for another browser.
        const hash = await page.evaluate(() => location.hash);
        await withPage(world, { path: `&other=1${hash}` }, (other) => moved(other, "f5 d6"));
      });
    },
  },
  {
    number: 106,
    server: "reads what the server has stored",
    name: "reload finds a game against the engine again, with its level, before and after the first move",
    async run(world) {
      // An answer that a reload cut off leaves an older version behind: the server refuses it once, and the page settles it.
      const begun = Date.now();
      await withPage(world, { tolerate: /status of 409/ }, async (page) => {
        await newGame(page, { game: "NoGo", size: "7 × 7", level: 2 });
        await turn(page);
        const level = () => page.locator(".player[data-side='2']").innerText();
        assert.match(await level(), /Level 2/i);
        await until(
          () => page.evaluate(() => location.hash),
          (hash) => /l=2/.test(hash),
          "the level in the address",
        );
        await page.reload();
        await turn(page);
        assert.match(await level(), /Level 2/i);
        assert.equal(await page.locator("[role=gridcell]").count(), 49);
        await cell(page, 24).click();
        await untilPlies(page, 2);
        await turn(page);
        const before = await moves(page);
        // Of this try alone: the server may hold games of others.
        const stored = async () =>
          (await (await page.request.get(`${world.url}api/games?state=unfinished`)).json()).games.filter(
            (entry) =>
              entry.created >= begun && entry.setup.game === "nogo" && entry.setup.rows === 7 && entry.meta.level === 2,
          );
        await until(stored, (games) => games.length === 1 && games[0].plies === 2, "the stored game");
        await page.reload();
        await until(
          () => moves(page),
          (list) => list.join(" ") === before.join(" "),
          "the game after a reload",
        );
        assert.match(await level(), /Level 2/i);
        await turn(page);
        // It is the same stored game, not a copy.
        await cell(page, (await label(page, 0)).includes("legal") ? 0 : 48).click();
        // The move is kept at once: whatever comes right after it finds it.
        const kept = await page.evaluate(
          () => JSON.parse(sessionStorage.getItem(`luozi.tab.1.${history.state.key}`)).record.nodes.length,
        );
        assert.ok(kept >= 4, `${kept} nodes`);
        await untilPlies(page, 4);
        await turn(page);
        assert.equal((await stored()).length, 1);
        const after = await moves(page);
        // A timed game waits for its player.
        await newGame(page, { game: "Connect Four", clock: { kind: "total time", minutes: 5 } });
        await turn(page);
        await page.keyboard.press("4");
        await untilPlies(page, 2);
        await turn(page);
        await page.reload();
        await page.locator(".veil").waitFor();
        await page.goBack();
        await until(
          () => moves(page),
          (list) => list.join(" ") === after.join(" "),
          "the game before",
        );
      });
    },
  },
  {
    number: 109,
    name: "reload finds a watched game again, with its players, and waits",
    async run(world) {
      await withPage(world, { path: "#/watch" }, async (page) => {
        await page.locator(".watch-card select").first().selectOption("level:2");
        await page.locator(".watch-card select").last().selectOption("level:1");
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await until(
          () => page.locator(".log li").count(),
          (count) => count >= 3,
          "three moves",
        );
        await page.getByRole("button", { name: "Pause", exact: true }).click();
        const before = await pieces(page);
        await until(
          () => page.evaluate(() => location.hash),
          (hash) => /w=level:2,level:1/.test(hash) && hash.split(/m=|&w/)[1]?.split(".").length === before,
          "the game in the address",
        );
        await page.reload();
        await until(
          () => pieces(page),
          (count) => count === before,
          "the pieces",
        );
        assert.match(await page.locator(".player[data-side='1']").innerText(), /[Ll]evel 2/);
        await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
      });
    },
  },
  {
    number: 107,
    name: "a link that lost its end opens as far as it goes, or says that it is broken; the page is there",
    async run(world) {
      const whole = share("g=connect4&b=6x7&m=4.4.5");
      for (const length of [10, 12, 14, 20, 24, 30, whole.length - 4, whole.length - 3, whole.length - 1]) {
        await withPage(world, { path: whole.slice(0, length) }, async (page) => {
          await page.locator(".board, main").first().waitFor();
          assert.ok((await page.locator(".rail, .bottom-nav").count()) > 0, whole.slice(0, length));
        });
      }
      await withPage(world, { path: `${whole}%2` }, async (page) => {
        await moved(page, "4 4 5");
        await page.locator(".toast", { hasText: "end of this link is missing" }).waitFor();
      });
      await withPage(world, { path: "#/analyse/g=reversi&b=8x8&m=f5.d6.c" }, async (page) => {
        await moved(page, "f5 d6");
        await page.locator(".toast", { hasText: "Move 3, c: There is no such move here." }).waitFor();
      });
      await withPage(world, { path: "#/analyse/g=connect4&b=6&m=4", tolerate: /status of 422/ }, async (page) => {
        await page.locator(".toast", { hasText: "does not hold a position" }).waitFor();
      });
      const start = "g=connect4&p=......./......./......./...X.../......./......./O";
      await withPage(world, { path: share(start), tolerate: /status of 422/ }, async (page) => {
        await page.locator(".toast.bad").waitFor();
        await noBraces(page);
        await turn(page);
      });
    },
  },
];
