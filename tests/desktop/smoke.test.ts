// Smoke test: open the demo, search, decide, restart, export.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { clickNamed, decide, holdToasts, tabToTools, textOf } from "./actions.ts";
import { clickXPath } from "./navigation.ts";
import { explain, json, Store } from "./store.ts";
import { until } from "./wait.ts";
import { openSecondWindow, Window } from "./window.ts";

const GROUP = "demo.nc_contacts_delete_group";
const NOTE = "demo.nc_notes_append_content";
const store = new Store();
let window: Window;

beforeAll(async () => {
  window = await Window.open(store);
});

test("the first run shows the demo's command before it runs, then its 101 tools", async () => {
  await window.click("open-demo");
  await window.get("start-server");
  expect(await textOf(window, "[role=dialog]")).toContain("demo-server");
  expect(json(store, "servers")).toEqual([]);
  await window.click("start-server");
  await window.total("data-total", 101);
  expect(json(store, "servers")).toMatchObject([{ name: "demo", state: "ready", tools: 101 }]);
});

test("search narrows the cards while the user types", async () => {
  await window.total("data-shown", 101);
  await window.click("search");
  await window.press("delete note");
  await window.badgesBecome("demo.nc_notes_delete_note", "destructive declared, idempotent declared");
  await until(async () => (await window.count('[data-testid="card"]')) < 10, "fewer cards are shown");
  await window.search("hint:destructive is:declared");
  await window.find('[data-tool="demo.nc_calendar_delete_calendar"]');
  await window.search("no such tool anywhere");
  await window.total("data-shown", 0);
});

test("a hint is decided by mouse", async () => {
  await window.search("nc_contacts_delete_group");
  await window.badgesBecome(GROUP, "readonly declared");
  await window.clickOn(`[data-testid="card"][data-tool="${GROUP}"]`);
  await window.get("hint-readOnly");
  expect(await textOf(window, '[data-testid="hint-readOnly"]')).toContain("declared by the server");
  await decide(window, "readOnly", "No");
  await window.badgesBecome(GROUP, "destructive assumed, idempotent assumed");
  expect(explain(store, GROUP).readOnlyHint).toMatchObject({ value: false, layer: "override" });
});

test("a hint is decided by keyboard alone", async () => {
  await window.press(Key.ESCAPE);
  await window.press("/");
  await window.selectAll();
  await window.press("nc_notes_append_content");
  await window.total("data-shown", 1);
  expect(await tabToTools(window)).toBe(NOTE);
  await window.badgesBecome(NOTE, "modifies declared, idempotent declared");
  await window.press("3");
  await window.badgesBecome(NOTE, "modifies declared, idempotent decided");
  await window.press("3");
  await window.badgesBecome(NOTE, "modifies declared");
  expect(explain(store, NOTE).idempotentHint).toMatchObject({ value: false, layer: "override" });
});

test("a decision of another process appears without a reload", async () => {
  await window.search("deck_list_boards");
  await window.total("data-shown", 1);
  store.cli("set", "demo.deck_list_boards", "read-only=yes");
  await window.badgesBecome("demo.deck_list_boards", /^readonly decided/);
  store.cli("unset", "demo.deck_list_boards");
  await window.badgesBecome("demo.deck_list_boards", /^((?!decided).)*$/);
});

test("undo restores a decision with its reason", async () => {
  const tool = "demo.nc_notes_get_note";
  store.cli("set", tool, "open-world=yes", "--because", "it syncs");
  const openWorld = () => explain(store, tool).openWorldHint;
  await window.search("nc_notes_get_note");
  await window.badgesBecome(tool, /openworld decided/);
  await window.clickOn(`[data-testid="card"][data-tool="${tool}"]`);
  await holdToasts(window);
  await clickNamed(window, "No", '[data-testid="hint-openWorld"]');
  await until(() => openWorld().value === false, "the new decision is stored");
  await clickXPath(window, '//*[@data-testid="toast"]//button[contains(., "Undo")]');
  await until(() => openWorld().value === true, "the old decision is back");
  expect(openWorld()).toMatchObject({ layer: "override", because: "it syncs" });
  store.cli("unset", tool);
});

test("a second window on the same store brings the first to the front and exits", async () => {
  expect(await openSecondWindow(store)).toBe(0);
  await until(() => !readdirSync(store.data).includes("window.call"), "the first window has answered");
  await window.total("data-total", 101);
});

test("both decisions are there after a restart", async () => {
  await window.quit();
  window = await Window.open(store);
  await window.total("data-total", 101);
  await window.search("is:decided");
  await window.total("data-shown", 2);
  await window.badgesBecome(GROUP, "destructive assumed, idempotent assumed");
  await window.badgesBecome(NOTE, "modifies declared");
});

test("an export contains exactly the decisions", async () => {
  const file = join(store.folder, "out.json");
  await window.click("nav-export");
  await window.fill("export-path", file);
  await window.click("export-write");
  const written = await until(() => readFileSync(file, "utf8"), "the file is written");
  expect(written).toBe(store.cli("export", "hintsmith"));
  const tools = JSON.parse(written).servers.demo.tools;
  expect(Object.keys(tools)).toEqual(["nc_contacts_delete_group", "nc_notes_append_content"]);
  expect(tools.nc_contacts_delete_group.annotations).toEqual({ readOnlyHint: false });
  expect(tools.nc_notes_append_content.annotations).toEqual({ idempotentHint: false });
});
