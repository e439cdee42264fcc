// The window tests run one after another: there is one screen.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A bench is no test: it is run by scripts/bench alone.
    include: process.env["BENCH"] ? ["bench.ts"] : ["*.test.ts"],
    setupFiles: ["failed.ts"],
    fileParallelism: false,
    testTimeout: process.env["BENCH"] ? 600_000 : 480_000,
    hookTimeout: 480_000,
  },
});
