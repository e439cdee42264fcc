// How soon the window of a store with 10,000 tools shows its first card: run by scripts/bench.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";
import { Store, until, Window } from "./window.ts";

const RUNS = 7;

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** Milliseconds from the start of the window's process to its first card. */
async function firstCard(store: Store): Promise<number> {
  const window = await Window.open(store);
  try {
    await window.get("card");
    const shown = Number(await window.driver.executeScript<string>("return document.documentElement.dataset.firstCard"));
    return shown - (await until(() => window.startedAt(store), "the window's process is found"));
  } finally {
    await window.quit();
  }
}

test("bench", async () => {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [small, large] = [new Store(), new Store()];
  small.addGenerated("one", 1);
  large.addGenerated("big", 10_000);
  const times = { small: [] as number[], large: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    times.small.push(await firstCard(small));
    times.large.push(await firstCard(large));
  }
  const [floor, first] = [median(times.small), median(times.large)];
  print(`window, first card of 1 tool:       ${floor.toFixed(0)} ms (median of ${RUNS}; the floor: WebKit and the page)`);
  print(`window, first card of 10,000 tools: ${first.toFixed(0)} ms (${(first / floor).toFixed(2)} × the floor; wanted: under 1500 ms)`);

  const program = join(process.env.HINTSMITH_PROGRAMS ?? "", "hintsmith");
  const run = (command: string, ...args: string[]) => {
    const begin = process.hrtime.bigint();
    spawnSync(command, args);
    return Number(process.hrtime.bigint() - begin) / 1e6;
  };
  const repeated = (command: string, ...args: string[]) => median(Array.from({ length: 50 }, () => run(command, ...args)));
  const [nothing, version] = [repeated("true"), repeated(program, "--version")];
  print(`true:                               ${nothing.toFixed(1)} ms (the floor: starting any process)`);
  print(`hintsmith --version:                ${version.toFixed(1)} ms (${(version / nothing).toFixed(2)} × the floor; wanted: under 20 ms)`);
  small.remove();
  large.remove();
});
