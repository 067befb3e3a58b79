// Builds `dist` (or the folder given) and records the hash of every input and output beside it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { sourceRecord } from "./sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = process.argv[2] ?? join(root, "dist");
process.env.LUOZI_WEB_OUT = out;
await build({ root, logLevel: "warn" });
writeFileSync(join(out, "SOURCES.sha256"), sourceRecord(root, out));
