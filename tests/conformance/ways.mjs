// The ways to the fixture that the suite examines: directly, and through `hintsmith gateway`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const FIXTURE = fileURLToPath(new URL("upstream/server.mjs", import.meta.url));
const BESIDE = fileURLToPath(new URL("upstream/beside.mjs", import.meta.url));
export const TOKEN = "the-token-of-the-conformance-tests";
const STDIO = [process.execPath, FIXTURE, "stdio"];

/** What is behind the gateway, by the name of the way. */
const BEHIND = {
  http: (url) => [["fixture", "--url", url]],
  stdio: () => [["fixture", "--", ...STDIO]],
  // Several servers as one, each tool under its own name.
  several: () => [
    ["fixture", "--", ...STDIO],
    ["beside", "--", process.execPath, BESIDE],
  ],
};
export const WAYS = ["direct", ...Object.keys(BEHIND)];

/** Starts a program and waits for the line in which it says where it is. */
async function started(command, args, options, stream, line) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for await (const words of createInterface({ input: child[stream] })) {
    said.push(words);
    const url = line.exec(words)?.[1];
    if (url === undefined) continue;
    child[stream].resume();
    return { url, end: () => ended(child) };
  }
  throw new Error(`${command} said nothing of where it is:\n${said.join("\n")}`);
}

function ended(child) {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill();
  });
}

/** Opens a way; `end` closes it again. */
export async function open(way, program) {
  const upstream = () => started(process.execPath, [FIXTURE, "http"], {}, "stdout", /^(http:.*)$/);
  if (way === "direct") return upstream();
  const served = way === "http" ? await upstream() : undefined;
  const data = mkdtempSync(join(tmpdir(), "hintsmith-conformance-"));
  const env = {
    ...process.env,
    HINTSMITH_DATA: data,
    HINTSMITH_TOKEN: TOKEN,
    HINTSMITH_SECRETS: "file",
    HINTSMITH_PASSPHRASE: "passphrase of a test",
  };
  for (const [name, ...source] of BEHIND[way](served?.url)) {
    const split = source.indexOf("--");
    const args = split < 0 ? ["add", name, "--yes", ...source] : ["add", name, "--yes", ...source.slice(split)];
    const added = spawnSync(program, args, { env, encoding: "utf8" });
    if (added.status !== 0) throw new Error(added.stderr);
  }
  const args = ["gateway", "--http", "127.0.0.1:0", "--prefix", "no"];
  const gateway = await started(program, args, { env }, "stderr", /^Serving at (http:.*)$/);
  return {
    url: gateway.url.replace("127.0.0.1", "localhost"),
    end: async () => {
      await gateway.end();
      await served?.end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
