// The page under fixed names, one for each part that is loaded when it is opened, so that a commit of `dist` shows a small and stable
// set of files, and pages that stand
// alone, which `scripts/build.mjs` makes one file of. `LUOZI_WEB_OUT` moves the output for the byte comparison and
// `LUOZI_WEB_PAGE` chooses the page; nothing else depends on the environment.
import { defineConfig } from "vitest/config";

const page = process.env.LUOZI_WEB_PAGE ?? "index";

export default defineConfig({
  base: "./",
  publicDir: page === "index" ? "public" : false,
  build: {
    outDir: process.env.LUOZI_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: `${page}.html`,
      output: { entryFileNames: "app.js", chunkFileNames: "[name].js", assetFileNames: "app.[ext]" },
    },
  },
  // The colour tests read the style sheet itself.
  test: { css: true, include: ["test/**/*.test.ts"] },
  // `npm run dev` beside a running `luozi serve`.
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
});
