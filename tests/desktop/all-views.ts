// Every view of a filled store (scene.ts), and everything that opens above one. Each begins on a page that was just loaded,
// and names no tool, so that it can be shown whatever the servers send.
import { wear } from "./look.ts";
import { endAsking } from "./scene.ts";
import { VIEWS_OF_PAGES } from "./views-of-pages.ts";
import { VIEWS_OF_TOOLS } from "./views-of-tools.ts";
import { VIEWS_OF_TOOLSETS } from "./views-of-toolsets.ts";
import type { View } from "./ways.ts";
import { until, type Store, type Window } from "./window.ts";

export type { View };
export const VIEWS: readonly View[] = [...VIEWS_OF_TOOLS, ...VIEWS_OF_TOOLSETS, ...VIEWS_OF_PAGES];

/** The page as it is after the first start. */
export async function fresh(window: Window): Promise<void> {
  await endAsking();
  await window.driver.executeScript("localStorage.clear()");
  await window.driver.navigate().refresh();
  await until(() => window.count("main").then((found) => found > 0), "the page is drawn");
  await wear(window, "light");
}

export async function show(window: Window, store: Store, view: View): Promise<void> {
  await fresh(window);
  await view.open(window, store);
}
