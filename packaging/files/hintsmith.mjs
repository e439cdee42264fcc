#!/usr/bin/env node
// Starts the program of the package for this platform.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;
const program = `@hintsmith/cli-${platform}/bin/hintsmith${process.platform === "win32" ? ".exe" : ""}`;
let path;
try {
  path = createRequire(import.meta.url).resolve(program);
} catch {
  console.error(
    `hintsmith: the package @hintsmith/cli-${platform} is not installed.\n` +
      "Install again without --omit=optional. If there is no such package, build from source.",
  );
  process.exit(3);
}

// The program has our streams, so that it can serve MCP over them.
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`hintsmith: could not start ${path}: ${error.message}`);
  process.exit(3);
});
// A client ends the process that it started, which is this one. The terminal's Ctrl-C reaches the program without us.
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
process.on("SIGINT", () => {});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
