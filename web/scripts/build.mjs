// Builds `dist` (or the folder given): the page, the two pages that stand alone, each as one file, and the hash of every
// input and output beside them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { page as documentation, style } from "./docs.mjs";
import { sourceRecord } from "./sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = process.argv[2] ?? join(root, "dist");

async function built(page, folder) {
  process.env.LUOZI_WEB_PAGE = page;
  process.env.LUOZI_WEB_OUT = folder;
  await build({ root, logLevel: "warn" });
}

/** Style and script inside the page: a file that can be sent and opened anywhere, and that asks nobody for anything. */
function inlined(folder, page) {
  const read = (name) => readFileSync(join(folder, name), "utf8");
  // The end of an element inside a script would end the script.
  const script = read("app.js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const replace = (html, pattern, text) => {
    if (html.match(pattern)?.length !== 1) throw new Error(`${page}.html: expected one ${pattern}`);
    return html.replace(pattern, () => text);
  };
  let html = read(`${page}.html`);
  html = replace(html, /<script type="module"[^>]*><\/script>\s*/, "");
  html = replace(html, /<link rel="stylesheet"[^>]*>/, `<style>${read("app.css").trim()}</style>`);
  return replace(html, "</body>", `<script type="module">${script.trim()}</script>\n  </body>`);
}

await built("index", out);
for (const page of ["report", "explain"]) {
  const folder = mkdtempSync(join(tmpdir(), `luozi-${page}-`));
  try {
    await built(page, folder);
    writeFileSync(join(out, `${page}.html`), inlined(folder, page));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
writeFileSync(join(out, "search.html"), documentation(join(root, "../docs/search.md")));
writeFileSync(join(out, "search.css"), style);
writeFileSync(join(out, "SOURCES.sha256"), sourceRecord(root, out));
