// Lets the suite examine a client: node client.mjs COMMAND RUNS, where RUNS is a JSON array of [scenario, protocol version].
// Prints a JSON array of { scenario, version, code, output, checks }.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSuite, suitePath } from "./suite.mjs";

const [command, runs] = process.argv.slice(2);

/** How many scenarios run at the same time; most of a run is waiting. */
const AT_ONCE = 4;

/** The runs by the copy of the suite that does them, which runs no scenario twice. */
function distribute(runs) {
  const copies = Array.from({ length: AT_ONCE }, () => new Map());
  for (const [scenario, version] of runs) {
    const free = copies.filter((copy) => !copy.has(scenario));
    if (free.length === 0) copies.push(new Map([[scenario, version]]));
    else free.reduce((one, other) => (other.size < one.size ? other : one)).set(scenario, version);
  }
  return copies;
}

async function examine(run, scenario, version) {
  const folder = mkdtempSync(join(tmpdir(), "hintsmith-conformance-"));
  const options = ["--command", command, "--scenario", scenario, "--spec-version", version, "-o", folder];
  const { code, output } = await run(["client", ...options]);
  const written = readdirSync(folder, { recursive: true }).find((path) => path.endsWith("checks.json"));
  const checks = written === undefined ? [] : JSON.parse(readFileSync(join(folder, written), "utf8"));
  rmSync(folder, { recursive: true });
  return { scenario, version, code, output, checks };
}

const path = suitePath("@modelcontextprotocol/conformance");
const results = [];
const working = [];
for (const copy of distribute(JSON.parse(runs))) {
  const run = await loadSuite(path);
  working.push(
    (async () => {
      for (const [scenario, version] of copy) results.push(await examine(run, scenario, version));
    })(),
  );
}
await Promise.all(working);
process.stdout.write(JSON.stringify(results), () => process.exit(0));
