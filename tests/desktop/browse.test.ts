// Browsing: a server added in the window, groups, cards and table, sorting, the panel, and the filter language.
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { attributesOf, clickNamed, focusedTool, pressControl, tabToTools, textOf, untilPanelShows, untilText, untilTexts } from "./actions.ts";
import { json, listTools, program, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const HEADERS = '[role="grid"] button[aria-expanded]';
const CHIPS = '[data-testid="search-chips"] li';
const store = new Store();
let window: Window;

beforeAll(async () => {
  window = await Window.open(store);
});

async function previewServer(name: string, ...args: string[]): Promise<void> {
  await window.click("add-server");
  await window.fill("server-name", name);
  await window.fill("command-line", [program, ...args].join(" "));
  await window.click("preview-server");
  await window.get("start-server");
}

async function groupBy(by: string): Promise<void> {
  await window.clickOn('button[aria-label^="Group: "]');
  await clickNamed(window, by, '[role="menu"]');
  await window.find(`button[aria-label="Group: ${by}"]`);
}

const untilChips = (...expected: string[]) => untilTexts(window, CHIPS, ...expected);

test("a command is shown word by word before it runs", async () => {
  await previewServer("cloud", "demo-server");
  await untilText(window, "[role=dialog]", "Start cloud?");
  await untilText(window, "[role=dialog]", program);
  await untilText(window, "[role=dialog]", "demo-server");
  expect(json(store, "servers")).toEqual([]);
  await window.click("start-server");
  await window.total("data-total", 101);
  await previewServer("gen", "demo-server", "--tools", "12");
  await window.click("start-server");
  await window.total("data-total", 113);
  expect(json(store, "servers")).toMatchObject([{ name: "cloud", tools: 101 }, { name: "gen", tools: 12 }]);
});

test("tools are grouped by behaviour, server and module, and a group can be collapsed", async () => {
  await untilText(window, HEADERS, "Safe");
  await groupBy("Server");
  await untilText(window, HEADERS, "cloud101");
  await window.clickOn(HEADERS);
  await untilTexts(window, HEADERS, "cloud101", "gen12");
  expect((await attributesOf(window, "main [data-tool]", "data-tool")).every((tool) => tool.startsWith("gen."))).toBe(true);
  await window.clickOn(HEADERS);
  await groupBy("Module");
  await until(async () => !(await textOf(window, HEADERS)).startsWith("cloud"), "the groups are modules");
  const cards: { server: string; module: string | null }[] = json(store, "review").items.map((item: { card: object }) => item.card);
  const deck = cards.filter((card) => card.module === "deck").length;
  await window.search("server:cloud deck_");
  await window.total("data-shown", deck);
  await untilTexts(window, HEADERS, `deck${deck}`);
  await clickNamed(window, "Clear search");
  await groupBy("Behaviour");
});

test("the table shows the tools of the cards, and sorts by a hint ascending, descending and not at all", async () => {
  await groupBy("None");
  await clickNamed(window, "Table");
  await window.get("row");
  expect(await window.count('[data-testid="card"]')).toBe(0);
  await window.total("data-shown", 113);
  const first = (await attributesOf(window, '[data-testid="row"]', "data-tool"))[0];
  const head = '[data-column="destructive"]';
  const clickSort = async (order: string) => {
    await window.clickOn(`${head} button`);
    await window.find(`${head}[aria-sort="${order}"]`);
  };
  const destructive = new Set(listTools(store, "hint:destructive").map((tool) => `${tool.server}.${tool.name}`));
  await clickSort("ascending");
  const rows = () => attributesOf(window, '[data-testid="row"]', "data-tool");
  await until(async () => (await rows()).slice(0, destructive.size).every((tool) => destructive.has(tool)), "Yes is first");
  await clickSort("descending");
  await until(async () => !(await rows()).slice(0, 10).some((tool) => destructive.has(tool)), "No is first");
  await clickSort("none");
  await until(async () => (await rows())[0] === first, "the order is the original one");
});

test("a row opens its panel with Enter and with a click, and Escape closes it", async () => {
  expect(await window.count('[data-testid="panel"]')).toBe(0);
  await window.press("/");
  const tool = await tabToTools(window);
  await window.press(Key.ENTER);
  await untilPanelShows(window, tool);
  await window.press(Key.ESCAPE);
  await window.gone('[data-testid="panel"]');
  expect(await focusedTool(window)).toBe(tool);
  const [, , third = ""] = await attributesOf(window, '[data-testid="row"]', "data-tool");
  await window.clickOn(`[data-testid="row"][data-tool="${third}"]`);
  await untilPanelShows(window, third);
  await window.press(Key.ESCAPE);
  await window.gone('[data-testid="panel"]');
  await clickNamed(window, "Cards");
  await window.get("card");
});

test("terms of the filter become chips, and are removed with Backspace and with a click", async () => {
  await window.press("/");
  await window.press("hint:destructive is:inferred ");
  await untilChips("hint:destructive", "is:inferred");
  const both = listTools(store, "hint:destructive", "is:inferred").length;
  expect(both).toBeGreaterThan(0);
  await window.total("data-shown", both);
  await untilText(window, "main", `${both} of 113 tools`);
  await window.press(Key.BACK_SPACE);
  await untilChips("hint:destructive");
  await window.total("data-shown", listTools(store, "hint:destructive").length);
  await window.press("is:inferred ");
  await untilChips("hint:destructive", "is:inferred");
  await clickNamed(window, "Remove hint:destructive");
  await untilChips("is:inferred");
  await window.total("data-shown", listTools(store, "is:inferred").length);
});

test("a term is completed by keyboard alone", async () => {
  await window.press("hint:");
  await window.get("suggestions");
  const chosen = () => textOf(window, '[data-testid="suggestions"] [aria-selected="true"] code');
  const first = await chosen();
  await window.press(Key.ARROW_DOWN);
  await until(async () => (await chosen()) !== first, "the next suggestion is chosen");
  const second = await chosen();
  await window.press(Key.ENTER);
  await untilChips("is:inferred", second);
  await window.total("data-shown", listTools(store, "is:inferred", second).length);
  await window.press("server:cl");
  await window.get("suggestions");
  await window.press(Key.TAB);
  await untilChips("is:inferred", second, "server:cloud");
  await window.press(Key.ESCAPE);
  await window.total("data-shown", 113);
});

test("a filter is saved with a name and applied from the menu", async () => {
  await window.press("hint:destructive is:inferred ");
  await untilChips("hint:destructive", "is:inferred");
  const shown = listTools(store, "hint:destructive", "is:inferred").length;
  await clickNamed(window, "Saved filters");
  await clickNamed(window, "Save this filter…");
  await window.press("Guessed risks", Key.ENTER);
  await until(() => json(store, "filter").length === 1, "the filter is stored");
  expect(json(store, "filter")).toEqual([{ name: "Guessed risks", query: "hint:destructive is:inferred" }]);
  await clickNamed(window, "Clear search");
  await window.total("data-shown", 113);
  await clickNamed(window, "Saved filters");
  await window.clickOn('ul[aria-label="Saved filters"] button');
  await untilChips("hint:destructive", "is:inferred");
  await window.total("data-shown", shown);
  expect(JSON.parse(store.cli("tools", "--json", "--saved", "Guessed risks"))).toHaveLength(shown);
  await pressControl(window, "z");
  await until(() => json(store, "filter").length === 0, "saving it can be undone");
});
