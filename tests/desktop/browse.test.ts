// Browsing: a server added in the window, groups, cards and table, order, the panel, and the language of filters.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allSay, attributes, chord, click, focusedTool, json, listed, panelShows, says, tabToTools, text } from "./acts.ts";
import { program, Store, until, Window } from "./window.ts";

const HEADERS = '[role="grid"] button[aria-expanded]';
const CHIPS = '[data-testid="search-chips"] li';
const store = new Store();
let window: Window;

beforeAll(async () => {
  window = await Window.open(store);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

async function add(name: string, ...args: string[]): Promise<void> {
  await window.click("add-server");
  await window.fill("server-name", name);
  await window.fill("command-line", [program, ...args].join(" "));
  await window.click("preview-server");
  await window.get("start-server");
}

async function group(by: string): Promise<void> {
  await window.clickOn('button[aria-label^="Group: "]');
  await click(window, by, '[role="menu"]');
  await window.find(`button[aria-label="Group: ${by}"]`);
}

const chips = (...expected: string[]) => allSay(window, CHIPS, ...expected);

test("a command is seen word by word before it runs, and runs only then", async () => {
  await add("cloud", "demo-server");
  await says(window, "[role=dialog]", "Start cloud?");
  await says(window, "[role=dialog]", program);
  await says(window, "[role=dialog]", "demo-server");
  expect(json(store, "servers")).toEqual([]);
  await window.click("start-server");
  await window.total("data-total", 101);
  await add("gen", "demo-server", "--tools", "12");
  await window.click("start-server");
  await window.total("data-total", 113);
  expect(json(store, "servers")).toMatchObject([{ name: "cloud", tools: 101 }, { name: "gen", tools: 12 }]);
});

test("tools are grouped by behaviour, by server and by module, and a group can be folded", async () => {
  await says(window, HEADERS, "Safe");
  await group("Server");
  await says(window, HEADERS, "cloud101");
  await window.clickOn(HEADERS);
  await allSay(window, HEADERS, "cloud101", "gen12");
  expect((await attributes(window, "main [data-tool]", "data-tool")).every((tool) => tool.startsWith("gen."))).toBe(true);
  await window.clickOn(HEADERS);
  await group("Module");
  await until(async () => !(await text(window, HEADERS)).startsWith("cloud"), "modules are not servers");
  const cards: { server: string; module: string | null }[] = json(store, "review").items.map((item: { card: object }) => item.card);
  const deck = cards.filter((card) => card.module === "deck").length;
  await window.search("server:cloud deck_");
  await window.total("data-shown", deck);
  await allSay(window, HEADERS, `deck${deck}`);
  await click(window, "Clear search");
  await group("Behaviour");
});

test("the table holds the same tools as the cards, and sorts by a hint up, down and not at all", async () => {
  await group("None");
  await click(window, "Table");
  await window.get("row");
  expect(await window.count('[data-testid="card"]')).toBe(0);
  await window.total("data-shown", 113);
  const first = (await attributes(window, '[data-testid="row"]', "data-tool"))[0];
  const head = '[data-column="destructive"]';
  const sorted = async (way: string) => {
    await window.clickOn(`${head} button`);
    await window.find(`${head}[aria-sort="${way}"]`);
  };
  const destructive = new Set(listed(store, "hint:destructive").map((tool) => `${tool.server}.${tool.name}`));
  await sorted("ascending");
  const drawn = () => attributes(window, '[data-testid="row"]', "data-tool");
  await until(async () => (await drawn()).slice(0, destructive.size).every((tool) => destructive.has(tool)), "Yes comes first");
  await sorted("descending");
  await until(async () => !(await drawn()).slice(0, 10).some((tool) => destructive.has(tool)), "No comes first");
  await sorted("none");
  await until(async () => (await drawn())[0] === first, "they stand as they came");
});

test("a row opens its panel with Enter and by a press, and Escape closes it", async () => {
  expect(await window.count('[data-testid="panel"]')).toBe(0);
  await window.press("/");
  const tool = await tabToTools(window);
  await window.press(Key.ENTER);
  await panelShows(window, tool);
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count('[data-testid="panel"]')) === 0, "Escape closes the panel");
  expect(await focusedTool(window)).toBe(tool);
  const [, , third = ""] = await attributes(window, '[data-testid="row"]', "data-tool");
  await window.clickOn(`[data-testid="row"][data-tool="${third}"]`);
  await panelShows(window, third);
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count('[data-testid="panel"]')) === 0, "Escape closes it again");
  await click(window, "Cards");
  await window.get("card");
});

test("terms of the filter become chips, with a count, and are taken away with Backspace and with a press", async () => {
  await window.press("/");
  await window.press("hint:destructive is:inferred ");
  await chips("hint:destructive", "is:inferred");
  const both = listed(store, "hint:destructive", "is:inferred").length;
  expect(both).toBeGreaterThan(0);
  await window.total("data-shown", both);
  await says(window, "main", `${both} of 113 tools`);
  await window.press(Key.BACK_SPACE);
  await chips("hint:destructive");
  await window.total("data-shown", listed(store, "hint:destructive").length);
  await window.press("is:inferred ");
  await chips("hint:destructive", "is:inferred");
  await click(window, "Remove hint:destructive");
  await chips("is:inferred");
  await window.total("data-shown", listed(store, "is:inferred").length);
});

test("a term is completed by keyboard alone", async () => {
  await window.press("hint:");
  await window.get("suggestions");
  const chosen = () => text(window, '[data-testid="suggestions"] [aria-selected="true"] code');
  const first = await chosen();
  await window.press(Key.ARROW_DOWN);
  await until(async () => (await chosen()) !== first, "the next suggestion is chosen");
  const second = await chosen();
  await window.press(Key.ENTER);
  await chips("is:inferred", second);
  await window.total("data-shown", listed(store, "is:inferred", second).length);
  await window.press("server:cl");
  await window.get("suggestions");
  await window.press(Key.TAB);
  await chips("is:inferred", second, "server:cloud");
  await window.press(Key.ESCAPE);
  await window.total("data-shown", 113);
});

test("a filter is kept under a name and used again from the menu", async () => {
  await window.press("hint:destructive is:inferred ");
  await chips("hint:destructive", "is:inferred");
  const shown = listed(store, "hint:destructive", "is:inferred").length;
  await click(window, "Saved filters");
  await click(window, "Save this filter…");
  await window.press("Guessed risks", Key.ENTER);
  await until(() => json(store, "filter").length === 1, "it is stored");
  expect(json(store, "filter")).toEqual([{ name: "Guessed risks", query: "hint:destructive is:inferred" }]);
  await click(window, "Clear search");
  await window.total("data-shown", 113);
  await click(window, "Saved filters");
  await window.clickOn('ul[aria-label="Saved filters"] button');
  await chips("hint:destructive", "is:inferred");
  await window.total("data-shown", shown);
  expect(JSON.parse(store.cli("tools", "--json", "--saved", "Guessed risks"))).toHaveLength(shown);
  await chord(window, "z");
  await until(() => json(store, "filter").length === 0, "saving it can be undone");
});
