// Every view of a filled store (fixture.ts). No view names a tool, so that each can be opened whatever the servers send.
import { CATALOG_VIEWS } from "./catalog-views.ts";
import { disconnectWaitingClients } from "./fixture.ts";
import { setTheme } from "./layout.ts";
import type { View } from "./navigation.ts";
import { PAGE_VIEWS } from "./page-views.ts";
import { TOOLSET_VIEWS } from "./toolset-views.ts";
import type { Window } from "./window.ts";

export type { View };
export const VIEWS: readonly View[] = [...CATALOG_VIEWS, ...TOOLSET_VIEWS, ...PAGE_VIEWS];

/** Reloads the page as it is after the first start. */
export async function reload(window: Window): Promise<void> {
  await disconnectWaitingClients();
  await window.evaluate("localStorage.clear()");
  await window.driver.navigate().refresh();
  await window.waitFor("return document.querySelector('main') && { ok: true }", "the page is drawn");
  await setTheme(window, "light");
}
