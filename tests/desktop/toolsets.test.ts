// Toolset built from a filter, its activation, notes and the description for the model, and their persistence over a restart.
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { clickNamed, closeToasts, openTool, pressControl, textOf, untilText } from "./actions.ts";
import { json, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const TOOL = "demo.nc_notes_search_notes";
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});

const toolsets = () => json(store, "toolset") as { name: string; tools: number; activeIn: string[] }[];
const modelText = (): string => (json(store, "note", "list", TOOL) as unknown as { modelText: string }).modelText;
const FORM = '[data-testid="note-form"]';

async function writeNote(name: string, text: string): Promise<void> {
  await window.gone(FORM);
  await closeToasts(window); // the toast of the previous note covers the form
  await window.press("n");
  await window.get("note-form");
  const field = await window.find(`${FORM} textarea:focus`);
  await window.fill("note-name", name);
  await field.sendKeys(text);
}

test("a toolset is built from a filter that shows how many tools match", async () => {
  await window.click("new-toolset");
  await window.fill("toolset-name", "reading");
  await clickNamed(window, "By filter", "[role=dialog]");
  await window.fill("toolset-filter", "server:demo is:safe notes");
  await untilText(window, '[data-testid="toolset-found"]', "match");
  await window.click("build-toolset");
  await untilText(window, "main", "reading");
  const [built] = await until(() => (toolsets().length > 0 ? toolsets() : undefined), "the toolset is stored");
  expect(built).toMatchObject({ name: "reading", activeIn: [] });
  expect(built?.tools).toBeGreaterThan(1);
  await untilText(window, '[data-testid="toolset-facts"]', `${built?.tools} tools`);
});

test("it is active on its page, and the sidebar shows that", async () => {
  await window.click("activate-toolset");
  await until(() => toolsets()[0]?.activeIn.includes("base"), "it is active");
  await untilText(window, '[data-testid="active-toolset"]', "reading");
});

test("two notes are written with the key n, each with a preview of what the model reads", async () => {
  await clickNamed(window, "Show in catalog", "main");
  await window.total("data-shown", toolsets()[0]?.tools ?? 0);
  await openTool(window, TOOL);
  const before = modelText();
  await writeNote("team-selection", "Ask which team it is for.");
  await untilText(window, '[data-testid="note-preview"]', "• **team-selection**: Ask which team it is for.");
  await clickNamed(window, "Add note", FORM);
  await until(() => modelText().includes("team-selection"), "the first note is stored");
  await writeNote("labels", "Use the label bug for faults.");
  await untilText(window, '[data-testid="note-preview"]', "• **labels**: Use the label bug for faults.");
  await clickNamed(window, "Add note", FORM);
  await until(() => modelText().includes("labels"), "the second note is stored");
  expect(modelText()).toBe(
    `${before}\n\n### Additional Tool Notes\n\n• **team-selection**: Ask which team it is for.\n• **labels**: Use the label bug for faults.`,
  );
});

test("after a restart the toolset is active, and the notes are there", async () => {
  await window.quit();
  window = await Window.open(store);
  await untilText(window, '[data-testid="active-toolset"]', "reading");
  await openTool(window, TOOL);
  await until(async () => (await textOf(window, "aside")).includes("Use the label bug for faults."), "the notes are shown");
  expect(modelText()).toContain("• **labels**: Use the label bug for faults.");
});

test("a tool is removed by keyboard, and undo adds it again", async () => {
  const tools = () => toolsets()[0]?.tools ?? 0;
  const before = tools();
  await window.click("nav-toolset-reading");
  await window.click("member");
  await window.press(Key.DELETE);
  await until(() => tools() === before - 1, "one tool is removed");
  await pressControl(window, "z");
  await until(() => tools() === before, "it is back");
});
