// A view as axe sees it in the real window, contrast included.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { still, wear } from "./look.ts";
import type { Window } from "./window.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Each rule that is broken, with the places where it is. */
const RUN = `const [where, rules, done] = arguments;
  axe.run(where ?? document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) }).then(
    ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(" "), failureSummary].join(": ")))),
    (error) => done(["axe failed: " + error]));`;

/** Axe passes over what is scrolled out of sight: everything that scrolls goes on by a page. False at the end. */
const SCROLL = `let moved = false;
  for (const pane of document.querySelectorAll("*")) {
    // Lists of tools are long and the same all the way down.
    if (pane.matches("[role=grid], [role=listbox]") || !/auto|scroll/.test(getComputedStyle(pane).overflowY)) continue;
    const before = pane.scrollTop;
    pane.scrollTop += pane.clientHeight;
    moved ||= pane.scrollTop > before;
  }
  return moved;`;
const MOST_PAGES = 12;

/** What a theme can break. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
/** Without what never scrolls. */
const WHAT_SCROLLS = { exclude: [["nav"], ["footer"]] };

/** What axe finds wrong in what is shown, all the way down, in both themes. */
export async function violations(window: Window): Promise<string[]> {
  await window.driver.executeScript(axe);
  const found = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const where = page === 0 ? null : WHAT_SCROLLS;
    for (const [theme, rules] of [["dark", OF_COLOURS], ["light", null]] as const) {
      await wear(window, theme);
      const look = async () => {
        await still(window);
        return window.driver.executeAsyncScript<string[]>(RUN, where, rules);
      };
      // What comes or goes during a look has half its colours; a second look finds it there or gone.
      const wrong = (await look()).length === 0 ? [] : await look();
      for (const violation of wrong) found.add(`${theme}: ${violation}`);
    }
    if (!(await window.driver.executeScript<boolean>(SCROLL))) break;
  }
  return [...found];
}
