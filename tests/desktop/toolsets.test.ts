// A toolset built from a filter, two notes, what the model reads then, equipped, and all of it there after a restart.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { click, json, open, says, text } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const TOOL = "demo.nc_notes_search_notes";
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

const toolsets = () => json(store, "toolset") as { name: string; tools: number; equippedIn: string[] }[];
const reads = (): string => (json(store, "note", "list", TOOL) as unknown as { modelText: string }).modelText;
const inForm = '[data-testid="note-form"]';

async function write(name: string, words: string): Promise<void> {
  await until(async () => (await window.count(inForm)) === 0, "the form of the note before is closed");
  // What tells of the note before lies over the form, and stays as long as the pointer is on it.
  await window.driver.executeScript(`document.querySelectorAll('[data-testid="toast"] [aria-label="Close"]').forEach((button) => button.click())`);
  await until(async () => (await window.count('[data-testid="toast"]')) === 0, "nothing lies over the form");
  await window.press("n");
  await window.get("note-form");
  await until(async () => (await window.driver.switchTo().activeElement().getTagName()) === "input", "the name has the focus");
  await window.press(name, Key.TAB);
  const field = await window.find(`${inForm} textarea`);
  await field.sendKeys(words);
}

test("a toolset is built from a filter, which says how many tools it finds", async () => {
  await window.click("new-toolset");
  await window.fill("toolset-name", "reading");
  await click(window, "By filter", "[role=dialog]");
  await window.fill("toolset-filter", "server:demo is:safe notes");
  await says(window, '[data-testid="toolset-found"]', "match");
  await window.click("build-toolset");
  await says(window, "main", "reading");
  const [made] = await until(() => (toolsets().length > 0 ? toolsets() : undefined), "it is kept");
  expect(made).toMatchObject({ name: "reading", equippedIn: [] });
  expect(made?.tools).toBeGreaterThan(1);
  await says(window, '[data-testid="toolset-facts"]', `${made?.tools} tools`);
});

test("it is equipped on its page, and the window says so", async () => {
  await window.click("equip");
  await until(() => toolsets()[0]?.equippedIn.includes("base"), "it is equipped");
  await says(window, '[data-testid="equipped-toolset"]', "reading");
});

test("two notes are written with the key n, each seen as the model will read it", async () => {
  await click(window, "Show in catalog", "main");
  await window.total("data-shown", toolsets()[0]?.tools ?? 0);
  await open(window, TOOL);
  const before = reads();
  await write("team-selection", "Ask which team it is for.");
  await says(window, '[data-testid="note-preview"]', "• **team-selection**: Ask which team it is for.");
  await click(window, "Add note", inForm);
  await until(() => reads().includes("team-selection"), "the first note is kept");
  await write("labels", "Use the label bug for faults.");
  await says(window, '[data-testid="note-preview"]', "• **labels**: Use the label bug for faults.");
  await click(window, "Add note", inForm);
  await until(() => reads().includes("labels"), "the second note is kept");
  expect(reads()).toBe(
    `${before}\n\n### Additional Tool Notes\n\n• **team-selection**: Ask which team it is for.\n• **labels**: Use the label bug for faults.`,
  );
});

test("after a restart the toolset is equipped, and the notes stand in what the model reads", async () => {
  await window.quit();
  window = await Window.open(store);
  await says(window, '[data-testid="equipped-toolset"]', "reading");
  await open(window, TOOL);
  await until(async () => (await text(window, "aside")).includes("Use the label bug for faults."), "the notes are shown");
  expect(reads()).toContain("• **labels**: Use the label bug for faults.");
});

test("a tool is taken out by keyboard, and undo puts it back", async () => {
  const tools = () => toolsets()[0]?.tools ?? 0;
  const before = tools();
  await window.click("nav-toolset-reading");
  await window.click("member");
  await window.press(Key.DELETE);
  await until(() => tools() === before - 1, "one tool less");
  await window.driver.actions().keyDown(Key.CONTROL).sendKeys("z").keyUp(Key.CONTROL).perform();
  await until(() => tools() === before, "it is back");
});
