// Vite configuration: build, development server and tests.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Removes WOFF fonts: every web view supports WOFF2, and the WOFF files would add 0.6 MB to the program. */
const withoutWoff = (sources: string) => sources.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, "");

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [{ postcssPlugin: "woff2-only", Declaration: { src: (declaration) => void (declaration.value = withoutWoff(declaration.value)) } }] } },
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    target: "safari17.5", // WebKitGTK 2.46; keeps light-dark() untranspiled
    outDir: "dist",
    // The page loads from disk: one large file is faster than many, and its size costs no download.
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  test: {
    pool: "threads",
    maxWorkers: "100%", // the default leaves one core idle, which is half of a small machine
    testTimeout: 90_000, // only for tests that hang: no test depends on the speed of the machine
    coverage: { include: ["src/**/*.{ts,tsx}"], reporter: ["text", "json-summary"] },
    // Workers share modules and document between files: loading both for each file took longer than most files.
    isolate: false,
    setupFiles: ["test/replace-backend.ts"],
    projects: [
      { extends: true, test: { name: "logic", environment: "node", include: ["src/**/*.test.ts"] } },
      { extends: true, test: { name: "page", environment: "jsdom", include: ["src/**/*.test.tsx"], setupFiles: ["test/render-counter.ts", "test/setup.ts"] } },
    ],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
