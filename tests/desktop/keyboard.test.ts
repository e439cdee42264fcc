// Deciding without a mouse, from the start of the window: find, move, decide, accept what is inferred, undo, redo.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chord, explained, focusedTool, panelShows, says, tabToTools } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const tool = "demo.nc_notes_append_content";
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

/** The four hints as the store has them: a decision as its value, everything else as where it comes from. */
const held = () => HINTS.map((hint) => explained(store, tool)[hint]).map(({ layer, value }) => (layer === "override" ? value : layer));
const become = async (...expected: unknown[]) => {
  let last: unknown[] = [];
  await until(() => `${(last = held())}` === `${expected}`, () => `the hints are ${expected}, not ${last}`);
};
const declared = ["declared", "declared", "declared", "declared"];

test("a tool is found and reached", async () => {
  await window.press("/");
  await window.press("nc_notes_append_content");
  await window.total("data-shown", 1);
  expect(await tabToTools(window)).toBe(tool);
  await panelShows(window, tool);
});

test("1 to 4 cycle the hints: yes, no, inherit", async () => {
  await become(...declared);
  await window.press("1");
  await become(true, ...declared.slice(1));
  await window.press("1");
  await become(false, ...declared.slice(1));
  await window.press("2");
  await window.press("3");
  await window.press("4");
  await become(false, true, true, true);
  await window.badgesBecome(tool, "destructive decided, idempotent decided, openworld decided");
  await window.press("4");
  await window.press("4");
  await become(false, true, true, "declared");
});

test("0 lets everything inherit again; undo and redo go back and forth", async () => {
  await window.press("0");
  await become(...declared);
  await chord(window, "z");
  await become(false, true, true, "declared");
  await chord(window, "Z");
  await become(...declared);
  await window.badgesBecome(tool, "modifies declared, idempotent declared");
});

test("a full stop decides what is inferred, in one step", async () => {
  await window.press(".");
  await become(false, false, false, false);
  await window.badgesBecome(tool, "modifies decided");
  await chord(window, "z");
  await become(...declared);
});

test("j, k and the arrows go from tool to tool, and the panel follows", async () => {
  await window.press(Key.ESCAPE);
  await window.total("data-shown", 101);
  const at = async () => Number(await window.driver.executeScript("return document.activeElement?.dataset.position"));
  const moves = async (key: string, by: number) => {
    const from = await at();
    await window.press(key);
    await until(async () => (await at()) === from + by, `${key} moves by ${by} from ${from}`);
    await panelShows(window, (await focusedTool(window)) ?? "");
  };
  await moves("j", 1);
  await moves("k", -1);
  await moves(Key.ARROW_RIGHT, 1);
  await moves(Key.ARROW_LEFT, -1);
  const before = await at();
  await window.press(Key.ARROW_DOWN);
  await until(async () => (await at()) > before, "a row further down");
  await window.press(Key.ARROW_UP);
  await until(async () => (await at()) === before, "and back");
});

test("the title is edited, and ? lists the keys", async () => {
  const edited = (await focusedTool(window)) ?? "";
  await window.press("e");
  await window.find('[data-testid="title"]:focus');
  await window.selectAll();
  await window.press("Add to a note", Key.ENTER);
  await until(() => explained(store, edited).title.value === "Add to a note", "the title is stored");
  await says(window, '[data-testid="panel"] h1', "Add to a note");
  await tabToTools(window);
  await window.press("?");
  await says(window, "[role=dialog]", "Cycle Idempotent");
  await window.press(Key.ESCAPE);
});
