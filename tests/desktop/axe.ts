// axe in the real window: every rule once per view, and colour contrast where it is asked for.
//
// Which rules depend on what is scrolled into view: only color-contrast and link-in-text-block ask axe's isVisibleOnScreen,
// because the body hides its overflow; every other rule reads the whole document. So only they need more than one scroll
// position, and sections that are drawn when they come near the viewport (useNear).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Window } from "./window.ts";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const STRUCTURE = { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) };

/** Sets a theme, ends its transitions, and lists each rule that is broken with its elements. */
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

/** Scrolls every pane by a page. False at the end. Lists of tools are long and the same all the way down. */
const SCROLL = `
  let hasMoved = false;
  for (const pane of document.querySelectorAll("*")) {
    if (pane.matches("[role=grid], [role=listbox]") || !/auto|scroll/.test(getComputedStyle(pane).overflowY)) continue;
    const before = pane.scrollTop;
    pane.scrollTop += pane.clientHeight;
    hasMoved ||= pane.scrollTop > before;
  }
  return hasMoved;`;
const MOST_PAGES = 12;
/** What never scrolls is examined on the first page only. */
const SCROLLED = { exclude: [["nav"], ["footer"]] };

export type Scope = "structure" | "structure and colours" | "all scroll positions";

async function run(window: Window, theme: string, scope: object | null, rules: object): Promise<string[]> {
  const examine = () => window.driver.executeAsyncScript<string[]>(RUN, theme, scope, rules);
  // An element that appears or goes during a run has half its colours; a second run finds it there or gone.
  const violations = await examine();
  return (violations.length === 0 ? [] : await examine()).map((violation) => `${theme}: ${violation}`);
}

/** What axe finds wrong in what is shown. */
export async function findViolations(window: Window, scope: Scope): Promise<string[]> {
  if (!(await window.evaluate<boolean>("return Boolean(window.axe)"))) await window.evaluate(SOURCE);
  const found: string[] = [];
  for (let page = 0; page < (scope === "all scroll positions" ? MOST_PAGES : 1); page++) {
    const part = page === 0 ? null : SCROLLED;
    if (scope !== "structure") found.push(...(await run(window, "dark", part, { runOnly: COLOUR_RULES })));
    found.push(...(await run(window, "light", part, scope === "structure" ? STRUCTURE : {})));
    if (scope === "all scroll positions" && !(await window.evaluate<boolean>(SCROLL))) break;
  }
  return [...new Set(found)];
}
