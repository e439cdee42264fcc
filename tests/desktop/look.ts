// Looking at a view: nothing the window cuts off, and a picture of it once nothing moves.
import { expect } from "vitest";
import { until, type Window } from "./window.ts";

/** Controls that are drawn but cannot be reached because the window cuts them off. */
const CUT_OFF = `
  const cut = [];
  for (const control of document.querySelectorAll("button, input, a, [role=radio], [role=tab]")) {
    const box = control.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(control).visibility === "hidden") continue;
    if (box.left < 0 || box.right > innerWidth + 1) cut.push(control.textContent || control.ariaLabel);
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push("the page is wider than the window");
  return cut;`;

export async function look(window: Window, name: string): Promise<void> {
  expect(await window.driver.executeScript<string[]>(CUT_OFF), name).toEqual([]);
  const still = "return document.getAnimations().every((animation) => animation.playState !== 'running')";
  await until(() => window.driver.executeScript<boolean>(still), "nothing moves any more");
  window.picture(name);
}

/** Puts a theme on, whatever the system says. */
export async function wear(window: Window, theme: string): Promise<void> {
  await window.driver.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
}
