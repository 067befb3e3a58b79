import { assert, moves, share, turn, until, withPage } from "../harness.mjs";

/** So many simulations fill the graph of a single move several times over. */
const VISITS = 120_000;

export default [
  {
    number: 108,
    server: "reads what goes over the connection",
    name: "an analysis after a look inside has room: its graph goes on growing with its visits",
    async run(world) {
      let info = null;
      const prepare = async (page) =>
        page.on("websocket", (socket) =>
          socket.on("framereceived", ({ payload }) => {
            const frame = JSON.parse(String(payload));
            if (frame.type === "info") info = frame;
          }),
        );
      // Without a seed: an engine that must be repeatable is never kept.
      await withPage(world, { path: share("g=nogo&b=5x5&m=C5.A5"), seed: "", prepare }, async (page) => {
        await until(
          () => moves(page),
          (list) => list.length === 2,
          "the game",
        );
        await turn(page);
        await page.getByRole("tab", { name: "Search" }).click();
        await page.getByRole("button", { name: "Look inside" }).click();
        for (const steps of [1, 2]) {
          await page.locator(".searched .move-link").first().click();
          await until(
            () => page.locator(".walk button").count(),
            (count) => count === steps + 1,
            "a step",
          );
        }
        await page.getByRole("button", { name: "Keep this line" }).click();
        await until(
          () => moves(page),
          (list) => list.length === 4,
          "the line",
        );
        info = null;
        await page.getByRole("toolbar").getByRole("button", { name: "Engine" }).click();
        const { visits, nodes } = await until(
          async () => info,
          (frame) => (frame?.visits ?? 0) > VISITS,
          "many visits",
        );
        assert.ok(nodes > visits / 3, `${nodes} nodes after ${visits} visits`);
        await page.getByRole("toolbar").getByRole("button", { name: "Engine" }).click();
      });
    },
  },
];
