// Preferences: those in the store are shared with other processes, those of the window are in its local storage.
import { Key } from "selenium-webdriver";
import { beforeAll, describe, expect, test } from "vitest";
import { clickNamed, pressControl, tabToTools, untilPanelShows, untilText } from "./actions.ts";
import { checkLayout, checkReachable } from "./layout.ts";
import { openPageByKey, PAGE_KEYS } from "./navigation.ts";
import { json, listTools, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
  await pressControl(window, ",");
  await window.get("preferences");
});

const row = (id: string) => `[data-testid="preference-${id}"]`;
const SIZE = `${row("zoom")} output`;
const preference = (key: string) =>
  json(store, "preferences").preferences.find((preference: { key: string }) => preference.key === key);
const untilPreference = (key: string, value: string, isDefault: boolean) =>
  until(() => preference(key).value === value && preference(key).isDefault === isDefault, `${key} is ${value}`);
const html = (name: string) => window.evaluate<string | null>("return document.documentElement.dataset[arguments[0]] ?? null", name);

test("a switch and a choice of the store are set, and reset to their defaults", async () => {
  await window.clickOn(`${row("approval.read-only")} [role="switch"]`);
  await untilPreference("approval.read-only", "on", false);
  await window.selectOption(`${row("inference.destructive")} option[value="broad"]`);
  await untilPreference("inference.destructive", "broad", false);
  await clickNamed(window, "Reset Destructive means");
  await untilPreference("inference.destructive", "narrow", true);
  await clickNamed(window, "Reset Approve read-only calls automatically");
  await untilPreference("approval.read-only", "off", true);
});

test("a preference that another process sets appears without a reload", async () => {
  store.cli("preferences", "approval.read-only=on");
  await window.find(`${row("approval.read-only")} [role="switch"][aria-checked="true"]`);
  store.cli("preferences", "approval.read-only=default");
  await window.find(`${row("approval.read-only")} [role="switch"][aria-checked="false"]`);
});

test("the theme changes at once", async () => {
  const background = () => window.evaluate<string>("return getComputedStyle(document.body).backgroundColor");
  await clickNamed(window, "Light", row("theme"));
  await until(async () => (await html("theme")) === "light", "the theme is light");
  const light = await background();
  await clickNamed(window, "Dark", row("theme"));
  await until(async () => (await html("theme")) === "dark", "the theme is dark");
  expect(await background()).not.toBe(light);
});

test("without single-key shortcuts letters do nothing, and shortcuts with Control still work", async () => {
  await window.clickOn(`${row("single-keys")} [role="switch"]`);
  await window.find(`${row("single-keys")} [role="switch"][aria-checked="false"]`);
  await pressControl(window, "2");
  const tool = await tabToTools(window);
  for (const key of ["1", "x", "a", "j", "/"]) await window.press(key);
  await untilPanelShows(window, tool);
  await pressControl(window, "k");
  await window.get("palette");
  await window.press(Key.ESCAPE);
  await window.gone('[data-testid="palette"]');
  expect(listTools(store, "is:decided")).toEqual([]);
  expect(await window.count('[data-testid="bulk-bar"]')).toBe(0);
  await openPageByKey(window, "preferences", ",");
  await window.clickOn(`${row("single-keys")} [role="switch"]`);
  await window.find(`${row("single-keys")} [role="switch"][aria-checked="true"]`);
});

test("the compact density has lower rows", async () => {
  const rowHeight = async () => {
    await openPageByKey(window, "catalog", "2");
    await clickNamed(window, "Table");
    await window.get("row");
    const height = "return document.querySelector('[data-testid=row]').getBoundingClientRect().height";
    const drawn = await window.evaluate<number>(height);
    await clickNamed(window, "Cards");
    await openPageByKey(window, "preferences", ",");
    return drawn;
  };
  const comfortable = await rowHeight();
  await clickNamed(window, "Compact", row("density"));
  await until(async () => (await html("density")) === "compact", "the density is compact");
  expect(await rowHeight()).toBeLessThan(comfortable);
  await clickNamed(window, "Comfortable", row("density"));
});

describe("at 200 %", () => {
  const PANEL = '[data-testid="panel"]';
  const width = () => window.evaluate<number>("return innerWidth");

  test("the text is twice as large", async () => {
    const before = await width();
    await clickNamed(window, "Larger text", row("zoom"));
    await untilText(window, SIZE, "110 %");
    // The driver's pointer ignores the zoom, so the rest uses the keyboard.
    for (const size of ["125 %", "150 %", "175 %", "200 %"]) {
      await pressControl(window, "=");
      await untilText(window, SIZE, size);
    }
    expect(await (await window.find(`${row("zoom")} button[aria-label="Larger text"]`)).isEnabled()).toBe(false);
    await until(async () => Math.abs((await width()) - before / 2) < 2, "half as much fits");
  });

  test.each(PAGE_KEYS)("every control of the page %s can be reached", async (page, key) => {
    await openPageByKey(window, page, key);
    await checkLayout(window, `zoomed-${page}`);
    await checkReachable(window);
  });

  test("the tool panel opens over the page with Enter, can be reached, and closes with Escape", async () => {
    await pressControl(window, "2");
    await window.press("/");
    const tool = await tabToTools(window);
    await window.hidden(PANEL);
    await window.press(Key.ENTER);
    await untilPanelShows(window, tool);
    await checkLayout(window, "zoomed-panel");
    await checkReachable(window, 'nav, footer, [data-testid="panel"], [aria-label="Selected tool"]');
    await window.press(Key.ESCAPE);
    await window.hidden(PANEL);
  });
});

test("the theme and the text size are kept over a restart", async () => {
  await window.terminate();
  await window.quit();
  window = await Window.open(store);
  await until(async () => (await html("theme")) === "dark", "the theme is dark again");
  await window.total("data-total", 101);
  await pressControl(window, ",");
  await untilText(window, SIZE, "200 %");
  expect(await window.evaluate<number>("return innerWidth")).toBeLessThan(800);
  await pressControl(window, "0");
  await untilText(window, SIZE, "100 %");
});
