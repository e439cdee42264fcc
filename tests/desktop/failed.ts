// What the screen showed when a test failed, in target/screenshots/failed.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach } from "vitest";

afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  const folder = resolve(import.meta.dirname, "../../target/screenshots/failed");
  mkdirSync(folder, { recursive: true });
  const name = `${task.file.name} ${task.name}`.replace(/[^\w]+/g, "-");
  execFileSync("import", ["-window", "root", join(folder, `${name}.png`)]);
});
