// Size of a program's code by crate, from its symbols: node scripts/code-size.mjs PROGRAM [pattern]
// A symbol counts for the crate its path begins with; drop glue, which belongs to no crate, is shown apart. With a pattern, the
// largest symbols that match it are listed instead.
import { execFileSync } from "node:child_process";

const [program, pattern] = process.argv.slice(2);
const table = execFileSync("nm", ["--print-size", "--demangle", program], { encoding: "utf8", maxBuffer: 1 << 30 });
const symbols = table
  .split("\n")
  .map((line) => line.match(/^\S+ (\S+) [tTwW] (.+)$/))
  .filter((match) => match !== null)
  .map(([, size, name]) => ({ size: parseInt(size, 16), name }));

function crateOf(name) {
  if (name.includes("drop_in_place")) return "(drop glue)";
  return name.match(/^[<&*([\s]*(?:(?:mut|dyn|const) )*([a-z_][a-z0-9_]*)::/)?.[1] ?? "(C, and others without a path)";
}

const largest = (sizes, most) => [...sizes].sort((one, other) => other[1] - one[1]).slice(0, most);
const print = (sizes) => {
  for (const [name, size] of sizes) console.log(`${(size / 1e6).toFixed(3).padStart(9)} MB  ${name.slice(0, 220)}`);
};

if (pattern) {
  const matching = symbols.filter(({ name }) => name.includes(pattern));
  print(largest(matching.map(({ name, size }) => [name, size]), 40));
} else {
  const sums = new Map();
  for (const { name, size } of symbols) sums.set(crateOf(name), (sums.get(crateOf(name)) ?? 0) + size);
  print(largest(sums, 30));
}
