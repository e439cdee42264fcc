// Lets the suite examine the fixture directly and through us: node run.mjs PROGRAM. Prints a table of scenarios and ways, and
// fails when a check that succeeds directly does not through us, unless `differences.md` says why.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSuite, suitePath } from "./suite.mjs";
import { TOKEN, WAYS, open } from "./ways.mjs";

const [program] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const RELEASED = await loadSuite(suitePath("conformance-released"));
const NEW = await loadSuite(suitePath("@modelcontextprotocol/conformance"));
// The newest suite also examines extensions, when it is not held to one version.
const RUNS = [
  { name: "0.1.16", suite: RELEASED, args: [] },
  { name: "0.2.0-alpha.12", suite: NEW, args: [] },
  { name: "0.2.0-alpha.12 on 2025-11-25", suite: NEW, args: ["--spec-version", "2025-11-25"] },
  { name: "0.2.0-alpha.12 on 2025-06-18", suite: NEW, args: ["--spec-version", "2025-06-18"] },
];
const STATUS = ["SUCCESS", "WARNING", "FAILURE"];

/** The checks of one run of the suite: scenario → check → the worst it came to. */
async function examined({ suite, args }, { way, url }) {
  const folder = mkdtempSync(join(tmpdir(), "hintsmith-conformance-"));
  await suite(["server", "--url", url, "--suite", "all", "-o", folder, ...args], way === "direct" ? undefined : TOKEN);
  const scenarios = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.*)-\d{4}-\d{2}-\d{2}T/.exec(name)[1];
    scenarios.set(scenario, worst(JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"))));
  }
  rmSync(folder, { recursive: true });
  return scenarios;
}

function worst(checks) {
  const seen = new Map();
  for (const { id, name, status, errorMessage } of checks) {
    if (!STATUS.includes(status)) continue;
    const check = `${id} ${name}`;
    const before = seen.get(check);
    if (!before || STATUS.indexOf(status) > STATUS.indexOf(before.status)) seen.set(check, { status, why: errorMessage });
  }
  return seen;
}

/** Every check that came to less through us than directly, or that could not be made any more. */
function differences(way, direct, through) {
  const found = [];
  for (const scenario of new Set([...direct.keys(), ...through.keys()])) {
    const [ours, theirs] = [direct.get(scenario) ?? new Map(), through.get(scenario) ?? new Map()];
    for (const check of new Set([...ours.keys(), ...theirs.keys()])) {
      const before = ours.get(check)?.status ?? "SUCCESS";
      const after = theirs.get(check) ?? { status: "not made" };
      const isWorse = STATUS.indexOf(after.status) > STATUS.indexOf(before);
      if (!isWorse && after.status !== "not made") continue;
      const row = `${way} ${scenario} ${check.split(" ")[0]}`;
      found.push({ row, said: `${way}: ${scenario}: ${check}: ${after.status}, directly ${before}: ${after.why ?? ""}` });
    }
  }
  return found;
}

/** What is explained in `differences.md`: a table row each, of the way, the scenario and the check. */
function explained() {
  const rows = readFileSync(here("differences.md"), "utf8").split("\n").filter((line) => /^\| [^-]/.test(line));
  return new Set(rows.slice(1).map((row) => row.split("|").slice(1, 4).map((cell) => cell.trim()).join(" ")));
}

const known = explained();
const ways = await Promise.all(WAYS.map(async (way) => ({ way, ...(await open(way, program)) })));
const results = [];
try {
  for (const run of RUNS) {
    const seen = await Promise.all(ways.map((way) => examined(run, way)));
    const found = [];
    for (const [at, way] of ways.entries()) {
      let differs = differences(way.way, seen[0], seen[at]);
      if (differs.some(({ row }) => !known.has(row))) {
        // The suite gives some answers half a second: what differs must differ again when nothing else runs.
        seen[at] = await examined(run, way);
        differs = differences(way.way, seen[0], seen[at]);
      }
      found.push(...differs);
    }
    results.push({ run, seen, found });
  }
} finally {
  await Promise.all(ways.map(({ end }) => end()));
}

const totals = WAYS.map(() => ({ passed: 0, failed: 0 }));
for (const { run, seen, found } of results) {
  console.log(`\n${run.name.padEnd(48)}${WAYS.map((way) => way.padStart(9)).join("")}`);
  for (const scenario of seen[0].keys()) {
    const cells = seen.map((all) => [...(all.get(scenario)?.values() ?? [])]);
    const cell = (checks) => `${checks.filter(({ status }) => status === "SUCCESS").length}/${checks.length}`;
    console.log(`${scenario.padEnd(48)}${cells.map((checks) => cell(checks).padStart(9)).join("")}`);
    for (const [at, checks] of cells.entries()) {
      const isPassed = seen[at].has(scenario) && checks.every(({ status }) => status !== "FAILURE");
      totals[at][isPassed ? "passed" : "failed"] += 1;
    }
  }
  for (const { row, said } of found) if (!known.has(row)) console.log(`  ${said}`);
}
const all = results.flatMap(({ found }) => found.map(({ row }) => row));
const wrong = all.filter((row) => !known.has(row)).length;
const stale = [...known].filter((row) => !all.includes(row));
for (const row of stale) console.log(`differences.md explains what is not different any more: ${row}`);
console.log();
for (const [at, way] of WAYS.entries()) console.log(`${way}: ${totals[at].passed} scenarios passed, ${totals[at].failed} failed`);
console.log(`${all.length - wrong} checks differ and are explained, ${wrong} differ and are not`);
process.exit(wrong === 0 && stale.length === 0 && totals[0].passed > 100 ? 0 : 1);
