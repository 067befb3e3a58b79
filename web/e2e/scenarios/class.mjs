// A class: the teacher makes it and invites, a student sends in a bot, sees it on the ladder and opens its games.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, DESKTOP, faults, openPage, PHONE, plies, until } from "../harness.mjs";
import { startServer, temporaryFolder } from "../server.mjs";

const extra = process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [];

/** Where pictures of the class are kept, if somebody wants them: those of docs/class.md. */
const pictures = process.env.LUOZI_CLASS_PICTURES;

const BOT = `#include "Strategy.h"
#include <iostream>
extern "C" Point *getPoint(const int M, const int N, const int *top, const int *board, const int lastX, const int lastY,
                           const int noX, const int noY) {
    std::cerr << "column of my choice" << std::endl;
    for (int d = 0; d < N; d++)
        for (int y : {N / 2 - d, N / 2 + d})
            if (y >= 0 && y < N && top[y] > 0) return new Point(top[y] - 1, y);
    return nullptr;
}
extern "C" void clearPoint(Point *point) { delete point; }
`;

/** A server of its own for a class, and what must not be left behind. */
async function classServer() {
  const data = temporaryFolder();
  const server = await startServer(join(data.folder, "data"), [
    "--class",
    join(data.folder, "class"),
    "--class-games",
    "2",
    ...extra,
  ]);
  const link = await until(
    async () => /#\/class\/enter=[0-9a-f]+/.exec(server.errors())?.[0] ?? null,
    (found) => found !== null,
    "the teacher's link",
  );
  return {
    link,
    url: server.url,
    folder: data.folder,
    async stop() {
      await server.stop();
      data.remove();
    },
  };
}

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const at = (page, hash) => page.evaluate((next) => (location.hash = next), hash);

export default [
  {
    number: 150,
    server: "a class",
    name: "a teacher makes a class, a student sends in a bot, finds it on the ladder and opens a game",
    async run(world) {
      const server = await classServer();
      const own = { ...world, url: server.url };
      // Refused requests are noted by the browser: a link that asks for a name, and whoever has not come in.
      const tolerate = /status of 40[01]/;
      const opened = [];
      const open = async (options) => {
        const page = await openPage(own, options);
        opened.push(page);
        return page.page;
      };
      try {
        // The teacher comes in by the link of the first start, tells a name and makes the rules.
        const teacher = await open({ path: server.link, viewport: DESKTOP });
        await teacher.getByRole("button", { name: "Come in" }).click();
        await teacher.getByLabel("Name").fill("Dr. Chen");
        assert.deepEqual(await faults(teacher), []);
        await teacher.getByRole("button", { name: "Come in" }).click();
        await teacher.getByLabel("Name of the course").fill("Algorithms 2026");
        await teacher.getByLabel("ms a move").fill("1000");
        assert.deepEqual(await faults(teacher), []);
        await picture(teacher, "rules");
        await teacher.getByRole("button", { name: "Keep these rules" }).click();
        await teacher.getByRole("heading", { name: "Algorithms 2026" }).waitFor();
        await at(teacher, "#/class/people");
        await teacher.getByLabel("One a line").fill("Li Lei, 2026001\nHan Meimei, 2026002");
        await teacher.getByRole("button", { name: "Add these and make their links" }).click();
        const links = await teacher.getByLabel("Links to hand out").inputValue();
        assert.equal(links.split("\n").length, 2);
        assert.deepEqual(await faults(teacher), []);
        await picture(teacher, "people");

        // A student comes in by the own link, on a phone, and sends in a bot that does not compile, then one that does.
        const hash = (line) => `#${line.split("#")[1]}`;
        const student = await open({ path: hash(links.split("\n")[0]), viewport: PHONE, touch: true });
        await student.getByRole("button", { name: "Come in" }).click();
        await student.getByRole("link", { name: "My bots" }).click();
        const broken = join(server.folder, "broken.cpp");
        writeFileSync(broken, "int oops( {");
        await student.getByLabel("File").setInputFiles(broken);
        await student.getByRole("button", { name: "Send" }).click();
        await student.getByText("It does not play").waitFor();
        assert.match(await student.locator(".class-bot pre").first().innerText(), /error/);
        assert.deepEqual(await faults(student), []);
        await picture(student, "refused-phone");
        const good = join(server.folder, "Strategy.cpp");
        writeFileSync(good, BOT);
        await student.getByLabel("File").setInputFiles(good);
        await student.getByRole("button", { name: "Send" }).click();
        await student.locator(".class-state.playing").waitFor();
        await student.getByText(/Tried in \d+ of \d+ situations/).waitFor();
        await picture(student, "bot-phone");

        // It plays by itself: a rating, a curve, games with what only its author sees.
        await student.getByRole("link", { name: "Ladder" }).click();
        const row = student.locator(".class-ladder tr.own");
        await until(
          () => row.locator("td").nth(2).innerText(),
          (rating) => rating !== "–",
          "a rating",
        );
        assert.deepEqual(await faults(student), []);
        await picture(student, "ladder-phone");
        await row.getByRole("link").click();
        await student.locator(".event-games li").first().waitFor();
        await student.locator(".event-games .round").first().click();
        await student.getByText("column of my choice").first().waitFor();
        assert.deepEqual(await faults(student), []);
        await student.keyboard.press("Escape");
        await picture(student, "player-phone");
        // A game opens on the board, ready for the judge of moves.
        await student.locator(".event-games li button").first().click();
        await until(
          () => plies(student),
          (count) => count > 5,
          "the game on the board",
        );
        await student.locator("#analyse-tab-review[aria-selected=true]").waitFor();

        // The other student sees the ladder and the games, and nothing of the inside.
        const other = await open({ path: hash(links.split("\n")[1]), lang: "zh" });
        await other.getByRole("button", { name: "进入" }).click();
        await other.getByText("Li Lei").first().waitFor();
        await other.locator(".event-games .round").first().click();
        await other.getByText("只有作者能看到").waitFor();
        assert.equal(await other.getByText("column of my choice").count(), 0);
        await other.keyboard.press("Escape");
        assert.deepEqual(await faults(other), []);
        await picture(other, "ladder-zh");

        // The teacher sees all of it, and takes the marks.
        await at(teacher, "#/class");
        await teacher.locator(".class-ladder").waitFor();
        await picture(teacher, "ladder");
        const marks = await teacher.request.get(`${server.url}api/class/files/marks.csv`);
        assert.match(await marks.text(), /1,Li Lei,2026001,2,/);
        // Out, and only the way in is left.
        await at(teacher, "#/class/me");
        await teacher.getByRole("button", { name: "Sign out", exact: true }).click();
        await teacher.getByLabel("Password").waitFor();
        for (const { problems } of opened)
          assert.deepEqual(
            problems.filter((problem) => !tolerate.test(problem)),
            [],
          );
      } finally {
        for (const { context } of opened) await context.close();
        await server.stop();
      }
    },
  },
];
