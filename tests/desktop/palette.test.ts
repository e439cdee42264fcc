// The palette: it acts on the current tool or on the marked ones, and leads to pages and tools.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attributes, chord, explained, focusedTool, listed, panelShows, says, stored, tabToTools } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const CHOSEN = '[cmdk-item][aria-selected="true"]';
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

async function command(words: string, label: string): Promise<void> {
  await chord(window, "k");
  await window.get("palette");
  await window.press(words);
  await says(window, CHOSEN, label);
  await window.press(Key.ENTER);
  await until(async () => (await window.count('[data-testid="palette"]')) === 0, "the palette is closed");
}

test("it opens and closes with its own key, and with Escape", async () => {
  await chord(window, "k");
  await window.get("palette");
  await chord(window, "k");
  await until(async () => (await window.count('[data-testid="palette"]')) === 0, "its key closes it");
  await chord(window, "k");
  await window.get("palette");
  await window.press("nothing is called like this");
  await says(window, '[data-testid="palette"]', "Nothing is called that.");
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count('[data-testid="palette"]')) === 0, "Escape closes it");
});

test("it sets a hint on the current tool, which it names, and gives the focus back", async () => {
  const tool = await tabToTools(window);
  const title = explained(store, tool).title.value;
  await chord(window, "k");
  await says(window, '[data-testid="palette-target"]', title);
  await window.press(Key.ESCAPE);
  await command("set open world to yes", "Set Open world to Yes");
  await stored(store, tool, "openWorldHint", { value: true, layer: "override" });
  await until(async () => (await focusedTool(window)) === tool, "the card has the focus again");
  await command("reset open", "Reset Open world to inherit");
  await until(() => explained(store, tool).openWorldHint.layer !== "override", "it inherits again");
});

test("it sets a hint on all marked tools, and one undo takes it back", async () => {
  for (const key of ["x", "j", "x", "j", "x"]) await window.press(key);
  await says(window, '[data-testid="bulk-bar"]', "3 selected");
  const marked = await attributes(window, "main [data-marked]", "data-tool");
  await chord(window, "k");
  await says(window, '[data-testid="palette-target"]', "3 tools");
  await window.press(Key.ESCAPE);
  await command("set open world to yes", "Set Open world to Yes");
  for (const tool of marked) await stored(store, tool, "openWorldHint", { value: true, layer: "override" });
  await command("undo", "Undo");
  await until(() => listed(store, "is:overridden").length === 0, "all three are taken back");
  await command("clear the", "Clear the selection");
  await until(async () => (await window.count('[data-testid="bulk-bar"]')) === 0, "nothing is marked");
});

test("it leads to every page", async () => {
  for (const [words, label, page] of [
    ["review q", "Review queue", "review"],
    ["servers", "Servers", "servers"],
    ["rules", "Rules", "rules"],
    ["history", "History", "history"],
    ["gateway", "Gateway", "gateway"],
    ["preferences", "Preferences", "preferences"],
    ["all tools", "All tools", "catalog"],
  ] as const) {
    await command(words, label);
    await window.find(`main[data-testid="${page}"]`);
  }
});

test("it leads to a tool by its name, from another page and past a filter", async () => {
  await window.search("calendar");
  await chord(window, "4");
  await window.find('main[data-testid="rules"]');
  await command("nc_notes_delete_note", "nc_notes_delete_note");
  await window.total("data-shown", 101);
  await panelShows(window, "demo.nc_notes_delete_note");
  expect(await attributes(window, "main [aria-selected=true]", "data-tool")).toEqual(["demo.nc_notes_delete_note"]);
});

test("it leads to a filter that has a name", async () => {
  store.cli("filter", "save", "Risky", "hint:destructive");
  await until(async () => {
    await chord(window, "k");
    await window.get("palette");
    await window.press("risky");
    const found = await window.count("[cmdk-item]");
    await window.press(Key.ESCAPE);
    return found > 0;
  }, "the window has heard of it");
  await command("risky", "Risky");
  await window.total("data-shown", listed(store, "hint:destructive").length);
});
