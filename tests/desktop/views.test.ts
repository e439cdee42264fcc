// Every view in both themes: a picture of it, and no accessibility fault that axe can see.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { By } from "selenium-webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, Store, until, Window } from "./window.ts";

const axe = readFileSync(join(root, "ui/node_modules/axe-core/axe.min.js"), "utf8");
const odd = join(root, "tests/servers/odd.mjs");

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

async function look(window: Window, name: string): Promise<void> {
  await window.picture(name);
  await window.driver.executeScript(axe);
  const found = await window.driver.executeAsyncScript<Violation[]>(
    "const done = arguments[0]; axe.run(document).then((result) => done(result.violations))",
  );
  const told = found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
  expect(told, name).toEqual([]);
}

async function wear(window: Window, theme: string): Promise<void> {
  await window.driver.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
}

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
    store.cli("set", "demo.nc_notes_delete_note", "destructive=yes");
    store.cli("set", "demo.nc_notes_create_note", "open-world=no", "title=New note");
    await until(async () => (await (await window.get("changes")).getText()).includes("3"), "three changes");
    await (await window.find('[data-testid="card"]')).click();
    await window.search("notes");
    const card = await window.find('[data-testid="card"][data-tool="demo.nc_notes_delete_note"]');
    await card.click();
    await until(async () => (await (await window.get("panel")).getAttribute("data-tool")) === "demo.nc_notes_delete_note", "it is shown");
    await until(async () => (await window.count('[data-testid="toast"]')) === 0, "no toast hides anything");
    await look(window, `catalog-${theme}`);
  });

  test("the layer stack and a hint's tooltip", async () => {
    const row = await window.get("hint-destructive");
    await row.findElement(By.xpath('.//button[normalize-space()="Why?"]')).click();
    await until(async () => (await window.driver.findElement(By.css("body")).getText()).includes("MCP specification"), "the stack is open");
    await look(window, `stack-${theme}`);
    await window.press("\uE00C");
  });

  test("export", async () => {
    await window.click("nav-export");
    await window.get("export-path");
    await until(async () => (await (await window.get("export")).getText()).includes("nc_notes_delete_note"), "the file is shown");
    await look(window, `export-${theme}`);
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
