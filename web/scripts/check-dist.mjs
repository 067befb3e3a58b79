// Proves that the committed `dist` is what the sources give: rebuilds into a temporary folder and compares bytes.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const committed = join(root, "dist");
const rebuilt = mkdtempSync(join(tmpdir(), "luozi-dist-"));
try {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), rebuilt], { stdio: "inherit" });
  const names = [...new Set([...readdirSync(committed), ...readdirSync(rebuilt)])].sort();
  const read = (folder, name) => {
    try {
      return readFileSync(join(folder, name));
    } catch {
      return undefined;
    }
  };
  const different = names.filter((name) => {
    const [a, b] = [read(committed, name), read(rebuilt, name)];
    return a === undefined || b === undefined || !a.equals(b);
  });
  if (different.length > 0) {
    console.error(`web/dist is not what web/src gives: ${different.join(", ")}. Run: npm run build, and commit dist.`);
    process.exitCode = 1;
  } else {
    console.log(`web/dist equals a fresh build (${names.length} files)`);
  }
} finally {
  rmSync(rebuilt, { recursive: true, force: true });
}
