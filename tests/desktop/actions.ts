// User actions and queries that many tests share.
import { error as WebDriverError, Key, type WebElement } from "selenium-webdriver";
import { until } from "./wait.ts";
import type { Window } from "./window.ts";

/** Text of the first matching element, displayed or not. */
export const textOf = (window: Window, css: string): Promise<string> =>
  window.evaluate<string>("return document.querySelector(arguments[0])?.textContent ?? ''", css);

/** Waits until the first matching element contains all texts. */
export async function untilText(window: Window, css: string, ...texts: string[]): Promise<void> {
  await window.waitFor(
    `const [css, ...texts] = arguments;
     const text = document.querySelector(css)?.textContent ?? "";
     return texts.every((part) => text.includes(part)) ? { ok: true } : { last: text.slice(0, 2000) };`,
    `${css} contains ${texts.join(", ")}`,
    css,
    ...texts,
  );
}

/** Texts of all matching elements, in document order. */
export const textsOf = (window: Window, css: string): Promise<string[]> =>
  window.evaluate<string[]>("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", css);

/** Waits until the matching elements have exactly these texts. */
export async function untilTexts(window: Window, css: string, ...expected: string[]): Promise<void> {
  await window.waitFor(
    `const texts = [...document.querySelectorAll(arguments[0])].map((e) => e.textContent);
     return JSON.stringify(texts) === arguments[1] ? { ok: true } : { last: texts };`,
    `${css} have the texts ${expected.join(", ")}`,
    css,
    JSON.stringify(expected),
  );
}

/** Values of an attribute of all matching elements, in document order. */
export const attributesOf = (window: Window, css: string, name: string): Promise<string[]> =>
  window.evaluate<string[]>(
    "const [css, name] = arguments; return [...document.querySelectorAll(css)].map((e) => e.getAttribute(name))",
    css,
    name,
  );

/** Finds a control by its label or text, ignoring key hints. */
const BY_NAME = `
  const [name, within] = arguments;
  const nameOf = (control) => {
    if (control.ariaLabel) return control.ariaLabel;
    const copy = control.cloneNode(true);
    copy.querySelectorAll("kbd").forEach((key) => key.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const controls = document.querySelectorAll(["button", "input", "textarea", "select", "[role^=menuitem]", "[role=tab]", "[role=radio]"]
    .map((kind) => within + " " + kind).join(", "));
  return [...controls].find((control) => nameOf(control) === name && control.getClientRects().length > 0);`;

export function findNamed(window: Window, name: string, within = "body"): Promise<WebElement> {
  const condition = `const control = (function () { ${BY_NAME} })(...arguments); return control ? { ok: control } : null;`;
  return window.waitFor<WebElement>(condition, `"${name}" is displayed in ${within}`, name, within);
}

export async function clickNamed(window: Window, name: string, within = "body"): Promise<void> {
  await window.clickFound(BY_NAME, `"${name}" in ${within}`, name, within);
}

/** Answers an approval dialog and waits until it is removed. Its buttons are disabled for a moment after it opens. */
export async function answer(window: Window, dialog: string, testId: string): Promise<void> {
  const button = await window.clickOn(`${dialog} [data-testid="${testId}"]`);
  const isRemoved = () =>
    button.getTagName().then(
      () => false,
      (error: unknown) => error instanceof WebDriverError.StaleElementReferenceError,
    );
  await until(isRemoved, `the dialog is gone after ${testId}`);
}

/** Presses Control and a key; a capital letter adds Shift. */
export async function pressControl(window: Window, key: string): Promise<void> {
  const isShifted = /^[A-Z]$/.test(key);
  let keys = window.driver.actions().keyDown(Key.CONTROL);
  if (isShifted) keys = keys.keyDown(Key.SHIFT);
  keys = keys.sendKeys(key.toLowerCase());
  if (isShifted) keys = keys.keyUp(Key.SHIFT);
  await keys.keyUp(Key.CONTROL).perform();
}

export async function pressShift(window: Window, key: string): Promise<void> {
  await window.driver.actions().keyDown(Key.SHIFT).sendKeys(key).keyUp(Key.SHIFT).perform();
}

/** Tool whose card or row has the focus. */
export const focusedTool = (window: Window): Promise<string | null> =>
  window.evaluate<string | null>("return document.activeElement?.dataset.tool ?? null");

export async function untilFocused(window: Window, tool: string): Promise<void> {
  await window.waitFor(
    "const tool = document.activeElement?.dataset.tool; return tool === arguments[0] ? { ok: true } : { last: tool ?? null }",
    `${tool} has the focus`,
    tool,
  );
}

/** Moves the focus to the cards or rows with Tab alone. */
export async function tabToTools(window: Window): Promise<string> {
  return until(async () => {
    const tool = await focusedTool(window);
    if (tool === null) await window.press(Key.TAB);
    return tool;
  }, "Tab reaches the tools");
}

/** Waits until the panel has loaded a tool. */
export async function untilPanelShows(window: Window, tool: string): Promise<void> {
  await window.find(`[data-testid="panel"][data-tool="${tool}"]:not([aria-busy])`);
}

/** Filters the catalog to one tool and opens its panel. */
export async function openTool(window: Window, tool: string): Promise<void> {
  await window.search(tool.slice(tool.indexOf(".") + 1));
  await window.clickOn(`main [data-tool="${tool}"]`);
  await untilPanelShows(window, tool);
}

/** Selects Inherit, Yes or No for a hint in the panel or on the review page. */
export async function decide(window: Window, hint: string, choice: "Inherit" | "Yes" | "No"): Promise<void> {
  // Sections far from the viewport are not rendered.
  await window.evaluate("document.getElementById('panel-hints')?.scrollIntoView()");
  await clickNamed(window, choice, `[data-testid="hint-${hint}"]`);
}

export const ACCEPT_DIALOG = '[data-testid="accept-dialog"]';

/** Confirms the dialog that asks before accepting tools loosens a hint, if it opens before they are accepted. */
export async function confirmAccept(window: Window, isAccepted: () => boolean): Promise<void> {
  await until(async () => {
    if (isAccepted()) return true;
    await window.evaluate(
      `const dialog = document.querySelector(arguments[0]);
       const next = dialog?.querySelector('[role="checkbox"][data-state="unchecked"]') ?? dialog?.querySelector('[data-testid="confirm"]:enabled');
       next?.click();`,
      ACCEPT_DIALOG,
    );
    return false;
  }, "the tools are accepted");
  await window.gone(ACCEPT_DIALOG);
}

/** Keeps every toast open until the next reload, by simulated hover, so that tests do not race against the toast's timeout. */
export async function holdToasts(window: Window): Promise<void> {
  await window.evaluate(`
    const hold = () => document.querySelectorAll('[data-testid="toast"]:not([data-held])').forEach((toast) => {
      toast.dataset.held = "";
      toast.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    });
    new MutationObserver(hold).observe(document.body, { childList: true, subtree: true });
    hold();`);
}

/** Closes the toast, which would otherwise cover part of the page until its timeout. */
export async function closeToasts(window: Window): Promise<void> {
  await window.waitFor(
    `const buttons = [...document.querySelectorAll('[data-testid="toast"] [aria-label="Close"]')];
     buttons.forEach((button) => button.click());
     return buttons.length === 0 ? { ok: true } : { last: "toast" };`,
    "no toast is shown",
  );
}
