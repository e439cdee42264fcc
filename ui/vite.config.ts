// How the page is built, served while developing, and tested.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Every web view reads WOFF2; the older files would be 0.6 MB of the program. */
const withoutWoff = (sources: string) => sources.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, "");

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [{ postcssPlugin: "woff2-only", Declaration: { src: (declaration) => void (declaration.value = withoutWoff(declaration.value)) } }] } },
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
      { extends: true, test: { name: "page", environment: "jsdom", include: ["src/**/*.test.tsx"], setupFiles: ["test/render-counter.ts", "test/setup.ts"] } },
    ],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
