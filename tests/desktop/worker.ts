// Set-up of a test file: its screen, a screenshot of every failure, and the end of everything it started.
import { afterAll, afterEach, inject } from "vitest";
import { closeAll } from "./resources.ts";
import { takeScreenshot } from "./screenshot.ts";

/** Two files that run at the same time never have the same pool id. */
Object.assign(process.env, inject("screens")[Number(process.env["VITEST_POOL_ID"]) - 1]);

// The main process has died without ending this one.
process.once("disconnect", () => process.exit(1));

afterEach(({ task }) => {
  if (task.result?.state === "fail") takeScreenshot(`failed/${`${task.file.name} ${task.name}`.replace(/[^\w]+/g, "-").slice(0, 180)}`);
});
afterAll(closeAll);
