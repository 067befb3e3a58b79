import { assert, cell, DESKTOP, faults, PHONE, until, withPage } from "../harness.mjs";

const heading = (page, side = 0) => page.locator(".lab-side").nth(side).locator(".lab-now h2").innerText();
const number = (page) => page.locator(".lab-number input").inputValue();
const button = (page, name) => page.getByRole("toolbar").getByRole("button", { name, exact: true });

/** The laboratory at a position, before its first simulation. */
async function atStart(page) {
  await page.locator(".lab-side .board").first().waitFor();
  await until(
    () => page.locator(".lab-who option").count(),
    (count) => count > 3,
    "the presets",
  );
}

async function step(page) {
  await button(page, "Step").click();
  await page.locator(".lab-now h2").first().waitFor();
}

/** Goes on to the first phase with that heading. */
async function stepTo(page, wanted) {
  for (let count = 0; count < 60; count += 1) {
    if ((await heading(page)).startsWith(wanted)) return;
    await step(page);
  }
  throw new Error(`no phase ${wanted}`);
}

/** The formula of the chosen move, computed again from the numbers beside it. */
async function checkUcb(page, c) {
  const row = page.locator(".lab-terms .best");
  const numbers = (await row.locator("td").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
  const [n, q, bonus, score] = numbers;
  const about = await page.locator(".lab-now p").first().innerText();
  const total = Number(/N = (\d+)/.exec(about)[1]);
  assert.ok(Math.abs(bonus - c * Math.sqrt((2 * Math.log(total)) / n)) < 2e-3, `${numbers} at N = ${total}`);
  assert.ok(Math.abs(score - q - bonus) < 2e-3, `${numbers}`);
}

export default [
  {
    number: 120,
    name: "the laboratory tells a simulation phase by phase: choice, new node, playout, news",
    async run(world) {
      await withPage(world, { path: "#/lab" }, async (page) => {
        await atStart(page);
        // Before the first simulation moves are made on the board.
        await cell(page, 3).click();
        await until(
          () => page.evaluate(() => location.hash),
          (hash) => hash.includes("m=4"),
          "the move in the address",
        );
        await page.locator(".lab-number input").fill("40");
        await page.locator(".lab-number input").blur();
        await until(
          () => number(page),
          (value) => value === "40",
          "simulation 40",
        );
        assert.ok((await heading(page)).startsWith("Selection"));
        await checkUcb(page, 0.7);
        const nodes = await page.locator(".tree-node").count();
        assert.ok(nodes > 8, `${nodes} nodes`);
        await stepTo(page, "New node");
        assert.equal(await page.locator(".tree-node.fresh").count(), 1);
        await step(page);
        assert.ok((await heading(page)).startsWith("Playout"));
        // Its moves come one after the other.
        await until(
          async () => (await page.locator(".lab-game").innerText()).trim().split(/\s+/).length,
          (moves) => moves >= 4,
          "a game that was played out",
        );
        await stepTo(page, "Values go back");
        const root = page.locator(".lab-news dd").first();
        while (await button(page, "Step").isEnabled()) {
          const text = await page.locator(".lab-now").innerText();
          if (text.includes("Node: start")) break;
          await step(page);
        }
        assert.match(await root.innerText(), /40 → 41/);
        assert.deepEqual(await faults(page), []);
        // Every link leads to a sentence of the documentation.
        const links = await page.locator(".lab-why").evaluateAll((all) => all.map((a) => a.href));
        const text = await page.evaluate(() => fetch("search.html").then((answer) => answer.text()));
        for (const link of links) assert.ok(text.includes(`id="${link.split("#")[1]}"`), link);
        // And back again.
        await button(page, "Back").click();
        await button(page, "Back to the start").click();
        assert.equal(await number(page), "0");
      });
    },
  },
  {
    number: 121,
    name: "two designs side by side search the same position and differ; parameters are turned",
    async run(world) {
      await withPage(world, { path: "#/lab/g=connect4&b=6x7&m=4.4" }, async (page) => {
        await atStart(page);
        await page.getByRole("switch").click();
        assert.equal(await page.locator(".lab-side").count(), 2);
        const selects = page.locator(".lab-who > label select");
        await selects.nth(0).selectOption("uct-pool");
        await selects.nth(1).selectOption("mcgs");
        await page.getByRole("toolbar").getByRole("button", { name: "+100" }).click();
        await until(
          () => number(page),
          (value) => value === "100",
          "a hundred simulations",
        );
        await button(page, "Next simulation").click();
        await until(
          () => number(page),
          (value) => value === "101",
          "the next one",
        );
        const formulas = await page.locator(".formula code:first-child").allInnerTexts();
        assert.deepEqual(formulas, ["q + c·√(2·ln N / n)", "q + c·p·√N / (1 + n)"]);
        // A parameter of the first one: nothing else of the page changes.
        await page.locator(".lab-parameters summary").first().click();
        await page.getByLabel("c", { exact: true }).nth(1).fill("1.5");
        await page.getByLabel("c", { exact: true }).nth(1).blur();
        await page.getByText("1 turned").waitFor();
        await until(
          () => page.locator(".formula code").nth(1).innerText(),
          (text) => text.includes("1.5·√"),
          "the constant in the formula",
        );
        // All of it is in the address: a teacher sends the link, and whoever opens it sees the same.
        const hash = await until(
          () => page.evaluate(() => location.hash),
          (text) => text.includes("k=101") && text.includes("r=uct-pool,c=1.5;mcgs"),
          "the searches in the address",
        );
        await withPage(world, { path: hash }, async (other) => {
          await until(
            () => number(other),
            (value) => value === "101",
            "the simulation of the link",
          );
          await other.locator(".lab-side .formula").nth(1).waitFor();
          const told = (one) => one.locator(".formula code").allInnerTexts();
          assert.deepEqual(await told(other), await told(page));
        });
        await page.reload();
        await page.locator(".lab-side .formula").nth(1).waitFor();
        assert.equal(await number(page), "101");
        // A combination that cannot be is told in words.
        await page.locator(".lab-parameters summary").first().click();
        await page.getByLabel("graph", { exact: true }).first().selectOption("on");
        await page.locator(".lab-none[role=alert]").waitFor();
        assert.match(await page.locator(".lab-none").innerText(), /backup=path/);
        assert.deepEqual(await faults(page), []);
      });
    },
  },
  {
    number: 122,
    name: "the laboratory plays by itself; players without simulations say so; it fits a phone",
    async run(world) {
      await withPage(world, { path: "#/lab/g=reversi", viewport: PHONE, touch: true }, async (page) => {
        await atStart(page);
        await page.locator(".lab-speed input").fill("5");
        await button(page, "Play").click();
        await until(
          () => number(page),
          (value) => Number(value) >= 2,
          "two simulations",
        );
        await button(page, "Pause").click();
        await page.locator(".lab-who > label select").selectOption("pvs-reversi");
        assert.match(await page.locator(".lab-none").innerText(), /makes no simulations/);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!wide, "nothing sticks out");
        assert.deepEqual(await faults(page), []);
      });
      await withPage(world, { path: "#/analyse/g=nogo&b=9x9&m=E5", viewport: DESKTOP }, async (page) => {
        await page.getByRole("tab", { name: "Search" }).click();
        await page.getByRole("link", { name: "Open in the laboratory" }).click();
        await atStart(page);
        // For a lecture: large, and driven by the keyboard alone.
        await button(page, "Large, for a lecture").click();
        await page.locator(".lab.lecture").waitFor();
        assert.ok(!(await page.locator(".rail").isVisible()));
        assert.deepEqual(await faults(page), []);
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press("ArrowRight");
        await page.locator(".lab-now h2").waitFor();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Space");
        await button(page, "Pause").waitFor();
        await page.keyboard.press("Space");
        await button(page, "Play").waitFor();
        await button(page, "Large, for a lecture").click();
        await button(page, "Back to the start").click();
        await page.locator(".lab-who > label select").selectOption("classic-nogo");
        await step(page);
        assert.match(await page.locator(".formula code").first().innerText(), /w·a/);
      });
    },
  },
];
