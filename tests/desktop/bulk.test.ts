// Bulk decisions: select tools, preview the change, apply it as copies or as one rule, and undo it in one step.
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { ACCEPT_DIALOG, attributesOf, clickNamed, confirmAccept, holdToasts, pressControl, pressShift, tabToTools, untilText } from "./actions.ts";
import { explain, json, listTools, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const BAR = '[data-testid="bulk-bar"]';
const EFFECT = '[data-testid="bulk-effect"]';
const POPOVER = '[role="dialog"][data-state="open"]';
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.addGenerated("big", 500);
  window = await Window.open(store);
  await window.total("data-total", 500);
  await holdToasts(window);
});

const LOOSEN = '[data-testid="loosening"] [role="checkbox"]';
const openWorldOf = (tool: { hints: { openWorldHint: { layer: string; value: boolean } } }) => tool.hints.openWorldHint;
const decided = () => listTools(store).map(openWorldOf).filter(({ layer, value }) => layer === "override" && value === false).length;
const untilDecided = (count: number) => until(() => decided() === count, () => `${count} tools are decided, not ${decided()}`);

test("all tools are selected with one key", async () => {
  await pressControl(window, "a");
  await untilText(window, BAR, "500 selected");
});

test("a hint is set on all selected tools, after a preview of how many change", async () => {
  const already = listTools(store).map(openWorldOf).filter(({ layer }) => layer === "override").length;
  expect(already).toBe(0);
  await window.press("4");
  await untilText(window, POPOVER, "Choose a value to see its effect.");
  await clickNamed(window, "No", POPOVER);
  await untilText(window, EFFECT, "500 of 500 tools get a new decision");
  await untilText(window, EFFECT, "One undo reverts all changes.");
  await untilText(window, EFFECT, "No, decided");
  const before = listTools(store).map(openWorldOf);
  const groups = new Map<string, number>();
  for (const { layer, value } of before) groups.set(`${layer} ${value}`, (groups.get(`${layer} ${value}`) ?? 0) + 1);
  for (const count of groups.values()) await untilText(window, EFFECT, `${count} tool`);
  await (await window.find(`${POPOVER} input[placeholder]`)).sendKeys("all of it is ours");
  // Two of the tools send mail, which is very likely open-world.
  await window.clickOn(LOOSEN);
  await clickNamed(window, "Apply to 500 tools", POPOVER);
  await untilText(window, '[data-testid="toast"]', "Open-world set to No on 500 tools");
  await untilDecided(500);
  expect(explain(store, `big.${listTools(store)[77].name}`).openWorldHint.because).toBe("all of it is ours");
  await untilText(window, '[data-testid="changes"]', "500 changes");
});

test("one undo reverts the bulk decision, and one redo repeats it", async () => {
  await pressControl(window, "z");
  await untilDecided(0);
  await untilText(window, '[data-testid="changes"]', "No changes");
  await pressControl(window, "Z");
  await untilDecided(500);
  await pressControl(window, "z");
  await untilDecided(0);
});

test("a bulk decision can be saved as one rule", async () => {
  await untilText(window, BAR, "500 selected");
  await window.press("4");
  await clickNamed(window, "No", POPOVER);
  await untilText(window, POPOVER, "Save as a rule instead of 500 decisions");
  await window.clickOn(`${POPOVER} [role="checkbox"]:not(${LOOSEN})`);
  await window.clickOn(LOOSEN);
  await clickNamed(window, "Save rule", POPOVER);
  await until(() => json(store, "rule").length === 1, "the rule is stored");
  await untilDecided(500);
  expect(explain(store, `big.${listTools(store)[499].name}`).openWorldHint.rule).toMatch(/\*/);
  await untilText(window, '[data-testid="changes"]', "1 change");
  await pressControl(window, "z");
  await until(() => json(store, "rule").length === 0, "the rule is removed");
  await untilDecided(0);
});

test("a range is selected with Shift and the arrow keys, and its inference accepted", async () => {
  await window.press(Key.ESCAPE);
  await window.gone(BAR);
  await window.press("/");
  await tabToTools(window);
  for (let count = 0; count < 4; count++) await pressShift(window, Key.ARROW_RIGHT);
  await untilText(window, BAR, "5 selected");
  const marked = await attributesOf(window, "main [data-marked]", "data-tool");
  expect(marked).toHaveLength(5);
  await window.press(".");
  await untilText(window, EFFECT, "5 of 5 tools get a new decision");
  await clickNamed(window, "Accept on 5 tools", POPOVER);
  await untilText(window, '[data-testid="toast"]', "Inference accepted on 5 tools");
  // Which hints are decided depends on what each tool declares.
  const decidedTools = () => listTools(store, "is:decided").map(({ server, name }) => `${server}.${name}`).sort();
  await until(() => decidedTools().length === marked.length, () => `${marked.join(", ")} are decided, not ${decidedTools().join(", ")}`);
  expect(decidedTools()).toEqual([...marked].sort());
});

test("only the selected tools are marked as reviewed, after a preview of what is decided", async () => {
  const marked = await attributesOf(window, "main [data-marked]", "data-tool");
  await window.press("a");
  await untilText(window, ACCEPT_DIALOG, "Accept 5 tools");
  await window.find(`${ACCEPT_DIALOG} ${EFFECT} li`);
  await window.press(Key.ESCAPE);
  await window.gone(ACCEPT_DIALOG);
  expect(json(store, "review").items).toHaveLength(500);
  await window.press("a");
  await confirmAccept(window, () => json(store, "review").items.length === 495);
  await untilText(window, '[data-testid="toast"]', "5 tools marked as reviewed");
  for (const tool of marked) expect(json(store, "explain", tool).review.state, tool).toBe("reviewed");
  await untilText(window, '[data-testid="nav-review"]', "495");
  await pressControl(window, "z");
  await until(() => json(store, "review").items.length === 500, "one undo reverts it");
});

test("the selection is kept when a filter hides it, and the bar shows how many tools are hidden", async () => {
  await window.search("no such tool anywhere");
  await window.total("data-shown", 0);
  await untilText(window, BAR, "5 not shown");
  await clickNamed(window, "Clear", BAR);
  await window.gone(BAR);
});
