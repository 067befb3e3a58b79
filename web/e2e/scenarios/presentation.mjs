import { assert, faults, newGame, PHONE, share, turn, until, withPage } from "../harness.mjs";
import { comparePictures } from "../pictures.mjs";

const SCREENS = ["play", "analyse", "watch", "library", "events", "awards", "settings"];

async function visit(page, screen) {
  await page.evaluate((name) => (location.hash = `#/${name}`), screen);
  await page.locator(`.app.on-${screen} main`).waitFor();
}

export default [
  {
    number: 27,
    name: "both languages are complete and nothing is wider than a phone",
    async run(world) {
      await withPage(world, { viewport: PHONE }, async (page) => {
        await visit(page, "settings");
        for (const [language, lang, word] of [
          ["简体中文", "zh-Hans", "设置"],
          ["English", "en", "Settings"],
        ]) {
          await visit(page, "settings");
          await page.locator("label", { hasText: language }).click();
          await until(
            () => page.locator("html").getAttribute("lang"),
            (value) => value === lang,
            "the language",
          );
          assert.ok(
            (await page.locator("main").innerText()).length > 0 &&
              (await page.locator(".topbar").innerText()).includes(word),
          );
          for (const screen of SCREENS) {
            await visit(page, screen);
            const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${screen} in ${lang} is ${wide} px too wide`);
            assert.doesNotMatch(
              await page.locator("body").innerText(),
              /\{\w+\}|undefined|\b(nav|err|why|new)\.\w+/,
              `${screen} in ${lang}`,
            );
          }
        }
      });
    },
  },
  {
    number: 28,
    name: "dark, shapes, reduced motion and forced colours take effect",
    async run(world) {
      await withPage(world, { scheme: "dark" }, async (page) => {
        await turn(page);
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(238, 232, 220)");
      });
      await withPage(
        world,
        { storage: { shapes: true, theme: "light" }, scheme: "dark", path: share("g=reversi&b=8x8&m=f5") },
        async (page) => {
          await page.locator(".pieces .stone-sign").first().waitFor();
          assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(34, 29, 23)");
        },
      );
      for (const reduced of [true, false]) {
        await withPage(world, { reduced }, async (page) => {
          // Without an engine's reply the piece keeps its entrance.
          await newGame(page, { side: "two people" });
          await turn(page);
          await page.keyboard.press("4");
          const name = await page
            .locator(".enter")
            .first()
            .evaluate((node) => getComputedStyle(node).animationName);
          assert.equal(name === "none", reduced);
        });
      }
      await withPage(world, { forced: true }, async (page) => {
        await turn(page);
        assert.equal(await page.locator(".layer.front path").first().isVisible(), true);
      });
    },
  },
  {
    number: 29,
    name: "axe finds nothing on any screen in either theme",
    async run(world) {
      for (const scheme of ["light", "dark"]) {
        await withPage(world, { scheme }, async (page) => {
          await turn(page);
          for (const screen of SCREENS) {
            await visit(page, screen);
            assert.deepEqual(await faults(page), [], `${screen}, ${scheme}`);
          }
          await visit(page, "play");
          await page.keyboard.press("n");
          await page.locator("dialog").waitFor();
          assert.deepEqual(await faults(page), [], `new game, ${scheme}`);
        });
      }
    },
  },
  {
    number: 34,
    name: "the boards look as stored",
    async run(world) {
      const positions = {
        connect4: "g=connect4&b=6x7&x=2.5&m=4.4.5.3.4.5.6",
        reversi: "g=reversi&b=8x8&m=f5.d6.c3.d3.c4",
        nogo: "g=nogo&b=9x9&m=E5.C3.A8.G3.B9.D4",
      };
      for (const [name, text] of Object.entries(positions)) {
        await withPage(world, { path: share(text), storage: { coordinates: false }, viewport: PHONE }, async (page) => {
          await page.locator(".last-move").waitFor();
          await page.mouse.move(2, 2);
          const picture = await page.locator(".board").screenshot({ animations: "disabled" });
          const different = await comparePictures(world.browser, name, picture);
          assert.ok(different <= 0.003, `${name}: ${(different * 100).toFixed(2)} % of the pixels differ`);
        });
      }
    },
  },
  {
    number: 35,
    name: "turning a phone keeps the game",
    async run(world) {
      await withPage(world, { viewport: PHONE }, async (page) => {
        await turn(page);
        await page.keyboard.press("4");
        await until(
          () => page.locator(".moves .move").count(),
          (count) => count >= 2,
          "two moves",
        );
        await turn(page);
        const state = () =>
          page
            .locator("[role=gridcell]")
            .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")).join("|"));
        const before = await state();
        await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
        assert.equal(await state(), before);
        assert.equal(await page.locator(".board").isVisible(), true);
        await page.setViewportSize(PHONE);
        assert.equal(await state(), before);
      });
    },
  },
];
