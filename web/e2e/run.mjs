// Runs the scenarios of the page in system Chromium against the real program.
//   npm run e2e             all of them
//   npm run e2e -- 7 12     only these numbers

import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { startServer, temporaryFolder } from "./server.mjs";

const wanted = process.argv.slice(2).map(Number);
const scenarios = [];
for (const file of readdirSync(new URL("./scenarios/", import.meta.url)).sort()) {
  scenarios.push(...(await import(`./scenarios/${file}`)).default);
}
scenarios.sort((a, b) => a.number - b.number);
const chosen = wanted.length > 0 ? scenarios.filter((scenario) => wanted.includes(scenario.number)) : scenarios;

const data = temporaryFolder();
const server = await startServer(
  data.folder,
  process.env.LUOZI_WEB_DIR ? ["--web-dir", process.env.LUOZI_WEB_DIR] : [],
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** A busy machine may make a scenario miss a moment: what fails three times in a row is broken. */
const TRIES = 3;

/** Whether a scenario passes; every failed try is told. */
async function passes({ number, name, run }) {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const started = Date.now();
    try {
      await run({ browser, url: server.url });
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`ok ${number} ${name} (${seconds} s${attempt > 1 ? `, try ${attempt}` : ""})`);
      return true;
    } catch (error) {
      console.log(`not ok ${number} ${name} (try ${attempt} of ${TRIES})\n${error.stack}`);
    }
  }
  return false;
}

let failed = 0;
try {
  for (const scenario of chosen) {
    if (!(await passes(scenario))) failed += 1;
  }
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}
console.log(`${chosen.length - failed} of ${chosen.length} scenarios passed`);
process.exitCode = failed > 0 ? 1 : 0;
