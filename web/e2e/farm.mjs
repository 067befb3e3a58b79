// A farm for the page to look at, since most builds of the program have none: a sequential test that nears its end.

const ratio = (games) => (games / 400) * 2.6 + Math.sin(games / 23) * 0.35;

export const FARM = {
  farm: "postgres://luozi:...@db.example/farm",
  units: 7,
  games_an_hour: 5388,
  runs: [
    {
      run: "sprt-3",
      work: "games",
      state: "active",
      given: 236,
      done: 200,
      set_aside: 0,
      course: {
        lower: -2.94,
        upper: 2.94,
        points: Array.from({ length: 100 }, (_, index) => [4 * index + 4, ratio(4 * index + 4)]),
      },
    },
    { run: "reviews-2", work: "reviews", state: "paused", given: 40, done: 12, set_aside: 1, course: null },
    { run: "puzzles-1", work: "puzzles", state: "ended", given: 520, done: 520, set_aside: 0, course: null },
  ],
  workers: [
    worker("lab-07-1f3a9c55", { playing: 8, threads: 8, done: 141, load: 7.9, deviations: 0.4 }),
    worker("lab-12-77ab0e21", { playing: 4, threads: 4, done: 55, load: 4.2, deviations: -3.6, speed: 68_211 }),
    worker("old-laptop-00c4d1e9", { state: "gone", threads: 2, done: 4, load: 0.3 }),
  ],
  differing: 1,
};

function worker(name, told) {
  const usual = { state: "works", playing: 0, speed: 120_455, deviations: null };
  return { worker: name, ...usual, ...told };
}

/** Lets the page find it in Events. */
export async function serveFarm(page) {
  await page.route("**/api/events", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), farm: true } });
  });
  await page.route("**/api/farm", (route) => route.fulfill({ json: FARM }));
}
