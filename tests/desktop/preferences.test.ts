// Preferences: those of the store are the other process's too; those of the window are kept by it.
import { By, Key } from "selenium-webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chord, click, json, listed, panelShows, says, tabToTools } from "./acts.ts";
import { look, reachable } from "./look.ts";
import { Store, until, Window } from "./window.ts";

const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
  await chord(window, ",");
  await window.get("preferences");
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const row = (id: string) => `[data-testid="preference-${id}"]`;
const SIZE = `${row("zoom")} output`;
const preference = (key: string) =>
  json(store, "preferences").preferences.find((preference: { key: string }) => preference.key === key);
const becomes = (key: string, value: string, isDefault: boolean) =>
  until(() => preference(key).value === value && preference(key).isDefault === isDefault, `${key} is ${value}`);
const html = (name: string) => window.driver.executeScript<string | null>("return document.documentElement.dataset[arguments[0]] ?? null", name);

test("a switch and a choice of the store are set here, and are back as usual with one press", async () => {
  await window.clickOn(`${row("approval.read-only")} [role="switch"]`);
  await becomes("approval.read-only", "on", false);
  await window.clickOn(`${row("inference.destructive")} option[value="broad"]`);
  await becomes("inference.destructive", "broad", false);
  await click(window, "Reset Destructive means");
  await becomes("inference.destructive", "narrow", true);
  await click(window, "Reset Approve read-only calls by themselves");
  await becomes("approval.read-only", "off", true);
});

test("what the other process sets shows by itself", async () => {
  store.cli("preferences", "approval.read-only=on");
  await window.find(`${row("approval.read-only")} [role="switch"][aria-checked="true"]`);
  store.cli("preferences", "approval.read-only=default");
  await window.find(`${row("approval.read-only")} [role="switch"][aria-checked="false"]`);
});

test("the theme is put on at once", async () => {
  const ground = () => window.driver.executeScript<string>("return getComputedStyle(document.body).backgroundColor");
  await click(window, "Light", row("theme"));
  await until(async () => (await html("theme")) === "light", "it is light");
  const light = await ground();
  await click(window, "Dark", row("theme"));
  await until(async () => (await html("theme")) === "dark", "it is dark");
  expect(await ground()).not.toBe(light);
});

test("with single keys off letters do nothing, and keys with Control still do", async () => {
  await window.clickOn(`${row("single-keys")} [role="switch"]`);
  await window.find(`${row("single-keys")} [role="switch"][aria-checked="false"]`);
  await chord(window, "1");
  const tool = await tabToTools(window);
  for (const key of ["1", "x", "a", "j", "/"]) await window.press(key);
  await panelShows(window, tool);
  await chord(window, "k");
  await window.get("palette");
  await window.press(Key.ESCAPE);
  expect(listed(store, "is:overridden")).toEqual([]);
  expect(await window.count('[data-testid="bulk-bar"]')).toBe(0);
  await chord(window, ",");
  await window.clickOn(`${row("single-keys")} [role="switch"]`);
  await window.find(`${row("single-keys")} [role="switch"][aria-checked="true"]`);
});

test("compact shows more rows of the table than comfortable", async () => {
  const rows = async () => {
    await chord(window, "1");
    await click(window, "Table");
    await window.get("row");
    const height = "return document.querySelector('[data-testid=row]').getBoundingClientRect().height";
    const drawn = await window.driver.executeScript<number>(height);
    await click(window, "Cards");
    await chord(window, ",");
    return drawn;
  };
  const comfortable = await rows();
  await click(window, "Compact", row("density"));
  await until(async () => (await html("density")) === "compact", "it is compact");
  expect(await rows()).toBeLessThan(comfortable);
  await click(window, "Comfortable", row("density"));
});

describe("at 200 %", () => {
  const width = () => window.driver.executeScript<number>("return innerWidth");

  test("everything is twice as large", async () => {
    const before = await width();
    await click(window, "Larger text", row("zoom"));
    await says(window, SIZE, "110 %");
    // The driver's pointer does not know the zoom: from here on by keyboard.
    for (const size of ["125 %", "150 %", "175 %", "200 %"]) {
      await chord(window, "=");
      await says(window, SIZE, size);
    }
    expect(await (await window.find(`${row("zoom")} button[aria-label="Larger text"]`)).isEnabled()).toBe(false);
    await until(async () => Math.abs((await width()) - before / 2) < 2, "half as much fits");
  });

  test.each(["1", "2", "3", "4", "5", "6", ","])("everything can be reached on the page of Control and %s", async (key) => {
    await chord(window, key);
    await window.get("commands");
    await look(window, `zoomed-${key === "," ? "preferences" : key}`);
    await reachable(window);
  });

  test("the panel of a tool opens over the page with Enter, all of it can be reached, and Escape closes it", async () => {
    await chord(window, "1");
    const panels = () => window.driver.findElements(By.css('[data-testid="panel"]'));
    const seen = async () => (await panels())[0]?.isDisplayed() ?? false;
    await window.press("/");
    const tool = await tabToTools(window);
    expect(await seen()).toBe(false);
    await window.press(Key.ENTER);
    await panelShows(window, tool);
    await look(window, "zoomed-panel");
    await reachable(window, 'nav, footer, [data-testid="panel"], [aria-label="Tool over the catalog"]');
    await window.press(Key.ESCAPE);
    await until(async () => !(await seen()), "it is closed");
  });
});

test("the theme and the size of the text are as they were after a restart", async () => {
  window.terminate(store);
  await window.quit();
  window = await Window.open(store);
  await until(async () => (await html("theme")) === "dark", "it is dark again");
  await window.total("data-total", 101);
  await chord(window, ",");
  await says(window, SIZE, "200 %");
  expect(await window.driver.executeScript<number>("return innerWidth")).toBeLessThan(800);
  await chord(window, "0");
  await says(window, SIZE, "100 %");
});
