import { assert, cell, newGame, turn, untilPlies, withPage } from "../harness.mjs";
import { gomoku, startServer, temporaryFolder } from "../server.mjs";

export default [
  {
    number: 41,
    server: "a program with a game of its own",
    name: "a game of another crate is played on the page",
    async run(world) {
      const data = temporaryFolder();
      const server = await startServer(data.folder, [], gomoku);
      try {
        await withPage({ ...world, url: server.url }, {}, async (page) => {
          await newGame(page, { game: "Gomoku" });
          await turn(page);
          assert.equal(await page.locator("[role=gridcell]").count(), 225);
          await cell(page, 112).click();
          await untilPlies(page, 2);
          assert.match((await cell(page, 112).getAttribute("aria-label")) ?? "", /H8/);
        });
      } finally {
        await server.stop();
        data.remove();
      }
    },
  },
];
