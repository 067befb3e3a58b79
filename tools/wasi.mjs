// Runs a program built for wasm32-wasip1 under Node: the tests of the core crates, on the instructions of the browser.
//   node tools/wasi.mjs PROGRAM.wasm [ARGUMENT...]
process.removeAllListeners("warning");
process.on("warning", (warning) => warning.name === "ExperimentalWarning" || console.error(warning));
const { readFile } = await import("node:fs/promises");
const { WASI } = await import("node:wasi");
const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...args], env: process.env, preopens: { "/": "/", ".": process.cwd() } });
const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
