// The end of a test run: the ten slowest tests, and the time of each part beside the figures in tests/part-times.tsv.
//   node scripts/test-times.mjs REPORTS             prints both
//   node scripts/test-times.mjs REPORTS --record    also writes the figures of this run into tests/part-times.tsv
// Growth is judged by processor time, which depends less on what else the machine does than elapsed time.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [reports = "target/test-reports", option] = process.argv.slice(2);
const FIGURES = "tests/part-times.tsv";
const GROWTH = 1.2;
/** Depends on what is compiled already. */
const UNCOMPARED = new Set(["Rust: build and clippy"]);
/** Differences below this many seconds are noise. */
const NOISE = 5;

const rows = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"))
    : [];

/** Durations in seconds from vitest's JSON reports and nextest's JUnit reports. */
function* tests(folder) {
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    if (name.endsWith(".json")) {
      for (const file of JSON.parse(text).testResults) {
        for (const test of file.assertionResults) {
          yield { name: `${file.name.split("/").slice(-2).join("/")}: ${test.fullName}`, seconds: (test.duration ?? 0) / 1000 };
        }
      }
    } else if (name.endsWith(".xml")) {
      for (const [, attributes] of text.matchAll(/<testcase ([^>]*)>/g)) {
        const value = (key) => attributes.match(new RegExp(`\\b${key}="([^"]*)"`))?.[1] ?? "";
        yield { name: `${value("classname")}: ${value("name")}`, seconds: Number(value("time")) };
      }
    }
  }
}

const slowest = [...tests(reports)].sort((one, other) => other.seconds - one.seconds).slice(0, 10);
if (slowest.length > 0) console.log("\nslowest tests");
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);

const committed = new Map(rows(FIGURES).map(([part, cpu]) => [part, Number(cpu)]));
const measured = rows(join(reports, "parts.tsv")).map(([part, , , wall, cpu]) => ({ part, wall: Number(wall), cpu: Number(cpu) }));
console.log("\n  elapsed processor  part");
for (const { part, wall, cpu } of measured) {
  const before = committed.get(part);
  const grew = before !== undefined && cpu > before * GROWTH && cpu > before + NOISE;
  const remark = grew ? `   ${Math.round((cpu / before - 1) * 100)} % more than the ${before} s in ${FIGURES}` : "";
  console.log(`${wall.toFixed(0).padStart(7)} s ${cpu.toFixed(0).padStart(7)} s  ${part}${remark}`);
}
console.log();

if (option === "--record") {
  for (const { part, cpu } of measured) if (!UNCOMPARED.has(part)) committed.set(part, Math.round(cpu));
  const head = "# part\tprocessor seconds of `make test` on two cores; `make record-times` renews them\n";
  writeFileSync(FIGURES, head + [...committed].map((row) => row.join("\t")).join("\n") + "\n");
}
