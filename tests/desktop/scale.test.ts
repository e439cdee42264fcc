// Ten thousand tools in the real window: few nodes, everything reachable.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Store, until, Window } from "./window.ts";

const MOST_NODES = 1_500;
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.addGenerated("big", 10_000);
  window = await Window.open(store);
  await window.total("data-total", 10_000);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

/** All nodes, text included. */
async function nodes(): Promise<number> {
  return window.driver.executeScript<number>(
    "const w = document.createTreeWalker(document, NodeFilter.SHOW_ALL); let n = 1; while (w.nextNode()) n++; return n;",
  );
}

test("the page never holds more than 1,500 nodes, wherever it is scrolled", async () => {
  await window.get("card");
  const scroll = (part: number) =>
    window.driver.executeScript<string>(
      `const card = document.querySelector('[data-testid="card"]');
       let pane = card.parentElement;
       while (pane.scrollHeight <= pane.clientHeight || getComputedStyle(pane).overflowY === 'visible') pane = pane.parentElement;
       pane.scrollTop = pane.scrollHeight * arguments[0];
       return card.dataset.tool;`,
      part,
    );
  for (let step = 0; step <= 40; step++) {
    const before = await scroll(step / 40);
    await until(async () => (await window.count('[data-testid="card"]')) > 0, "cards are drawn");
    expect(await nodes(), `after ${step} steps, from ${before}`).toBeLessThanOrEqual(MOST_NODES);
  }
});

test("search among ten thousand finds the one", async () => {
  const tools = JSON.parse(store.cli("tools", "--json")) as { name: string }[];
  const last = tools.at(-1)?.name ?? "";
  await window.search(last);
  await window.total("data-shown", 1);
  await window.find(`[data-tool="big.${last}"]`);
  expect(await nodes()).toBeLessThanOrEqual(MOST_NODES);
});
