// Two people at two screens: each has a browser of its own.
import { assert, cell, faults, moves, newGameSheet, openPage, PHONE, until } from "../harness.mjs";
import { hostedOptions, startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];

/** Remembers the page's sockets, so that a scenario can cut them. */
const remember = (page) =>
  page.addInitScript(() => {
    window.sockets = [];
    const Original = window.WebSocket;
    window.WebSocket = class extends Original {
      constructor(...args) {
        super(...args);
        window.sockets.push(this);
      }
    };
  });

const cut = (page) =>
  page.evaluate(() => {
    for (const socket of window.sockets) socket.close();
  });
const canMove = (page) => page.locator(".grid.active").waitFor();
const untilMoves = (page, count) =>
  until(
    () => moves(page),
    (list) => list.length === count,
    `${count} moves`,
  );

/** A table set up through the sheet; what the invitation says. */
async function invite(page, { side = "first", clock = null } = {}) {
  const { sheet, choose } = await newGameSheet(page);
  await choose(side);
  if (clock) await choose(clock);
  await sheet.getByRole("button", { name: "Invite a friend" }).click();
  return page.getByLabel("Invitation").inputValue();
}

const hashOf = (address) => `#${address.split("#")[1]}`;

export default [
  {
    number: 125,
    server: "a game with a friend",
    name: "two browsers play one another through a link and a dropped connection, others watch",
    async run(world) {
      const [host, guest, watcher] = await Promise.all([
        openPage(world, { prepare: remember }),
        openPage(world, { prepare: remember, viewport: PHONE, touch: true }),
        openPage(world, { lang: "zh" }),
      ]);
      const all = [host, guest, watcher];
      try {
        const address = await invite(host.page, { clock: "with bonus" });
        assert.match(address, /#\/friend\/[0-9a-f]{16}\.[0-9a-f]{32}$/);
        await host.page.getByText("Waiting for the friend").waitFor();
        assert.deepEqual(await faults(host.page), []);
        await guest.page.evaluate((hash) => (location.hash = hash), hashOf(address));
        await canMove(host.page);
        await watcher.page.evaluate((hash) => (location.hash = hash), hashOf(address));
        await host.page.getByText("1 watching").waitFor();

        // Both see each move, and only who is to move may make one.
        await cell(host.page, 38).click();
        await untilMoves(guest.page, 1);
        await canMove(guest.page);
        assert.equal(await host.page.locator(".grid.active").count(), 0);
        await cell(guest.page, 31).click();
        await until(
          () => moves(host.page),
          (list) => list.length === 2,
          "the answer",
        );
        await untilMoves(watcher.page, 2);
        assert.equal(await watcher.page.locator(".grid.active").count(), 0, "who watches moves nothing");

        // A connection is cut: the other moves on, and both clocks and moves are the same afterwards.
        await cut(guest.page);
        await canMove(host.page);
        await cell(host.page, 24).click();
        await untilMoves(guest.page, 3);
        await canMove(guest.page);
        await cut(host.page);
        await cell(guest.page, 17).click();
        await untilMoves(host.page, 4);
        assert.deepEqual(await moves(host.page), await moves(guest.page));
        // A reload finds the seat again.
        await guest.page.reload();
        await untilMoves(guest.page, 4);
        await guest.page.getByText("Friend").first().waitFor();

        // Draw: offered, declined, offered, accepted.
        await host.page.getByRole("button", { name: "Offer a draw" }).click();
        await guest.page.getByRole("button", { name: "Decline" }).click();
        await host.page.getByRole("button", { name: "Offer a draw" }).click();
        assert.deepEqual(await faults(guest.page), []);
        await guest.page.getByRole("button", { name: "Accept", exact: true }).click();
        for (const { page } of [host, guest]) await page.locator(".result-card").waitFor();

        // Another game with the sides changed; one resigns.
        await host.page.getByRole("button", { name: "Rematch" }).click();
        await guest.page.getByRole("button", { name: "Accept the rematch" }).click();
        await canMove(guest.page);
        await cell(guest.page, 38).click();
        await untilMoves(host.page, 1);
        await guest.page.getByRole("button", { name: "Resign", exact: true }).click();
        await guest.page.getByRole("button", { name: "Really resign?" }).click();
        await host.page.getByText("You win").first().waitFor();
        for (const { problems } of all)
          assert.deepEqual(
            problems.filter((text) => !/WebSocket/.test(text)),
            [],
          );
      } finally {
        for (const { context } of all) await context.close();
      }
    },
  },
  {
    number: 126,
    server: "a game with a friend",
    name: "the server's clock decides between friends; a table of another server is missed in words",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, extra);
      const own = { ...world, url: server.url };
      const [host, guest] = await Promise.all([openPage(own, {}), openPage(own, {})]);
      try {
        const address = await invite(host.page, { clock: "per move" }).catch(() => null);
        assert.ok(address !== null);
        await guest.page.evaluate((hash) => (location.hash = hash), hashOf(address));
        await canMove(host.page);
        await cell(host.page, 38).click();
        await canMove(guest.page);
        // Both clocks tell the same time, up to a breath.
        const read = (page) => page.locator(".player.to-move .clock").innerText();
        const [a, b] = [await read(host.page), await read(guest.page)].map(Number);
        assert.ok(Number.isNaN(a) || Math.abs(a - b) < 3, `${a} and ${b}`);
        await guest.page.evaluate(() => (location.hash = "#/friend/0123456789abcdef"));
        await guest.page.getByText("There is no such table any more").waitFor();
      } finally {
        await host.context.close();
        await guest.context.close();
        await server.stop();
        data.remove();
      }
    },
  },
  {
    number: 127,
    server: "a game with a friend",
    name: "a game between friends goes on after the server was killed; a hosted one shows a code for a phone",
    async run(world) {
      const data = temporaryFolder();
      const options = [...(await hostedOptions()), ...extra];
      let server = await startServer(data.folder, options);
      const own = { ...world, url: server.url };
      const [host, guest] = await Promise.all([openPage(own, {}), openPage(own, {})]);
      try {
        const address = await invite(host.page);
        await host.page.locator(".friend-link .qr").waitFor();
        assert.deepEqual(await faults(host.page), []);
        await guest.page.evaluate((hash) => (location.hash = hash), hashOf(address));
        await canMove(host.page);
        await cell(host.page, 38).click();
        await canMove(guest.page);
        await cell(guest.page, 31).click();
        await untilMoves(host.page, 2);
        // What was told is written down within a moment, and nothing more is needed.
        await new Promise((resolve) => setTimeout(resolve, 500));
        await server.stop("SIGKILL");
        await host.page.getByText("The connection is lost").waitFor();
        server = await startServer(data.folder, options);
        await canMove(host.page);
        await cell(host.page, 24).click();
        await untilMoves(guest.page, 3);
        assert.deepEqual(await moves(host.page), await moves(guest.page));
      } finally {
        await host.context.close();
        await guest.context.close();
        await server.stop();
        data.remove();
      }
    },
  },
];
