// Navigation to the views of the window. Each function waits until its target is visible.
import { Key } from "selenium-webdriver";
import { pressControl, untilText } from "./actions.ts";
import type { Scope } from "./axe.ts";
import type { Store } from "./store.ts";
import { BY_XPATH, freePort, type Window } from "./window.ts";

export type View = {
  name: string;
  open: (window: Window, store: Store) => Promise<void>;
  /** An overlay (dialog, menu, popover) that Escape closes. */
  isOverlay?: true;
  /** Opens from the catalog in its initial state; other views open from any page. */
  startsOnCatalog?: true;
  /** Opens sections or forms that stay open, so that the next view needs a reload. */
  changesLayout?: true;
  /** No keyboard walk, because the view disappears when the focus moves or is part of another view. */
  isTransient?: true;
  /** One of the views that together have every pair of colours: axe checks their contrast even without `make test-full`. */
  showsColours?: Exclude<Scope, "structure">;
};

/** Clicks the first element that matches an XPath, once it is clickable. */
export async function clickXPath(window: Window, xpath: string): Promise<void> {
  await window.clickFound(BY_XPATH, xpath, xpath);
}
export const clickButton = (window: Window, name: string) =>
  clickXPath(window, `//button[normalize-space()="${name}" or @aria-label="${name}"]`);
export const clickTab = (window: Window, name: string) => clickXPath(window, `//*[@role="tab"][normalize-space()="${name}"]`);
export const untilDialog = (window: Window, text: string) => untilText(window, "[role=dialog]", text);

/** Resets the catalog to its initial state: all servers, cards, no filter, no selection, no toast. */
export async function resetCatalog(window: Window): Promise<void> {
  await window.click("nav-all");
  await window.waitFor(
    `const button = (css, name) => [...document.querySelectorAll(css)].find((button) => name.test(button.ariaLabel || button.textContent));
     const undo = button('[data-testid="bulk-bar"] button', /^Clear/) ?? button("button", /^Clear search$/)
       ?? button('button[aria-pressed="false"]', /^Cards$/) ?? button('[data-testid="toast"] button', /^Close$/);
     undo?.click();
     return !undo && document.querySelector('main [data-testid="card"]') ? { ok: true } : { last: undo?.textContent ?? "no card" };`,
    "the catalog is reset",
  );
}
export async function openFirstTool(window: Window): Promise<void> {
  await window.clickOn('[data-testid="card"]');
  await window.find('[data-testid="panel"][data-tool]');
}
export async function showTable(window: Window): Promise<void> {
  await clickButton(window, "Table");
  await window.get("row");
}
export async function openDriftedTool(window: Window): Promise<void> {
  await window.search("is:drifted");
  await window.total("data-shown", 1);
  await openFirstTool(window);
  await window.get("drift");
}
export async function selectTwoTools(window: Window): Promise<void> {
  await openFirstTool(window);
  await window.press("x", Key.ARROW_RIGHT, "x");
  await window.get("bulk-bar");
}
export async function expandSections(window: Window): Promise<void> {
  await window.waitFor(
    `const folded = [...document.querySelectorAll('[data-testid="panel"] section > header button[aria-expanded="false"]:not([aria-haspopup])')];
     document.querySelectorAll('[data-testid="panel"] section button[aria-expanded="false"]:not([aria-haspopup])').forEach((button) => button.click());
     return folded.length === 0 ? { ok: true } : { last: folded.length };`,
    "all sections are open",
  );
}
export async function openFindings(window: Window): Promise<void> {
  await window.click("nav-findings");
  await window.clickOn('[data-testid="finding"]');
  await window.get("finding-detail");
}
export async function openPage(window: Window, id: string): Promise<void> {
  await window.click(`nav-${id}`);
  await window.get(id);
}
/** Pages, each with the key that opens it together with Control. */
export const PAGE_KEYS = [
  ["catalog", "2"],
  ["review", "1"],
  ["servers", "3"],
  ["rules", "5"],
  ["history", "6"],
  ["export", "7"],
  ["gateway", "8"],
  ["findings-page", "4"],
  ["preferences", ","],
] as const;
export async function openPageByKey(window: Window, page: string, key: string): Promise<void> {
  await pressControl(window, key);
  await window.find(`main[data-testid="${page}"]`);
}
export async function startGateway(window: Window): Promise<void> {
  await openPage(window, "gateway");
  await window.get("gateway-address");
  if ((await window.count('[data-testid="gateway-switch"][aria-checked="false"]')) > 0) {
    await window.fill("gateway-port", `${await freePort()}\n`);
    await window.click("gateway-switch");
  }
  await untilText(window, '[data-testid="gateway-state"]', "since");
}
/** Waits for an approval dialog with enabled buttons: they are disabled for a moment after it opens. */
export async function untilApprovalRequested(window: Window): Promise<void> {
  await untilText(window, "[role=alertdialog]", "Exact arguments");
  await window.find('[data-testid="deny"]:not([aria-disabled])');
}
export async function openServer(window: Window, name: string): Promise<void> {
  await window.click("nav-servers");
  await window.clickOn(`[data-testid="server-${name}"] button`);
  await window.find(`[data-testid="server-detail"][data-server="${name}"]`);
}
export async function openAddServer(window: Window, tab: string): Promise<void> {
  await window.click("add-server");
  await clickTab(window, tab);
  await window.find('[role="tabpanel"][data-state="active"]');
}
export async function openEnvironments(window: Window, tab: string): Promise<void> {
  await window.click("environment");
  await clickXPath(window, '//*[@role="menuitem"][contains(., "Manage")]');
  await window.get("environments");
  await clickTab(window, tab);
}
export async function openPalette(window: Window): Promise<void> {
  await window.click("commands");
  await window.get("palette");
}
