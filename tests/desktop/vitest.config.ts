// Configuration of the window tests: two files at a time, each with its own X server and D-Bus session (screens.ts).
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./sequencer.ts";

const isBench = Boolean(process.env["BENCH"]);
const takesScreenshots = process.env["HINTSMITH_SCREENSHOTS"] === "1";

export default defineConfig({
  test: {
    include: isBench ? ["bench.ts"] : takesScreenshots ? ["views-*.test.ts", "tour.ts"] : ["*.test.ts"],
    globalSetup: ["screens.ts"],
    setupFiles: ["worker.ts"],
    // One process per file, because the driver and the window inherit the screen from its environment.
    pool: "forks",
    maxWorkers: isBench ? 1 : 2,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ["json", { outputFile: "../../target/test-reports/window.json" }]],
    // Every wait in a test has its own deadline with a description; these timeouts are for other hangs.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
  },
});
