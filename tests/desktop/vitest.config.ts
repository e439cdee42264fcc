// Window tests: two files at a time, each on an X server and a D-Bus session of its own (screens.ts).
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./sequencer.ts";

const isBench = Boolean(process.env["BENCH"]);

export default defineConfig({
  test: {
    include: isBench ? ["bench.ts"] : ["*.test.ts"],
    globalSetup: ["screens.ts"],
    setupFiles: ["worker.ts"],
    // A process per file: the screen is part of the environment that the driver and the window inherit.
    pool: "forks",
    maxWorkers: isBench ? 1 : 2,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ["json", { outputFile: "../../target/test-reports/window.json" }]],
    // Every wait in a test has a deadline that names what it waits for; these only end what hangs elsewhere.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
  },
});
