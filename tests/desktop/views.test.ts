// Every view in both themes: a picture of it in target/screenshots, and no control that the window cuts off.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { By, Key } from "selenium-webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { look, wear } from "./look.ts";
import { root, Store, until, Window } from "./window.ts";

const odd = join(root, "tests/servers/odd.mjs");

describe.each(["light", "dark"])("in %s", (theme) => {
  const store = new Store();
  let window: Window;

  beforeAll(async () => {
    window = await Window.open(store);
    await wear(window, theme);
  });
  afterAll(async () => {
    await window.quit();
    store.remove();
  });

  test("the first run", async () => {
    await window.get("open-demo");
    await look(window, `first-run-${theme}`);
  });

  test("what will run", async () => {
    await window.click("open-demo");
    await window.get("start-server");
    await look(window, `start-${theme}`);
    await window.click("start-server");
    await window.total("data-total", 101);
  });

  test("the catalog with a decided tool", async () => {
    store.cli("set", "demo.nc_contacts_delete_group", "read-only=no", "destructive=yes");
    store.cli("set", "demo.nc_contacts_create_contact", "open-world=no");
    await until(async () => (await (await window.get("changes")).getText()).includes("3"), "three changes");
    await (await window.find('[data-testid="card"]')).click();
    await window.search("contacts");
    const card = await window.find('[data-testid="card"][data-tool="demo.nc_contacts_delete_group"]');
    await card.click();
    await until(async () => (await (await window.get("panel")).getAttribute("data-tool")) === "demo.nc_contacts_delete_group", "it is shown");
    await until(async () => (await window.count('[data-testid="toast"]')) === 0, "no toast hides anything");
    await look(window, `catalog-${theme}`);
  });

  test("what a hint means, from its (i)", async () => {
    const row = await window.get("hint-destructive");
    const about = await row.findElement(By.css('button[aria-label^="What"]'));
    await window.driver.actions().move({ origin: about }).perform();
    const text = () => window.driver.findElement(By.css("body")).getText();
    await until(async () => (await text()).includes("Can this tool lose or overwrite something?"), "the tooltip is open");
    await look(window, `hint-${theme}`);
    await window.press(Key.ESCAPE);
  });

  test("the layer stack", async () => {
    const row = await window.get("hint-destructive");
    await row.findElement(By.xpath('.//button[normalize-space()="Why?"]')).click();
    await until(async () => (await window.driver.findElement(By.css("body")).getText()).includes("MCP specification"), "the stack is open");
    await look(window, `stack-${theme}`);
    await window.press(Key.ESCAPE);
  });

  test("export", async () => {
    await window.click("nav-export");
    await window.get("export-path");
    await until(async () => (await (await window.get("export")).getText()).includes("nc_contacts_delete_group"), "the file is shown");
    await look(window, `export-${theme}`);
  });

  test("what applying a file would change", async () => {
    const file = join(store.folder, "other.json");
    const decided = { annotations: { readOnlyHint: true }, because: { readOnlyHint: "it only lists" } };
    const servers = { demo: { tools: { nc_notes_list_notes: decided } }, elsewhere: { tools: { ping: decided } } };
    writeFileSync(file, JSON.stringify({ hintsmith: 1, servers }));
    await window.driver.findElement(By.xpath('//button[contains(., "Apply file")]')).click();
    await window.fill("apply-path", file);
    await window.press(Key.TAB);
    const dialog = async () =>
      (await window.driver.findElement(By.css("[role=dialog]")).getAttribute("textContent")) ?? "";
    await until(async () => (await dialog()).includes("it only lists"), "the change is shown");
    expect(await dialog()).toContain("elsewhere");
    await look(window, `apply-${theme}`);
    await window.press(Key.ESCAPE);
  });

  test("a server that failed", async () => {
    expect(() => store.cli("add", "broken", "--yes", "--", "node", odd, "exits")).toThrow();
    await window.click("nav-server-broken");
    await window.get("server-failure");
    await look(window, `failed-${theme}`);
  });

  test("a small window", async () => {
    await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1024, height: 680 });
    await window.click("nav-all");
    await window.get("card");
    await look(window, `catalog-1024-${theme}`);
  });
});
