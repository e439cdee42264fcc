// Looking at a view: nothing the window cuts off, and a picture of it once nothing moves.
import { expect } from "vitest";
import { until, type Window } from "./window.ts";

/** Controls that are drawn but cannot be reached because the window or a pane of it cuts them off. */
const CUT_OFF = `
  const cut = [];
  // What scrolls shows the rest when it is scrolled; what stands out of its pane lies under the next one.
  const paneOf = (node) => {
    for (let pane = node.parentElement; pane; pane = pane.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(pane).overflowX)) return null;
      if (pane.matches("main, aside, nav, footer, [role=dialog], [role=alertdialog]")) return pane.getBoundingClientRect();
    }
    return null;
  };
  for (const control of document.querySelectorAll("button, input, a, [role=radio], [role=tab]")) {
    const box = control.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(control).visibility === "hidden") continue;
    const pane = paneOf(control) ?? { left: 0, right: innerWidth };
    if (box.left < pane.left - 1 || box.right > pane.right + 1) cut.push(control.ariaLabel || control.textContent);
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push("the page is wider than the window");
  return cut;`;

export async function look(window: Window, name: string): Promise<void> {
  expect(await window.driver.executeScript<string[]>(CUT_OFF), name).toEqual([]);
  await still(window);
  window.picture(name);
}

/** Until nothing moves or changes its colour any more. */
export async function still(window: Window): Promise<void> {
  const script = "return document.getAnimations().every((animation) => animation.playState !== 'running')";
  await until(() => window.driver.executeScript<boolean>(script), "nothing moves any more");
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Puts a theme on, whatever the system says. */
export async function wear(window: Window, theme: Theme): Promise<void> {
  await window.driver.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
}

/** Controls that stay outside the window, or under something else, however one scrolls. */
const OUT_OF_REACH = `
  const shown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0;
  const out = [];
  for (const control of document.querySelectorAll("button, input, textarea, select, a[href], [role=radio], [role=tab]")) {
    if (!shown(control) || control.closest("[inert]") || !control.closest(arguments[0])) continue;
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

/** Everything that can be pressed, here or in a part of the page, can be brought under the pointer. */
export async function reachable(window: Window, within = "body"): Promise<void> {
  // A toast lies over the page for a few seconds, and goes by itself.
  await until(async () => (await window.count('[data-testid="toast"]')) === 0, "no toast hides anything");
  expect(await window.driver.executeScript<string[]>(OUT_OF_REACH, within)).toEqual([]);
}
