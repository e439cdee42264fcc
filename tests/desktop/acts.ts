// What a person does and reads in the window again and again, and what the store says about it.
import { error as WebDriverError, Key, type WebElement } from "selenium-webdriver";
import { until, type Store, type Window } from "./window.ts";

/** The text of the first element, also where it is only heard. */
export const text = (window: Window, css: string): Promise<string> =>
  window.driver.executeScript<string>("return document.querySelector(arguments[0])?.textContent ?? ''", css);

export async function says(window: Window, css: string, words: string): Promise<void> {
  let last = "";
  await until(async () => (last = await text(window, css)).includes(words), () => `${css} says "${words}", not "${last}"`);
}

/** The texts of all elements, in the order of the page. */
export const texts = (window: Window, css: string): Promise<string[]> =>
  window.driver.executeScript<string[]>("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", css);

export async function allSay(window: Window, css: string, ...expected: string[]): Promise<void> {
  let last: string[] = [];
  const same = async () => JSON.stringify((last = await texts(window, css))) === JSON.stringify(expected);
  await until(same, () => `${css} say ${expected.join(", ")}, not ${last.join(", ")}`);
}

/** One attribute of all elements, in the order of the page. */
export const attributes = (window: Window, css: string, name: string): Promise<string[]> =>
  window.driver.executeScript<string[]>(
    "const [css, name] = arguments; return [...document.querySelectorAll(css)].map((e) => e.getAttribute(name))",
    css,
    name,
  );

const NAMED = `
  const [name, within] = arguments;
  const words = (control) => {
    if (control.ariaLabel) return control.ariaLabel;
    const copy = control.cloneNode(true);
    copy.querySelectorAll("kbd").forEach((key) => key.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const controls = document.querySelectorAll(["button", "input", "textarea", "select", "[role^=menuitem]", "[role=tab]", "[role=radio]"]
    .map((kind) => within + " " + kind).join(", "));
  return [...controls].find((control) => words(control) === name && control.getClientRects().length > 0) ?? null;`;

/** Presses a button of a question until that question is gone: one that has just opened takes no answer yet. */
export async function answered(window: Window, dialog: string, testId: string): Promise<void> {
  const button = await window.find(`${dialog} [data-testid="${testId}"]`);
  const isGone = () =>
    button.isDisplayed().then(
      () => false,
      (error: unknown) => error instanceof WebDriverError.StaleElementReferenceError,
    );
  await until(async () => {
    await button.click().catch(() => undefined);
    return isGone();
  }, `${testId} is taken`);
}

/** The control that is called so: by its label or by its words, without the keys beside them. */
export async function named(window: Window, name: string, within = "body"): Promise<WebElement> {
  return until(() => window.driver.executeScript<WebElement | null>(NAMED, name, within), `"${name}" is there, in ${within}`);
}

export async function click(window: Window, name: string, within?: string): Promise<void> {
  await until(async () => {
    const control = await named(window, name, within);
    if ((await control.getAttribute("aria-disabled")) === "true") return false;
    await control.click();
    return true;
  }, `"${name}" can be clicked`);
}

/** Presses the keys while Control is held; a capital letter holds Shift too. */
export async function chord(window: Window, key: string): Promise<void> {
  const shift = /^[A-Z]$/.test(key);
  let keys = window.driver.actions().keyDown(Key.CONTROL);
  if (shift) keys = keys.keyDown(Key.SHIFT);
  keys = keys.sendKeys(key.toLowerCase());
  if (shift) keys = keys.keyUp(Key.SHIFT);
  await keys.keyUp(Key.CONTROL).perform();
}

export async function shifted(window: Window, key: string): Promise<void> {
  await window.driver.actions().keyDown(Key.SHIFT).sendKeys(key).keyUp(Key.SHIFT).perform();
}

/** The tool whose card or row has the focus. */
export const focusedTool = (window: Window): Promise<string | null> =>
  window.driver.executeScript<string | null>("return document.activeElement?.dataset.tool ?? null");

/** Goes from wherever the focus is to the cards or rows, with Tab alone. */
export async function tabToTools(window: Window): Promise<string> {
  return until(async () => {
    const tool = await focusedTool(window);
    if (tool === null) await window.press(Key.TAB);
    return tool;
  }, "Tab reaches the tools");
}

export async function panelShows(window: Window, tool: string): Promise<void> {
  await window.find(`[data-testid="panel"][data-tool="${tool}"]:not([aria-busy])`);
}

/** Shows one tool alone, and its panel. */
export async function open(window: Window, tool: string): Promise<void> {
  await window.search(tool.slice(tool.indexOf(".") + 1));
  await window.clickOn(`main [data-tool="${tool}"]`);
  await panelShows(window, tool);
}

/** Inherit, Yes or No in the panel or on the stage. */
export async function decide(window: Window, hint: string, choice: "Inherit" | "Yes" | "No"): Promise<void> {
  // What is far from what is seen is not drawn.
  await window.driver.executeScript("document.getElementById('panel-hints')?.scrollIntoView()");
  await click(window, choice, `[data-testid="hint-${hint}"]`);
}

type Json = any;
export const json = (store: Store, ...args: string[]): Json => JSON.parse(store.cli(...args, "--json"));
export const explained = (store: Store, tool: string, ...more: string[]): Json => json(store, "explain", tool, ...more).fields;
/** Options stand before the filter. */
export const listed = (store: Store, ...filter: string[]): Json[] => JSON.parse(store.cli("tools", "--json", ...filter));

/** Waits until the store says so about a field of a tool. */
export async function stored(store: Store, tool: string, field: string, expected: object, ...more: string[]): Promise<void> {
  let last: Json;
  const wanted = Object.entries(expected);
  await until(
    () => (last = explained(store, tool, ...more)[field]) && wanted.every(([key, value]) => last[key] === value),
    () => `${field} of ${tool} is ${JSON.stringify(expected)}, not ${JSON.stringify({ ...last, shadows: undefined })}`,
  );
}
