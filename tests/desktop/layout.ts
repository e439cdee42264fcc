// Layout checks: no control and no label is cut off, every control can be scrolled into view, and nothing covers it.
import { expect } from "vitest";
import { closeToasts } from "./actions.ts";
import { takeScreenshot } from "./screenshot.ts";
import type { Window } from "./window.ts";

/** Visible controls that the window or a pane cuts off. */
const CUT_OFF = `
  const cut = [];
  // Content that overflows a scrolling pane can be scrolled into view; in any other pane the neighbour covers it.
  const paneOf = (node) => {
    for (let pane = node.parentElement; pane; pane = pane.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(pane).overflowX)) return null;
      if (pane.matches("main, aside, nav, footer, [role=dialog], [role=alertdialog]")) return pane.getBoundingClientRect();
    }
    return null;
  };
  for (const control of document.querySelectorAll("button, input:not([aria-hidden]), a, [role=radio], [role=tab]")) {
    const box = control.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(control).visibility === "hidden") continue;
    const pane = paneOf(control) ?? { left: 0, right: innerWidth };
    if (box.left < pane.left - 1 || box.right > pane.right + 1) cut.push(control.ariaLabel || control.textContent);
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push("the page is wider than the window");
  // Labels are ours and must fit; texts of servers and of the user, in a bdi element, may be shortened.
  const clips = (part) => {
    const { overflowX, clipPath } = getComputedStyle(part);
    return /hidden|clip/.test(overflowX) && clipPath === "none" && part.scrollWidth > part.clientWidth + 1 && !part.querySelector("bdi") && !part.closest("bdi");
  };
  for (const label of document.querySelectorAll("button, [role=tab], [role=radio], [role^=menuitem], [role=columnheader], th, label, dt, h2, h3")) {
    if (label.checkVisibility({ visibilityProperty: true }) && [label, ...label.querySelectorAll("*")].some(clips)) {
      cut.push("the text of " + (label.ariaLabel || label.textContent));
    }
  }
  return cut;`;

/** Checks that no control and no label is cut off. `make screenshots` also takes a screenshot. */
export async function checkLayout(window: Window, name: string): Promise<void> {
  await untilStill(window); // an opening dialog has not reached its final size
  expect(await window.evaluate<string[]>(CUT_OFF), name).toEqual([]);
  if (TAKES_SCREENSHOTS) takeScreenshot(name, await window.evaluate<[number, number]>("return [innerWidth, innerHeight]"));
}

/** Checks a view once; `make screenshots` does so in both themes. */
export async function checkViewLayout(window: Window, name: string): Promise<void> {
  if (!TAKES_SCREENSHOTS) return checkLayout(window, name);
  for (const theme of THEMES) {
    await setTheme(window, theme);
    await checkLayout(window, `${name}-${theme}`);
  }
}

export const TAKES_SCREENSHOTS = process.env["HINTSMITH_SCREENSHOTS"] === "1";

/** Waits until no finite animation or transition runs. */
export async function untilStill(window: Window): Promise<void> {
  await window.waitFor(
    `const running = document.getAnimations().filter((animation) => animation.playState === "running"
       && animation.effect.getComputedTiming().endTime < Infinity);
     return running.length === 0 ? { ok: true } : { last: running.length };`,
    "no animation runs",
  );
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Sets the theme, regardless of the system's. */
export async function setTheme(window: Window, theme: Theme): Promise<void> {
  await window.evaluate("document.documentElement.dataset.theme = arguments[0]", theme);
}

/** Controls that are outside the window or covered even after scrolling them into view. */
const OUT_OF_REACH = `
  const isShown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0;
  const out = [];
  for (const control of document.querySelectorAll("button, input:not([aria-hidden]), textarea, select, a[href], [role=radio], [role=tab]")) {
    if (!isShown(control) || control.closest("[inert]") || !control.closest(arguments[0])) continue;
    control.scrollIntoView({ block: "center", inline: "center" });
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || !(control.contains(top) || top.contains(control) || control.labels?.[0]?.contains(top))) {
      out.push((control.ariaLabel || control.textContent || control.tagName) + " at " + Math.round(x) + "," + Math.round(y)
        + (top ? " under " + (top.className || top.tagName) : ""));
    }
  }
  const { scrollTop, scrollLeft } = document.documentElement;
  if (scrollTop !== 0 || scrollLeft !== 0) out.push("the page itself scrolls, by " + scrollLeft + "," + scrollTop);
  document.documentElement.scrollTo(0, 0);
  return out;`;

/** Checks that the pointer can reach every control within a part of the page. */
export async function checkReachable(window: Window, within = "body"): Promise<void> {
  await closeToasts(window);
  expect(await window.evaluate<string[]>(OUT_OF_REACH, within)).toEqual([]);
}
