// The real program on a port of its own, with an empty data folder, for as long as a test needs it.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
export const binary = process.env.LUOZI_BIN ?? join(repository, "target/debug/luozi");
/** The program with one more game, from `examples/gomoku`. */
export const gomoku = join(repository, "target/debug/gomoku");

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "luozi-e2e-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A hosted server's options, though only this machine reaches it: whoever comes is a guest. */
export async function hostedOptions() {
  const port = await freePort();
  return ["--port", String(port), "--public-url", `http://127.0.0.1:${port}`];
}

/** Starts `luozi serve`, or that of another program; resolves with its address once it listens. */
export async function startServer(dataFolder, extra = [], program = binary) {
  const port = extra.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(program, ["serve", ...port, "--no-open", "--json", "--data-dir", dataFolder, ...extra], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line).url));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${errors}`)));
    child.once("error", reject);
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    url: url.endsWith("/") ? url : `${url}/`,
    errors: () => errors,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves the files of a folder, as any static host does. */
export async function serveFolder(folder) {
  const host = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = path === "/" ? "index.html" : path.slice(1);
    try {
      const body = readFileSync(join(folder, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${host.address().port}/`, close: () => host.close() };
}
