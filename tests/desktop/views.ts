// All views of a filled store (fixture.ts). No view depends on the name of a tool, so that each opens with any server content.
import { CATALOG_VIEWS } from "./catalog-views.ts";
import { disconnectWaitingClients } from "./fixture.ts";
import { setTheme } from "./layout.ts";
import type { View } from "./navigation.ts";
import { PAGE_VIEWS } from "./page-views.ts";
import { TOOLSET_VIEWS } from "./toolset-views.ts";
import type { Window } from "./window.ts";

export type { View };
export const VIEWS: readonly View[] = [...CATALOG_VIEWS, ...TOOLSET_VIEWS, ...PAGE_VIEWS];

/** Reloads the page with its initial settings. */
export async function reload(window: Window): Promise<void> {
  await disconnectWaitingClients();
  await window.evaluate("localStorage.clear()");
  await window.driver.navigate().refresh();
  await window.waitFor("return document.querySelector('main') && { ok: true }", "the page is drawn");
  await setTheme(window, "light");
}
