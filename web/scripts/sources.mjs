// The inputs of the bundle and their hashes, in the format of sha256sum: `<hash>  <path>` sorted by path.
// The cargo test `bundle` recomputes the same list without npm; keep the two rules equal:
// every file under src/, public/ and words/, and the files named in ROOT_FILES, paths relative to web/ with `/`.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT_FILES = [
  "../docs/search.md",
  "explain.html",
  "index.html",
  "package.json",
  "package-lock.json",
  "report.html",
  "scripts/docs.mjs",
  "tsconfig.json",
  "vite.config.ts",
];
const FOLDERS = ["src", "public", "words"];

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

/** The text of `SOURCES.sha256` for the sources under `root` and the outputs under `out`. */
export function sourceRecord(root, out) {
  const hash = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const inputs = [...ROOT_FILES, ...FOLDERS.flatMap((folder) => walk(root, folder))].sort();
  const outputs = readdirSync(out)
    .filter((name) => name !== "SOURCES.sha256")
    .sort();
  return [
    ...inputs.map((path) => `${hash(join(root, path))}  ${path}\n`),
    ...outputs.map((name) => `${hash(join(out, name))}  dist/${name}\n`),
  ].join("");
}
