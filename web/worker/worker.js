// The engine's worker: chooses the module that this browser can run, and lets it think in slices, between which it listens.

/** Tiny modules with one instruction each: a browser that knows it finds them valid. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15,
  253, 128, 2, 11,
];
/** Milliseconds of a slice: whoever asks for a stop waits about so long. */
const SLICE_MS = 20;
const MEMORY_MB = 64;

let engine = null;
let desk = null;
let scheduled = false;
const early = [];
const turn = new MessageChannel();
const post = (text) => postMessage({ kind: "frame", text });

function schedule() {
  if (scheduled || !desk.busy()) return;
  scheduled = true;
  turn.port2.postMessage(null);
}

turn.port1.onmessage = () => {
  scheduled = false;
  const deaf = desk.deaf();
  if (deaf) postMessage({ kind: "deaf", deaf });
  desk.step(SLICE_MS, post);
  if (deaf) postMessage({ kind: "deaf", deaf: false });
  schedule();
};

function hear(message) {
  if (message.kind === "request") {
    const { method, path, body } = message.body;
    const answer = JSON.parse(engine.request(method, path, body, MEMORY_MB));
    postMessage({ kind: "answer", id: message.id, answer });
  } else {
    desk.receive(message.text, post);
    schedule();
  }
}

addEventListener("message", ({ data }) => {
  if (desk) hear(data);
  else early.push(data);
});

async function start() {
  const knows = (bytes) => WebAssembly.validate(new Uint8Array(bytes));
  const kind = knows(RELAXED) ? "relaxed" : knows(SIMD) ? "simd128" : null;
  if (kind === null)
    throw new Error("This browser is too old for the engine (no WebAssembly SIMD). 浏览器版本太旧，无法运行引擎。");
  engine = await import(`./engine-${kind}.js`);
  await engine.default();
  desk = new engine.Desk(MEMORY_MB);
  postMessage({ kind: "ready", module: kind });
  early.splice(0).forEach(hear);
}

start().catch((error) => postMessage({ kind: "failed", text: String(error.message ?? error) }));
