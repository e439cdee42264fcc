// A window as small as it gets: the sidebar and the tool lie over the page, and everything can be reached.
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chord, decide, focusedTool, panelShows, says, stored } from "./acts.ts";
import { look, reachable } from "./look.ts";
import { Store, until, Window } from "./window.ts";

const DRAWER = '[data-testid="panel"], [aria-label="Tool over the catalog"]';
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 880, height: 560 });
  await window.get("show-sidebar");
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const gone = (testId: string) => until(async () => (await window.count(`[data-testid="${testId}"]`)) === 0, `${testId} is gone`);

test.each(["1", "2", "3", "4", "5", "6", ","])("everything can be reached on the page of Control and %s", async (key) => {
  await chord(window, key);
  await window.get("commands");
  await look(window, `narrow-${key === "," ? "preferences" : key}`);
  await reachable(window);
});

test("a tool opens over the catalog, is decided there, and is closed with its button", async () => {
  await chord(window, "1");
  const tool = (await (await window.find('[data-testid="card"]')).getAttribute("data-tool")) ?? "";
  await window.clickOn(`[data-testid="card"][data-tool="${tool}"]`);
  await panelShows(window, tool);
  await look(window, "narrow-tool");
  await reachable(window, DRAWER);
  await decide(window, "openWorld", "Yes");
  await stored(store, tool, "openWorldHint", { value: true, layer: "override" });
  await window.click("close-tool");
  await gone("close-tool");
  await until(async () => (await focusedTool(window)) === tool, "the card has the focus again");
  await window.press(Key.ENTER);
  await window.get("close-tool");
  await window.press(Key.ESCAPE);
  await gone("close-tool");
});

test("the sidebar unfolds over the page, leads on, and folds again", async () => {
  await window.click("show-sidebar");
  await window.find('nav[data-expanded] [data-testid="environment"]');
  await look(window, "narrow-sidebar");
  await reachable(window, "nav");
  await window.click("nav-history");
  await window.get("history");
  await until(async () => (await window.count("nav[data-expanded]")) === 0, "it is folded");
  await says(window, '[data-testid="history"]', "Added the server demo");
  await chord(window, "1");
  await window.click("show-sidebar");
  await window.find("nav[data-expanded]");
  await window.press(Key.ESCAPE);
  await until(async () => (await window.count("nav[data-expanded]")) === 0, "Escape folds it");
  expect(await window.count('[data-testid="show-sidebar"]')).toBe(1);
});
