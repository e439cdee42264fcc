// axe in the real window: every rule once per view, and colour contrast on request.
//
// Only color-contrast and link-in-text-block depend on the scroll position: they use axe's isVisibleOnScreen, because the body
// hides its overflow. All other rules check the whole document. So only these two need several scroll positions, and sections
// that render when they come near the viewport (useLazySection).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Window } from "./window.ts";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const STRUCTURE = { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) };

/** Sets a theme, finishes its transitions, and lists each violated rule with its elements. */
const RUN = `
  const [theme, scope, rules, done] = arguments;
  document.documentElement.dataset.theme = theme;
  const finish = () => {
    for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  };
  finish();
  axe.run(scope ?? document, { resultTypes: ["violations"], ...rules }).then(
    ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(" "), failureSummary].join(": ")))),
    (error) => done(["axe failed: " + error]));`;

/** Scrolls every pane by a page; false at the end. Skips lists of tools, which are long and uniform. */
const SCROLL = `
  let hasMoved = false;
  for (const pane of document.querySelectorAll("*")) {
    if (pane.matches("[role=grid], [role=listbox]") || !/auto|scroll/.test(getComputedStyle(pane).overflowY)) continue;
    const before = pane.scrollTop;
    pane.scrollTop += pane.clientHeight;
    hasMoved ||= pane.scrollTop > before;
  }
  return hasMoved;`;
const MAX_PAGES = 12;
/** Elements that never scroll are checked at the first scroll position only. */
const SCROLLING_ELEMENTS = { exclude: [["nav"], ["footer"]] };

export type Scope = "structure" | "structure and colours" | "all scroll positions";

async function run(window: Window, theme: string, scope: object | null, rules: object): Promise<string[]> {
  const examine = () => window.driver.executeAsyncScript<string[]>(RUN, theme, scope, rules);
  // An element that fades in or out during a run has blended colours; a second run sees the final state.
  const violations = await examine();
  return (violations.length === 0 ? [] : await examine()).map((violation) => `${theme}: ${violation}`);
}

/** Violations in the current view. */
export async function findViolations(window: Window, scope: Scope): Promise<string[]> {
  if (!(await window.evaluate<boolean>("return Boolean(window.axe)"))) await window.evaluate(SOURCE);
  const found: string[] = [];
  for (let page = 0; page < (scope === "all scroll positions" ? MAX_PAGES : 1); page++) {
    const part = page === 0 ? null : SCROLLING_ELEMENTS;
    if (scope !== "structure") found.push(...(await run(window, "dark", part, { runOnly: COLOUR_RULES })));
    found.push(...(await run(window, "light", part, scope === "structure" ? STRUCTURE : {})));
    if (scope === "all scroll positions" && !(await window.evaluate<boolean>(SCROLL))) break;
  }
  return [...new Set(found)];
}
