// How the page is built, served while developing, and tested.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    target: "safari17.5", // WebKitGTK 2.46: light-dark() stays as written
    outDir: "dist",
    // The page is read from disk: one file beats many, and its size is not a download.
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  test: {
    pool: "threads",
    maxWorkers: "100%", // one core would rest otherwise, which is half of a small machine
    testTimeout: 90_000, // only reports a test that never ends: no test depends on how fast the machine is
    coverage: { include: ["src/**/*.{ts,tsx}"], reporter: ["text", "json-summary"] },
    // One set of modules and one document per worker: loading both anew for each file took longer than most files.
    isolate: false,
    setupFiles: ["test/replace-backend.ts"],
    projects: [
      { extends: true, test: { name: "logic", environment: "node", include: ["src/**/*.test.ts"] } },
      { extends: true, test: { name: "page", environment: "jsdom", include: ["src/**/*.test.tsx"], setupFiles: ["test/setup.ts"] } },
    ],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
