// Screenshots of this worker's screen, in target/screenshots. Not taken by the driver, which waits for a repaint that may never
// happen.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../target/screenshots");

/** Takes the whole screen, or a window of this size in its corner. */
export function takeScreenshot(name: string, size?: readonly [width: number, height: number]): string {
  const file = join(folder, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  const crop = size ? ["-crop", `${size.join("x")}+0+0`, "+repage"] : [];
  execFileSync("import", ["-window", "root", ...crop, file]);
  return file;
}
