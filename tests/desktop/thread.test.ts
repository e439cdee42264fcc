// The thread, in the real window: open the demo, look, decide, quit, come back, export.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { By, Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { press } from "./ways.ts";
import { Store, until, Window } from "./window.ts";

const store = new Store();
let window: Window;

beforeAll(async () => {
  window = await Window.open(store);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

test("the first run shows what the demo runs before it runs, then its 101 tools", async () => {
  await window.click("open-demo");
  await window.get("start-server");
  expect(await window.driver.findElement(By.css("[role=dialog]")).getText()).toContain("demo-server");
  expect(JSON.parse(store.cli("servers", "--json"))).toEqual([]);
  await window.click("start-server");
  await window.total("data-total", 101);
  expect(JSON.parse(store.cli("servers", "--json"))).toMatchObject([{ name: "demo", state: "ready", tools: 101 }]);
});

test("cards come in three groups, and search narrows them as you type", async () => {
  await window.total("data-shown", 101);
  await window.search("delete note");
  await until(async () => (await window.count('[data-testid="card"]')) < 10, "fewer cards");
  await window.badgesBecome("demo.nc_notes_delete_note", "destructive declared, idempotent declared");
  await window.search("hint:destructive is:declared");
  await until(async () => (await window.count('[data-tool="demo.nc_calendar_delete_calendar"]')) > 0, "the filter language works");
  await window.search("no such tool anywhere");
  await window.total("data-shown", 0);
});

test("a hint is decided by mouse", async () => {
  await window.search("nc_contacts_delete_group");
  await window.badgesBecome("demo.nc_contacts_delete_group", "readonly declared");
  await window.clickOn('[data-tool="demo.nc_contacts_delete_group"][data-testid="card"]');
  const row = await window.get("hint-readOnly");
  expect(await row.getText()).toContain("declared by the server");
  await press(window, '//*[@data-testid="hint-readOnly"]//*[@role="radio"][normalize-space()="No"]');
  await window.badgesBecome("demo.nc_contacts_delete_group", "destructive assumed, idempotent assumed");
  const stored = JSON.parse(store.cli("explain", "demo.nc_contacts_delete_group", "--json"));
  expect(stored.fields.readOnlyHint).toMatchObject({ value: false, layer: "override" });
});

test("another hint is decided by keyboard alone", async () => {
  await window.press(Key.ESCAPE);
  await window.press("/");
  await window.selectAll();
  await window.press("nc_notes_append_content");
  await window.total("data-shown", 1);
  await window.press(Key.TAB);
  await until(async () => {
    const focused = await window.driver.switchTo().activeElement();
    if ((await focused.getAttribute("data-tool")) === "demo.nc_notes_append_content") return true;
    await window.press(Key.TAB);
    return false;
  }, "Tab reaches the card");
  await window.badgesBecome("demo.nc_notes_append_content", "modifies declared, idempotent declared");
  await window.press("3");
  await window.badgesBecome("demo.nc_notes_append_content", "modifies declared, idempotent decided");
  await window.press("3");
  await window.badgesBecome("demo.nc_notes_append_content", "modifies declared");
  const stored = JSON.parse(store.cli("explain", "demo.nc_notes_append_content", "--json"));
  expect(stored.fields.idempotentHint).toMatchObject({ value: false, layer: "override" });
});

test("what another process decides shows by itself", async () => {
  await window.search("deck_list_boards");
  await window.total("data-shown", 1);
  store.cli("set", "demo.deck_list_boards", "read-only=yes");
  await until(async () => (await window.badges("demo.deck_list_boards")).startsWith("readonly decided"), "the badge is filled");
  store.cli("unset", "demo.deck_list_boards");
  await until(async () => !(await window.badges("demo.deck_list_boards")).includes("decided"), "the badge is back");
});

test("a decision that is taken back gets its justification again", async () => {
  const tool = "demo.nc_notes_get_note";
  store.cli("set", tool, "open-world=yes", "--because", "it syncs");
  const stored = () => JSON.parse(store.cli("explain", tool, "--json")).fields.openWorldHint;
  await window.search("nc_notes_get_note");
  await until(async () => (await window.badges(tool)).includes("openworld decided"), "the decision is seen");
  await window.clickOn(`[data-testid="card"][data-tool="${tool}"]`);
  await press(window, '//*[@data-testid="hint-openWorld"]//*[@role="radio"][normalize-space()="No"]');
  await until(() => stored().value === false, "the new decision is stored");
  await press(window, '//*[@data-testid="toast"]//button[contains(., "Undo")]');
  await until(() => stored().value === true, "the old decision is back");
  expect(stored()).toMatchObject({ layer: "override", because: "it syncs" });
  store.cli("unset", tool);
});

test("both decisions are there after quitting and starting again", async () => {
  await window.quit();
  window = await Window.open(store);
  await window.total("data-total", 101);
  await window.search("is:overridden");
  await window.total("data-shown", 2);
  await window.badgesBecome("demo.nc_contacts_delete_group", "destructive assumed, idempotent assumed");
  await window.badgesBecome("demo.nc_notes_append_content", "modifies declared");
});

test("the exported file holds exactly what was decided", async () => {
  const file = join(store.folder, "out.json");
  await window.click("nav-export");
  await window.fill("export-path", file);
  await until(async () => await (await window.get("export-write")).isEnabled(), "the file can be written");
  await window.click("export-write");
  const written = await until(() => readFileSync(file, "utf8"), "the file is there");
  expect(written).toBe(store.cli("export", "hintsmith"));
  const tools = JSON.parse(written).servers.demo.tools;
  expect(Object.keys(tools)).toEqual(["nc_contacts_delete_group", "nc_notes_append_content"]);
  expect(tools.nc_contacts_delete_group.annotations).toEqual({ readOnlyHint: false });
  expect(tools.nc_notes_append_content.annotations).toEqual({ idempotentHint: false });
});
