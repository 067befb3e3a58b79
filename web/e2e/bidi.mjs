// A browser by WebDriver BiDi, the protocol that Firefox speaks by itself: as much of it as the smoke run needs.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const PATIENCE_MS = 60_000;

/** Starts Firefox with an empty profile; resolves with the address of its protocol. */
async function start() {
  const profile = mkdtempSync(join(tmpdir(), "luozi-firefox-"));
  writeFileSync(join(profile, "user.js"), 'user_pref("intl.accept_languages", "en");\n');
  const child = spawn(FIREFOX, ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let told = "";
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      told += `${line}\n`;
      const found = /WebDriver BiDi listening on (\S+)/.exec(line);
      if (found) resolve(`${found[1]}/session`);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${told}`)));
  });
  return {
    address,
    async stop() {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A page of a Firefox of its own. `problems` collects what the console says as an error or a warning. */
export async function openFirefox({ width, height }) {
  const firefox = await start();
  const socket = new WebSocket(firefox.address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Firefox refuses the connection"));
  });
  const waiting = new Map();
  const problems = [];
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === "log.entryAdded" && ["error", "warn"].includes(message.params.level))
      problems.push(`${message.params.type}: ${message.params.text}`);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") asked?.reject(new Error(`${message.error}: ${message.message}`));
    else asked?.resolve(message.result);
  };
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  const { capabilities } = await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree");
  const { context } = contexts[0];
  await send("session.subscribe", { events: ["log.entryAdded"] });
  await send("browsingContext.setViewport", { context, viewport: { width, height } });

  /** What an expression is in the page, as a value that JSON can hold. */
  const read = async (expression) => {
    const { type, result, exceptionDetails } = await send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})) ?? "null")()`,
      target: { context },
      awaitPromise: true,
    });
    if (type !== "success") throw new Error(`${expression}: ${exceptionDetails.text}`);
    return JSON.parse(result.value);
  };
  /** Waits until an expression is true in the page. */
  const until = async (expression, what) => {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      if (await read(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what}: never, in Firefox`);
  };
  return {
    version: capabilities.browserVersion,
    problems,
    read,
    until,
    goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    resize: (viewport) => send("browsingContext.setViewport", { context, viewport }),
    /** A click with the mouse on the middle of the first element that a selector finds. */
    async click(selector) {
      const found = `document.querySelector(${JSON.stringify(selector)})`;
      await until(`!!${found}`, selector);
      const { x, y } = await read(
        `(${found}.scrollIntoView({ block: "center" }), (({ x, y, width, height }) => ({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }))(${found}.getBoundingClientRect()))`,
      );
      const actions = [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    async press(value) {
      const actions = [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
      await send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    async picture(path) {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      writeFileSync(path, Buffer.from(data, "base64"));
    },
    async close() {
      socket.close();
      await firefox.stop();
    },
  };
}
