// Environments, rules, review, drift and history in the real window, with another process at the same store.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { By, Key } from "selenium-webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { look, THEMES, wear } from "./look.ts";
import { press } from "./ways.ts";
import { Store, until, Window } from "./window.ts";

const schema = { type: "object", properties: { path: { type: "string" }, etag: { type: "string" } } };
const write = (description: string) => ({ name: "write_file", description, inputSchema: schema });
const get = { name: "get_file", description: "Reads a file.", inputSchema: schema, annotations: { readOnlyHint: true } };

describe.each(THEMES)("in %s", (theme) => {
  const store = new Store();
  const list = join(store.folder, "list.json");
  let window: Window;

  const tools = (...tools: unknown[]) => writeFileSync(list, JSON.stringify({ tools }));
  const text = async (testId: string) => (await (await window.get(testId)).getAttribute("textContent")) ?? "";
  const shows = (testId: string, words: string) =>
    until(async () => (await text(testId)).includes(words), `${testId} says ${words}`);
  const explained = (hint: string, ...more: string[]) =>
    JSON.parse(store.cli("explain", "files.write_file", "--json", ...more)).fields[hint];
  const together = (...keys: string[]) =>
    window.driver.actions().keyDown(Key.CONTROL).sendKeys(...keys).keyUp(Key.CONTROL).perform();

  beforeAll(async () => {
    tools(write("Write text to a new file at the given path. Fails if the file exists."), get);
    store.cli("demo");
    store.cli("add", "files", "--yes", "--file", list);
    window = await Window.open(store);
    await wear(window, theme);
    await window.total("data-total", 103);
  });
  afterAll(async () => {
    await window.quit();
    store.remove();
  });

  test("an environment is made by another process, chosen here, and decided in", async () => {
    store.cli("env", "add", "prod");
    await until(async () => {
      await window.click("environment");
      const items = await window.driver.findElements(By.xpath('//*[@role="menuitemradio"][contains(., "prod")]'));
      if (items[0]) await items[0].click();
      else await window.press(Key.ESCAPE);
      return items[0];
    }, "prod is offered");
    await window.get("environment-chip");
    await window.search("server:files write");
    await window.total("data-shown", 1);
    await window.clickOn('[data-tool="files.write_file"]');
    await window.clickOn('[data-testid="hint-destructive"] [role="radio"]:nth-of-type(2)');
    await until(() => explained("destructiveHint", "--env", "prod").layer === "environment", "it is stored in prod");
    expect(explained("destructiveHint").layer).toBe("inferred");
    await look(window, `environment-${theme}`);
    await window.click("environment");
    await window.clickOn('[role="menuitemradio"]');
    await until(async () => (await window.count('[data-testid="environment-chip"]')) === 0, "the base is shown");
  });

  test("a rule says what it does before it is kept", async () => {
    await window.click("nav-rules");
    await window.fill("rule-selector", "demo.nc_notes_get_*");
    await shows("rule-effect", "atches");
    await look(window, `rules-${theme}`);
    await window.click("rule-save");
    await until(() => JSON.parse(store.cli("rule", "--json")).length === 1, "the rule is stored");
    await shows("rules", "demo.nc_notes_get_*");
  });

  test("a tool is reviewed, changes, and its decision waits for a look", async () => {
    store.cli("set", "files.write_file", "read-only=no", "destructive=no", "--because", "it never overwrites");
    store.cli("review", "accept", "files.write_file");
    tools(write("Write text to a file at the given path. Replaces the file if it exists; earlier content is lost."), get);
    store.cli("scan", "files");
    await window.click("nav-review");
    await shows("stage", "Replaces");
    await shows("stage", "suspended");
    await look(window, `review-${theme}`);
    expect(explained("destructiveHint").suspended).toBe(false);
    await window.press("a");
    await until(() => explained("destructiveHint").layer === "override", "it is accepted");
    await together("z");
    await until(() => explained("destructiveHint").layer !== "override", "the look is taken back");
  });

  test("the history tells it, and takes back what another process did", async () => {
    store.cli("set", "files.get_file", "open-world=no");
    await window.click("nav-history");
    await shows("history", "files.get_file: open-world No");
    await look(window, `history-${theme}`);
    await press(window, '(//*[@data-testid="history-entry"])[1]//button[contains(., "Undo")]');
    const held = () => JSON.parse(store.cli("explain", "files.get_file", "--json")).fields.openWorldHint.layer;
    await until(() => held() !== "override", "it is undone");
  });

  test("environments are looked after in one place", async () => {
    await window.click("environment");
    await press(window, '//*[@role="menuitem"][contains(., "Manage")]');
    await window.get("environments");
    await look(window, `environments-${theme}`);
    await window.press(Key.ESCAPE);
  });

  test("the store says how it is", async () => {
    await window.click("nav-preferences");
    await window.click("nav-store");
    await shows("store-path", "hintsmith.db");
    await look(window, `store-${theme}`);
    await window.press(Key.ESCAPE);
  });
});
