// The ways to what the window can show: each waits until it is there.
import { By, Key } from "selenium-webdriver";
import { until, type Store, type Window } from "./window.ts";

export type View = {
  name: string;
  open: (window: Window, store: Store) => Promise<void>;
  /** Something lies above the page, and Escape closes it. */
  above?: true;
};

/** Clicks what an XPath finds, as soon as nothing lies over it. */
export async function press(window: Window, xpath: string): Promise<void> {
  await until(async () => {
    const [found] = await window.driver.findElements(By.xpath(xpath));
    if (!found || !(await found.isEnabled()) || (await found.getAttribute("aria-disabled")) === "true") return false;
    await found.click();
    return true;
  }, `${xpath} can be clicked`);
}
export const pressButton = (window: Window, words: string) =>
  press(window, `//button[normalize-space()="${words}" or @aria-label="${words}"]`);
export const pressTab = (window: Window, words: string) => press(window, `//*[@role="tab"][normalize-space()="${words}"]`);
export const says = (window: Window, css: string, words: string) =>
  until(
    () => window.driver.executeScript<boolean>("return document.querySelector(arguments[0])?.textContent.includes(arguments[1])", css, words),
    `${css} says ${words}`,
  );
export const control = (window: Window, key: string) =>
  window.driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
export const dialog = (window: Window, words: string) => says(window, "[role=dialog]", words);

export async function cards(window: Window): Promise<void> {
  await window.clickOn('[data-testid="card"]');
  await window.find('[data-testid="panel"][data-tool]');
}
export async function table(window: Window): Promise<void> {
  await pressButton(window, "Table");
  await window.get("row");
}
export async function drifted(window: Window): Promise<void> {
  await window.search("is:drifted");
  await window.total("data-shown", 1);
  await cards(window);
  await window.get("drift");
}
export async function marked(window: Window): Promise<void> {
  await cards(window);
  await window.press("x", Key.ARROW_RIGHT, "x");
  await window.get("bulk-bar");
}
export async function everySection(window: Window): Promise<void> {
  const folded = `document.querySelectorAll('[data-testid="panel"] section button[aria-expanded="false"]:not([aria-haspopup])')`;
  await window.driver.executeScript(`${folded}.forEach((button) => button.click())`);
  await until(async () => (await window.count('[data-testid="panel"] section > header button[aria-expanded="false"]:not([aria-haspopup])')) === 0, "all are open");
}
export async function findings(window: Window): Promise<void> {
  await window.click("nav-findings");
  await window.clickOn('[data-testid="finding"]');
  await window.get("finding-detail");
}
export async function page(window: Window, id: string): Promise<void> {
  await window.click(`nav-${id}`);
  await window.get(id);
}
export async function gatewayOn(window: Window): Promise<void> {
  await page(window, "gateway");
  await window.get("gateway-address");
  const [off] = await window.driver.findElements(By.css('[data-testid="gateway-switch"][aria-checked="false"]'));
  await off?.click();
  await says(window, '[data-testid="gateway-state"]', "since");
}
/** A call is asked about, and can be answered: nothing can be pressed in the first moment. */
export async function asked(window: Window): Promise<void> {
  await says(window, "[role=alertdialog]", "Exact arguments");
  await window.find('[data-testid="deny"]:not([aria-disabled])');
}
export async function servers(window: Window, name: string): Promise<void> {
  await window.click("nav-servers");
  await window.clickOn(`[data-testid="server-${name}"] button`);
  await window.find(`[data-testid="server-detail"][data-server="${name}"]`);
}
export async function add(window: Window, way: string): Promise<void> {
  await window.click("add-server");
  await pressTab(window, way);
  await window.find('[role="tabpanel"][data-state="active"]');
}
export async function environments(window: Window, tab: string): Promise<void> {
  await window.click("environment");
  await press(window, '//*[@role="menuitem"][contains(., "Manage")]');
  await window.get("environments");
  await pressTab(window, tab);
}
export async function palette(window: Window): Promise<void> {
  await window.click("commands");
  await window.get("palette");
}
