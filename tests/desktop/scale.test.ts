// Ten thousand tools: limit of DOM nodes in every layout.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { heavyTool } from "./heavy-tool.ts";
import { clickNamed, pressControl, untilPanelShows, untilText } from "./actions.ts";
import { listTools, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

/** The list alone is below 1,500; the rest is for the panel of a heavy tool, the bulk bar and its popover. */
const MAX_NODES = 1_800;
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
    store.cli("set", HEAVY, hint, "--because", `it was tried: ${hint}`);
  }
  store.cli("review", "accept", HEAVY);
  tools(2);
  store.cli("scan", "heavy");
  store.addGenerated("big", 9_999);
  window = await Window.open(store);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  await window.total("data-total", 10_000);
});

/**
 * Scrolls the list and the panel together from start to end, and returns the maximum number of DOM nodes (including text nodes)
 * in the frames after each step.
 */
const MAX_NODES_WHILE_SCROLLING = `
  const [steps, drawn, done] = arguments;
  const panes = () => [document.querySelector('[role="grid"]'), document.querySelector('[data-testid="panel"] section')?.parentElement];
  const count = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let nodes = 1;
    while (walker.nextNode()) nodes++;
    return nodes;
  };
  const frame = () => new Promise(requestAnimationFrame);
  (async () => {
    let [most, empty] = [0, 0];
    for (let step = 0; step <= steps; step++) {
      for (const pane of panes()) if (pane) pane.scrollTop = (pane.scrollHeight - pane.clientHeight) * step / Math.max(1, steps);
      for (let frames = 0; frames < 3; frames++) {
        await frame();
        most = Math.max(most, count());
      }
      if (drawn && !document.querySelector('[data-testid="' + drawn + '"]')) empty++;
    }
    return { most, empty };
  })().then(done);`;

const scroll = (steps: number, drawn: "card" | "row" | null) =>
  window.driver.executeAsyncScript<{ most: number; empty: number }>(MAX_NODES_WHILE_SCROLLING, steps, drawn);

async function expectFewNodes(drawn: "card" | "row"): Promise<void> {
  const { most, empty } = await scroll(STEPS, drawn);
  expect(most).toBeLessThanOrEqual(MAX_NODES);
  expect(empty, "steps without a tool on screen").toBe(0);
}

const showLayout = (name: "Cards" | "Table") => window.clickOn(`button[aria-label="${name}"]`);
const scrollPanel = (part: number) =>
  window.evaluate(
    `const panel = document.querySelector('[data-testid="panel"] section').parentElement;
     panel.scrollTop = (panel.scrollHeight - panel.clientHeight) * arguments[0];`,
    part,
  );

/** Shows the heavy tool in the panel and all tools in the list. */
async function selectHeavyTool(): Promise<void> {
  await window.search("server:heavy");
  await window.total("data-shown", 1);
  await window.clickOn(`[data-tool="${HEAVY}"]`);
  await untilPanelShows(window, HEAVY);
  await until(async () => {
    await scrollPanel(1); // the panel grows while its sections render
    return (await window.count('[data-testid="tool-history"] li')) === 3;
  }, "its history is shown");
  await scrollPanel(0);
  await until(async () => (await window.count('[data-testid="drift"] > div')) > 10, "its changes are shown");
  await window.search("");
  await window.total("data-shown", 10_000);
}

async function selectAll(): Promise<void> {
  await scroll(0, null);
  // A row that is replaced while the list settles does not receive the click.
  await until(async () => {
    await window.clickOn('[role="grid"] [data-position]');
    await pressControl(window, "a");
    return (await window.count('[data-testid="bulk-bar"]')) > 0;
  }, "something is selected");
  await untilText(window, '[data-testid="bulk-bar"]', "10,000 selected");
}

test("cards are few nodes, wherever the list is scrolled", () => expectFewNodes("card"));

test("cards beside the panel of a heavy tool are few nodes", async () => {
  await selectHeavyTool();
  await expectFewNodes("card");
});

test("a table is few nodes", async () => {
  await showLayout("Table");
  await window.get("row");
  await expectFewNodes("row");
});

test("a table beside the panel of a heavy tool is few nodes", async () => {
  await selectHeavyTool();
  await expectFewNodes("row");
});

test.each([
  ["table", "Table", "row"],
  ["cards", "Cards", "card"],
] as const)("all tools selected in the %s, with the bar and its popover, are few nodes", async (_, layout, drawn) => {
  await showLayout(layout);
  await window.get(drawn);
  await selectAll();
  await selectHeavyTool();
  await expectFewNodes(drawn);
  await clickNamed(window, "Set a hint");
  await clickNamed(window, "No", '[role="dialog"][data-state="open"]');
  await untilText(window, '[data-testid="bulk-effect"]', "of 10,000 tools");
  await expectFewNodes(drawn);
  await window.press(Key.ESCAPE);
  await window.gone('[data-testid="bulk-effect"]');
});

test("search finds one of ten thousand tools", async () => {
  const last = listTools(store).filter((tool) => tool.name !== "rewrite_everything").at(-1)?.name ?? "";
  await window.search(last);
  await window.total("data-shown", 1);
  await window.find(`[data-tool="big.${last}"]`);
  expect((await scroll(0, null)).most).toBeLessThanOrEqual(MAX_NODES);
});
