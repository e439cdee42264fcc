// Tests of the view checks: each fault, injected into the first-run page, must be reported.
import { beforeAll, describe, expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { newCoverage, recordFocus, walk } from "./keyboard-walk.ts";
import { checkLayout, checkReachable } from "./layout.ts";
import { Store } from "./store.ts";
import { reload } from "./views.ts";
import { Window } from "./window.ts";

let window: Window;

beforeAll(async () => {
  window = await Window.open(new Store());
});

/** Reloads the first-run page and injects a fault. */
async function showWith(fault: string): Promise<void> {
  await reload(window);
  await window.get("open-demo");
  await recordFocus(window);
  await window.evaluate(`const button = document.querySelector('[data-testid="open-demo"]'); ${fault}`);
}

const messageOf = (check: Promise<unknown>): Promise<string> =>
  check.then(
    () => "",
    (error: unknown) => `${String(error)} ${JSON.stringify(error instanceof Error && "actual" in error ? error.actual : null)}`,
  );

describe("layout", () => {
  test("a control that the window cuts off", async () => {
    await showWith("button.style.position = 'fixed'; button.style.left = '-40px'");
    expect(await messageOf(checkLayout(window, "fault"))).toContain("demo");
  });

  test("a label that does not fit into its button", async () => {
    await showWith("button.style.cssText = 'width: 30px; min-width: 0; overflow: hidden; white-space: nowrap'");
    expect(await messageOf(checkLayout(window, "fault"))).toContain("the text of");
  });

  test("a control under something else", async () => {
    await showWith(
      "const cover = document.createElement('div'); cover.style.cssText = 'position: fixed; inset: 0; z-index: 99'; document.body.append(cover)",
    );
    expect(await messageOf(checkReachable(window))).toContain("under DIV");
  });
});

describe("axe", () => {
  test("a control without a name", async () => {
    await showWith("button.replaceChildren(); button.removeAttribute('aria-label')");
    expect((await findViolations(window, "structure")).join()).toContain("button-name");
  });

  test.each(["light", "dark"])("text without contrast in the %s theme only", async (theme) => {
    await showWith(
      `const style = document.createElement("style");
       style.textContent = '[data-theme="${theme}"] main * { color: #808080 !important; background: #777 !important }';
       document.head.append(style);`,
    );
    expect(await findViolations(window, "structure")).toEqual([]);
    const violations = await findViolations(window, "structure and colours");
    expect(violations.length).toBeGreaterThan(0);
    for (const violation of violations) expect(violation).toContain(`${theme}: color-contrast`);
  });

  test("text without contrast that is visible only at another scroll position", async () => {
    await showWith(
      `const pane = document.createElement("div");
       pane.tabIndex = 0;
       pane.style.cssText = "position: fixed; inset: 0; overflow-y: auto; background: #fff; color: #000";
       pane.innerHTML = '<p style="height: 1500px">top</p><p style="color: #ddd">below</p>';
       document.querySelector("main").append(pane);`,
    );
    expect((await findViolations(window, "structure and colours")).join()).not.toContain("color-contrast");
    expect((await findViolations(window, "all scroll positions")).join()).toContain("color-contrast");
  });
});

describe("keyboard walk", () => {
  test.each([
    ["a control that no key reaches", "button.tabIndex = -1", "no key reaches"],
    ["a positive tabindex", "button.tabIndex = 1", "positive tabindex"],
    [
      "a focus that cannot be seen",
      "const style = document.createElement('style'); style.textContent = '[data-testid=open-demo] { outline: none !important }'; document.head.append(style)",
      "looks the same with the focus",
    ],
    ["a control that keeps the focus", "button.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault())", "does not leave"],
    ["a control that drops the focus", "button.addEventListener('focus', () => button.blur())", "loses the focus"],
    [
      "a focus order that jumps between landmarks",
      `const main = document.querySelector("main");
       const aside = document.createElement("aside");
       aside.append(button.cloneNode(true));
       main.after(aside, main.cloneNode(true), aside.cloneNode(true));`,
      "jumps between landmarks",
    ],
    [
      "a control that is covered while it has the focus",
      `const cover = document.createElement("div");
       cover.style.cssText = "position: fixed; inset: 0; z-index: 99";
       document.body.append(cover);`,
      "lies under something else",
    ],
  ])("%s", async (_, fault, problem) => {
    await showWith(fault);
    expect((await walk(window, newCoverage())).join("\n")).toContain(problem);
  });
});
