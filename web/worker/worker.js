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
/** Messages that wait for the engine, or for weights that one before them needs. */
const waiting = [];
let hearing = false;
const turn = new MessageChannel();
const post = (text) => postMessage({ kind: "frame", text });

function schedule() {
  if (scheduled || !desk.busy()) return;
  scheduled = true;
  turn.port2.postMessage(null);
}

/** A step in which nothing is heard; it is over before its last word, which the page may answer at once. */
function stepDeaf() {
  postMessage({ kind: "deaf", deaf: true });
  let last = null;
  desk.step(SLICE_MS, (text) => {
    if (last !== null) post(last);
    last = text;
  });
  postMessage({ kind: "deaf", deaf: false });
  if (last !== null) post(last);
}

turn.port1.onmessage = () => {
  scheduled = false;
  if (!desk.deaf()) desk.step(SLICE_MS, post);
  else stepDeaf();
  schedule();
};

/** Fetches the files of weights that the engine has asked for in vain; whether there were any. */
async function fetched() {
  const files = JSON.parse(engine.wanted());
  await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(`./weights/${file}`);
      if (!answer.ok) throw new Error(`weights/${file}: ${answer.status} ${answer.statusText}`);
      engine.bring(file, new Uint8Array(await answer.arrayBuffer()));
    }),
  );
  return files.length > 0;
}

async function hear(message) {
  if (message.kind === "request") {
    const { method, path, body } = message.body;
    const answer = JSON.parse(engine.request(method, path, body, MEMORY_MB));
    postMessage({ kind: "answer", id: message.id, answer });
    return;
  }
  // A message that wants weights is heard again when they are there; what it was answered without them is not told.
  let frames = [];
  const collect = (text) => frames.push(text);
  desk.receive(message.text, collect);
  try {
    if (await fetched()) {
      frames = [];
      desk.receive(message.text, collect);
    }
  } catch (error) {
    // The engine's own sentence names the file; this one says what is wrong with it.
    console.warn(String(error));
  }
  frames.forEach(post);
  schedule();
}

/** One message after the other, in their order. */
async function hearAll() {
  if (hearing || !desk) return;
  hearing = true;
  while (waiting.length > 0) await hear(waiting.shift());
  hearing = false;
}

// An engine that has failed hears nothing more: the page says so, as it does of every other error here.
addEventListener("message", ({ data }) => {
  waiting.push(data);
  hearAll().catch(reportError);
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
  await hearAll();
}

start().catch((error) => postMessage({ kind: "failed", text: String(error.message ?? error) }));
