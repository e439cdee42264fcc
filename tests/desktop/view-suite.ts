// Checks of a view in one visit: layout, axe, and a keyboard walk.
import { expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { closeWithEscape, newCoverage, walk } from "./keyboard-walk.ts";
import { checkViewLayout } from "./layout.ts";
import type { View } from "./navigation.ts";
import type { ViewVisitor } from "./view-visitor.ts";
import type { Window } from "./window.ts";

/** `make test-full` checks every view in both themes, at every scroll position. */
const IS_FULL = process.env["HINTSMITH_TEST_FULL"] === "1";

/** Checks the current view. All views of one window share `coverage`. */
export async function checkView(window: Window, view: Omit<View, "open">, coverage = newCoverage()): Promise<void> {
  await checkViewLayout(window, view.name);
  const violations = await findViolations(window, IS_FULL ? "all scroll positions" : (view.showsColours ?? "structure"));
  const problems = view.isTransient ? [] : await walk(window, coverage);
  expect([...violations, ...problems]).toEqual([]);
}

/** Registers one test per view, all in the same window. */
export function testViews(views: readonly View[], context: () => { window: Window; visitor: ViewVisitor }): void {
  const coverage = newCoverage();
  test.each(views.map((view) => [view.name, view] as const))("%s", async (_, view) => {
    const { window, visitor } = context();
    await visitor.open(view);
    await checkView(window, view, coverage);
    if (view.isOverlay && !view.isTransient) await closeWithEscape(window);
    await visitor.leave(view);
  });
}
