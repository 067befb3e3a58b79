// One bundle under fixed names, so that a commit of `dist` shows a small and stable set of files.
// `LUOZI_WEB_OUT` moves the output for the byte comparison; nothing else depends on the environment.
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  build: {
    outDir: process.env.LUOZI_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { entryFileNames: "app.js", chunkFileNames: "app.js", assetFileNames: "app.[ext]" },
    },
  },
  // The colour tests read the style sheet itself.
  test: { css: true, include: ["test/**/*.test.ts"] },
  // `npm run dev` beside a running `luozi serve`.
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
});
