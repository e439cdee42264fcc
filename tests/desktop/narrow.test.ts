// Smallest window: sidebar and tool panel are drawers over the page, and every control is reachable.
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { decide, pressControl, untilFocused, untilPanelShows, untilText } from "./actions.ts";
import { checkLayout, checkReachable } from "./layout.ts";
import { openPageByKey, PAGE_KEYS } from "./navigation.ts";
import { Store, untilStored } from "./store.ts";
import { Window } from "./window.ts";

const DRAWER = '[data-testid="panel"], [aria-label="Selected tool"]';
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 880, height: 560 });
  await window.get("show-sidebar");
});

const untilPanelIsClosed = () => window.gone('[data-testid="close-tool"]');

test.each(PAGE_KEYS)("every control of the page %s can be reached", async (page, key) => {
  await openPageByKey(window, page, key);
  await checkLayout(window, `narrow-${page}`);
  await checkReachable(window);
});

test("a tool opens over the catalog, is decided there, and closes with its button", async () => {
  await pressControl(window, "2");
  const tool = (await (await window.find('[data-testid="card"]')).getAttribute("data-tool")) ?? "";
  await window.clickOn(`[data-testid="card"][data-tool="${tool}"]`);
  await untilPanelShows(window, tool);
  await checkLayout(window, "narrow-tool");
  await checkReachable(window, DRAWER);
  await decide(window, "openWorld", "Yes");
  await untilStored(store, tool, "openWorldHint", { value: true, layer: "override" });
  await window.click("close-tool");
  await untilPanelIsClosed();
  await untilFocused(window, tool);
  await window.press(Key.ENTER);
  await window.get("close-tool");
  await window.press(Key.ESCAPE);
  await untilPanelIsClosed();
});

test("the sidebar expands over the page, navigates, and collapses", async () => {
  await window.click("show-sidebar");
  await window.find('nav[data-expanded] [data-testid="environment"]');
  await checkLayout(window, "narrow-sidebar");
  await checkReachable(window, "nav");
  await window.click("nav-history");
  await window.get("history");
  await window.gone("nav[data-expanded]");
  await untilText(window, '[data-testid="history"]', "Added the server demo");
  await pressControl(window, "2");
  await window.click("show-sidebar");
  await window.find("nav[data-expanded]");
  await window.press(Key.ESCAPE);
  await window.gone("nav[data-expanded]");
  expect(await window.count('[data-testid="show-sidebar"]')).toBe(1);
});
