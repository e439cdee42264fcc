// Ten thousand tools in the real window: few nodes, whatever is drawn, and everything reachable.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heavyTool } from "./heavy.ts";
import { click } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

/** The list alone stays below 1,500; here the panel of a heavy tool with its findings, the bar and its popover are open beside it. */
const MOST_NODES = 1_800;
const STEPS = 12;
const HEAVY = "heavy.rewrite_everything";
const store = new Store();
let window: Window;

beforeAll(async () => {
  const list = join(store.folder, "list.json");
  const tools = (edition: number) => writeFileSync(list, JSON.stringify({ tools: [heavyTool(edition)] }));
  tools(1);
  store.cli("add", "heavy", "--yes", "--file", list);
  for (const hint of ["read-only=no", "destructive=no", "idempotent=yes", "open-world=no"]) {
    store.cli("set", HEAVY, hint, "--because", `somebody tried it: ${hint}`);
  }
  store.cli("review", "accept", HEAVY);
  tools(2);
  store.cli("scan", "heavy");
  store.addGenerated("big", 9_999);
  window = await Window.open(store);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  await window.total("data-total", 10_000);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

/** Scrolls the list and the panel to a part of them, and gives the most nodes that the page then holds, text included. */
async function nodesAt(list: number, panel: number): Promise<number> {
  return window.driver.executeAsyncScript<number>(
    `const [list, panel, done] = arguments;
     const scroll = (element, part) => {
       if (element) element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
     };
     scroll(document.querySelector('[role="grid"]'), list);
     scroll(document.querySelector('[data-testid="panel"] section')?.parentElement, panel);
     let [most, frames] = [0, 4];
     const count = () => {
       const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
       let nodes = 1;
       while (walker.nextNode()) nodes++;
       most = Math.max(most, nodes);
       if (--frames > 0) requestAnimationFrame(count);
       else done(most);
     };
     requestAnimationFrame(count);`,
    list,
    panel,
  );
}

async function staysSmall(drawn: "card" | "row"): Promise<void> {
  let most = 0;
  for (let step = 0; step <= STEPS; step++) {
    const part = step / STEPS;
    most = Math.max(most, await nodesAt(part, 0), await nodesAt(0.5, part));
    expect(await window.count(`[data-testid="${drawn}"]`), `after ${step} steps`).toBeGreaterThan(0);
  }
  expect(most).toBeLessThanOrEqual(MOST_NODES);
}

const together = (...keys: string[]) =>
  window.driver.actions().keyDown(Key.CONTROL).sendKeys(...keys).keyUp(Key.CONTROL).perform();
const layout = (name: "Cards" | "Table") => window.clickOn(`button[aria-label="${name}"]`);

/** Shows the heavy tool in the panel, and everything in the list. */
async function selectHeavy(): Promise<void> {
  await window.search("server:heavy");
  await window.total("data-shown", 1);
  await window.clickOn(`[data-tool="${HEAVY}"]`);
  await window.find(`[data-testid="panel"][data-tool="${HEAVY}"]`);
  await until(async () => {
    await nodesAt(0, 1);
    return (await window.count('[data-testid="tool-history"] li')) === 3;
  }, "its history is shown");
  await nodesAt(0, 0);
  await until(async () => (await window.count('[data-testid="drift"] > div')) > 10, "its changes are shown");
  await window.search(Key.BACK_SPACE);
  await window.total("data-shown", 10_000);
}

async function markAll(): Promise<void> {
  await nodesAt(0, 0);
  // A row that is drawn anew while the list settles takes no click.
  await until(async () => {
    await window.clickOn('[role="grid"] [data-position]');
    await together("a");
    return (await window.count('[data-testid="bulk-bar"]')) > 0;
  }, "something is marked");
  await until(async () => (await (await window.get("bulk-bar")).getText()).includes("10,000 selected"), "all are marked");
}

test("cards are few nodes, wherever they are scrolled", () => staysSmall("card"));

test("cards beside the panel of a heavy tool are few nodes", async () => {
  await selectHeavy();
  await staysSmall("card");
});

test("a table is few nodes", async () => {
  await layout("Table");
  await staysSmall("row");
});

test("a table beside the panel of a heavy tool is few nodes", async () => {
  await selectHeavy();
  await staysSmall("row");
});

test.each([
  ["table", "Table", "row"],
  ["cards", "Cards", "card"],
] as const)("everything marked, with the bar and its popover over the %s, is few nodes", async (_, name, drawn) => {
  await layout(name);
  await markAll();
  await selectHeavy();
  await staysSmall(drawn);
  await click(window, "Set a hint");
  await until(async () => (await (await window.get("bulk-effect")).getText()).includes("of 10,000 tools"), "it says what it would do");
  await staysSmall(drawn);
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count('[data-testid="bulk-effect"]')) === 0, "the popover is closed");
});

test("search among ten thousand finds the one", async () => {
  const tools = JSON.parse(store.cli("tools", "--json")) as { name: string }[];
  const last = tools.filter((tool) => tool.name !== "rewrite_everything").at(-1)?.name ?? "";
  await window.search(last);
  await window.total("data-shown", 1);
  await window.find(`[data-tool="big.${last}"]`);
  expect(await nodesAt(0, 0)).toBeLessThanOrEqual(MOST_NODES);
});
