// Runs the scenarios of the page in system Chromium against the real program.
//   npm run e2e             all of them
//   npm run e2e -- 7 12     only these numbers

import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { passes } from "./harness.mjs";
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

let failed = 0;
try {
  for (const scenario of chosen) {
    if (!(await passes(scenario, { browser, url: server.url }))) failed += 1;
  }
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}
console.log(`${chosen.length - failed} of ${chosen.length} scenarios passed`);
process.exitCode = failed > 0 ? 1 : 0;
