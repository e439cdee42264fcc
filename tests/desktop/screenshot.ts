// Screenshots of this worker's screen, in target/screenshots. Not taken by the driver, which waits for a repaint that may never
// happen.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../target/screenshots");

export function takeScreenshot(name: string): void {
  const file = join(folder, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  execFileSync("import", ["-window", "root", file]);
}
