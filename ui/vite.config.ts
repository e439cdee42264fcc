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
    environment: "jsdom",
    pool: "threads",
    maxWorkers: "100%", // one core would rest otherwise, which is half of a small machine
    globals: false,
    testTimeout: 90_000, // a loaded machine finds roles in a whole window slowly
    setupFiles: ["test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
