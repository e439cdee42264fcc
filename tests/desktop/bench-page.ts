// Measurements of the benchmark: frame times, bulk decisions, memory.
import { readdirSync, readFileSync } from "node:fs";
import type { WebElement } from "selenium-webdriver";
import type { Store } from "./store.ts";
import { findProcesses, type Window } from "./window.ts";

export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const FRAMES = 240;
/** Pixels per frame, as with a fast flick of the wheel. */
const STEP = 100;

/** `scroll(list, done)` scrolls a list by the same distance in every frame and reports the duration of each frame. */
const SCROLL = `
  const scroll = (list, done) => {
    const [frames, step] = [arguments[0], arguments[1]];
    const deltas = [];
    let last;
    list.scrollTop = 0;
    const frame = (now) => {
      if (last !== undefined) deltas.push(now - last);
      last = now;
      if (deltas.length === frames) return done(deltas);
      list.scrollTop += step;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(() => requestAnimationFrame(frame));
  };`;

/** Frame times of the catalog's list. */
export const scrollCatalog = (window: Window): Promise<number[]> =>
  window.driver.executeAsyncScript<number[]>(
    `${SCROLL} scroll(document.querySelector('[role="grid"]'), arguments[2]);`,
    FRAMES,
    STEP,
  );

/** Frame times of a list of 10,000 empty rows at the same position, as the baseline. */
export const scrollEmptyList = (window: Window, rowHeight: number): Promise<number[]> =>
  window.driver.executeAsyncScript<number[]>(
    `${SCROLL}
     const [, , rowHeight, done] = arguments;
     const box = document.querySelector('[role="grid"]').getBoundingClientRect();
     const list = document.createElement("div");
     const rows = document.createElement("div");
     list.style.cssText = \`position: fixed; z-index: 9999; overflow-y: auto; background: white;
       left: \${box.left}px; top: \${box.top}px; width: \${box.width}px; height: \${box.height}px\`;
     rows.style.cssText = \`position: relative; height: \${10000 * rowHeight}px\`;
     const draw = () => {
       const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 1);
       const last = Math.min(9999, Math.ceil((list.scrollTop + box.height) / rowHeight) + 1);
       const drawn = [];
       for (let at = first; at <= last; at++) {
         const row = document.createElement("div");
         row.style.cssText = \`position: absolute; left: 0; right: 0; height: \${rowHeight}px; transform: translateY(\${at * rowHeight}px)\`;
         drawn.push(row);
       }
       rows.replaceChildren(...drawn);
     };
     list.append(rows);
     document.body.append(list);
     list.addEventListener("scroll", draw, { passive: true });
     draw();
     scroll(list, (deltas) => {
       list.remove();
       done(deltas);
     });`,
    FRAMES,
    STEP,
    rowHeight,
  );

export type Acted = { took: number; longestGap: number };

/** Clicks a button, and waits for a toast with the text and for the changed state of the first tool. */
export const act = (window: Window, button: WebElement, words: string, changed: boolean): Promise<Acted> =>
  window.driver.executeAsyncScript<Acted>(
    `const [button, words, changed, done] = arguments;
     const begin = performance.now();
     let [last, longestGap] = [begin, 0];
     const frame = () => {
       const now = performance.now();
       longestGap = Math.max(longestGap, now - last);
       last = now;
       const first = document.querySelector('[role="grid"] [data-position]');
       const toast = document.querySelector('[data-testid="toast"]');
       const there = toast?.textContent.includes(words) && first && ("changed" in first.dataset) === changed;
       if (there) done({ took: now - begin, longestGap });
       else requestAnimationFrame(frame);
     };
     requestAnimationFrame(frame);
     button.click();`,
    button,
    words,
    changed,
  );

/** Memory after the web view has collected garbage and returned pages, which it does when it is idle: the least of some seconds. */
export async function settledMemory(store: Store): Promise<Map<string, number>> {
  const size = (used: Map<string, number>) => [...used.values()].reduce((total, part) => total + part, 0);
  let least = memory(store);
  for (let second = 0; second < 20; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = memory(store);
    if (size(now) < size(least)) least = now;
  }
  return least;
}

/** Proportional set size of a window's process and of its descendants, in MiB, by name. */
function memory(store: Store): Map<string, number> {
  const read = (pid: number, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return ""; // the process has exited
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(all.map((pid) => [pid, Number(read(pid, "stat").split(") ")[1]?.split(" ")[1])]));
  const [root] = findProcesses(store);
  const below = (pid: number | undefined): boolean => pid !== undefined && (pid === root || below(parents.get(pid)));
  const used = new Map<string, number>();
  for (const pid of all.filter(below)) {
    const kib = Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
    const name = pid === root ? "the program" : (read(pid, "cmdline").split("\0")[0]?.split("/").at(-1) ?? "");
    used.set(name, (used.get(name) ?? 0) + kib / 1024);
  }
  return used;
}
