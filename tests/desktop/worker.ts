// Setup of a test file: its screen, a screenshot of every failure, and cleanup of its resources.
import { afterAll, afterEach, inject } from "vitest";
import { closeAll } from "./resources.ts";
import { takeScreenshot } from "./screenshot.ts";

/** Files that run at the same time have different pool ids. */
Object.assign(process.env, inject("screens")[Number(process.env["VITEST_POOL_ID"]) - 1]);

// Exits if the main process has died without ending this one.
process.once("disconnect", () => process.exit(1));

afterEach(({ task }) => {
  if (task.result?.state === "fail") takeScreenshot(`failed/${`${task.file.name} ${task.name}`.replace(/[^\w]+/g, "-").slice(0, 180)}`);
});
afterAll(closeAll);
