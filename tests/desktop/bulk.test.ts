// Many tools at once: mark them, see what would change, apply it as copies or as one rule, and take it back in one step.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attributes, chord, click, explained, json, listed, says, shifted, stored, tabToTools } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const BAR = '[data-testid="bulk-bar"]';
const EFFECT = '[data-testid="bulk-effect"]';
const POPOVER = '[role="dialog"][data-state="open"]';
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.addGenerated("big", 500);
  window = await Window.open(store);
  await window.total("data-total", 500);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const open = (tool: { hints: { openWorldHint: { layer: string; value: boolean } } }) => tool.hints.openWorldHint;
const decided = () => listed(store).map(open).filter(({ layer, value }) => layer === "override" && value === false).length;
const becomes = (count: number) => until(() => decided() === count, () => `${count} are decided, not ${decided()}`);

test("all five hundred are marked with one press", async () => {
  await chord(window, "a");
  await says(window, BAR, "500 selected");
});

test("a hint is set on all of them, after a look at how many change", async () => {
  const already = listed(store).map(open).filter(({ layer }) => layer === "override").length;
  expect(already).toBe(0);
  await window.press("4");
  await says(window, EFFECT, "500 of 500 tools change");
  await click(window, "No", POPOVER);
  await says(window, EFFECT, "One undo takes it all back.");
  await says(window, EFFECT, "No, decided");
  const before = listed(store).map(open);
  for (const value of [true, false]) {
    const same = before.filter((hint) => hint.value === value).length;
    if (same > 0) await says(window, EFFECT, `${same} tool`);
  }
  await (await window.find(`${POPOVER} input[placeholder]`)).sendKeys("all of it is ours");
  await click(window, "Apply to 500", POPOVER);
  await says(window, '[data-testid="toast"]', "Open world set to No on 500 tools");
  await becomes(500);
  expect(explained(store, `big.${listed(store)[77].name}`).openWorldHint.because).toBe("all of it is ours");
  await says(window, '[data-testid="changes"]', "500 changes");
});

test("one undo takes all of it back, and one redo does it again", async () => {
  await chord(window, "z");
  await becomes(0);
  await says(window, '[data-testid="changes"]', "No changes");
  await chord(window, "Z");
  await becomes(500);
  await chord(window, "z");
  await becomes(0);
});

test("the same can be kept as a rule instead of five hundred copies", async () => {
  await says(window, BAR, "500 selected");
  await window.press("4");
  await click(window, "No", POPOVER);
  await says(window, POPOVER, "Keep as a rule instead of 500 copies");
  await window.clickOn(`${POPOVER} [type="checkbox"]`);
  await click(window, "Keep the rule", POPOVER);
  await until(() => json(store, "rule").length === 1, "the rule is stored");
  await becomes(500);
  expect(explained(store, `big.${listed(store)[499].name}`).openWorldHint.rule).toMatch(/\*/);
  await says(window, '[data-testid="changes"]', "1 change");
  await chord(window, "z");
  await until(() => json(store, "rule").length === 0, "the rule is taken back");
  await becomes(0);
});

test("a range is marked with Shift and the arrows, and takes what is inferred", async () => {
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count(BAR)) === 0, "nothing is marked");
  await window.press("/");
  await tabToTools(window);
  for (let count = 0; count < 4; count++) await shifted(window, Key.ARROW_RIGHT);
  await says(window, BAR, "5 selected");
  const marked = await attributes(window, "main [data-marked]", "data-tool");
  expect(marked).toHaveLength(5);
  await window.press(".");
  await says(window, '[data-testid="toast"]', "Inference accepted on 5 tools");
  for (const tool of marked) await stored(store, tool, "readOnlyHint", { layer: "override" });
  expect(listed(store, "is:overridden").map(({ server, name }) => `${server}.${name}`).sort()).toEqual([...marked].sort());
});

test("the marked tools are said to be right, and nothing else", async () => {
  const marked = await attributes(window, "main [data-marked]", "data-tool");
  await window.press("a");
  await says(window, '[data-testid="toast"]', "5 tools marked as reviewed");
  await until(() => json(store, "review").items.length === 495, "495 are left");
  for (const tool of marked) expect(json(store, "explain", tool).review.state, tool).toBe("reviewed");
  await says(window, '[data-testid="nav-review"]', "495");
  await chord(window, "z");
  await until(() => json(store, "review").items.length === 500, "it is taken back in one step");
});

test("marks stay with their tools when the filter hides them, and the bar says how many it hides", async () => {
  await window.search("no such tool anywhere");
  await window.total("data-shown", 0);
  await says(window, BAR, "5 not shown");
  await click(window, "Clear", BAR);
  await until(async () => (await window.count(BAR)) === 0, "nothing is marked any more");
});
