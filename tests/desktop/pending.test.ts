// Pending changes since the last export: preview, export, discard and undo.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { clickNamed, decide, openTool, pressControl, untilPanelShows, untilText } from "./actions.ts";
import { explain, Store, untilStored } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const GROUP = "demo.nc_contacts_delete_group";
const NOTE = "demo.nc_notes_append_content";
const CHANGES = '[data-testid="changes"]';
const store = new Store();
const file = join(store.folder, "decided.json");
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});

/** Pending changes by the command-line program; its exit code is 1 if there are any. */
function pending(): { changes: object[]; exports: object[] } {
  try {
    return JSON.parse(store.cli("pending", "--json"));
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

test("before the first export changes cannot be discarded, and the dialog says why", async () => {
  await untilText(window, CHANGES, "No changes");
  expect(await (await window.get("preview-pending")).isEnabled()).toBe(false);
  expect(await (await window.get("ask-discard")).isEnabled()).toBe(false);
  await openTool(window, GROUP);
  await decide(window, "readOnly", "No");
  await untilText(window, CHANGES, "1 change");
  await window.click("ask-discard");
  await untilText(window, "[role=dialog]", "Nothing has been exported yet, so there is no export to reset to.");
  expect(await window.count('[data-testid="discard"]')).toBe(0);
  await window.press(Key.ESCAPE);
  expect(pending()).toMatchObject({ exports: [], changes: [{}] });
});

test("the preview lists the changes, and opens a tool", async () => {
  await openTool(window, NOTE);
  await decide(window, "idempotent", "No");
  await untilText(window, CHANGES, "2 changes");
  await window.click("preview-pending");
  const popover = '[role="dialog"][data-state="open"]';
  for (const text of ["2 changes, nothing exported yet", GROUP, NOTE]) await untilText(window, popover, text);
  await clickNamed(window, GROUP, popover);
  await untilPanelShows(window, GROUP);
  expect(pending().changes).toHaveLength(2);
});

test("an export writes the changes, and none are left", async () => {
  await clickNamed(window, "Export…");
  await window.fill("export-path", file);
  await window.click("export-write");
  await until(() => readFileSync(file, "utf8").length > 0, "the file is written");
  await untilText(window, CHANGES, "Exported files are up to date");
  await untilText(window, CHANGES, "decided.json");
  expect(readFileSync(file, "utf8")).toBe(store.cli("export", "hintsmith"));
  expect(pending()).toMatchObject({ changes: [], exports: [{ target: "hintsmith", path: file, changes: 0 }] });
});

test("discarding restores the exported decisions, and undo brings the changes back", async () => {
  await window.click("nav-all");
  await openTool(window, GROUP);
  await decide(window, "readOnly", "Yes");
  await untilStored(store, GROUP, "readOnlyHint", { value: true, layer: "override" });
  await decide(window, "openWorld", "Yes");
  await untilStored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await untilText(window, CHANGES, "2 changes");
  await window.click("ask-discard");
  await untilText(window, "[role=dialog]", "Resets 2 decisions to the last export, to decided.json. You can undo this.");
  await untilText(window, "[role=dialog]", GROUP);
  await window.click("discard");
  await untilStored(store, GROUP, "readOnlyHint", { value: false, layer: "override" });
  expect(explain(store, GROUP).openWorldHint.layer).not.toBe("override");
  await untilText(window, CHANGES, "Exported files are up to date");
  await window.gone("[role=dialog]"); // shortcuts are disabled while a dialog is open
  await pressControl(window, "z");
  await untilStored(store, GROUP, "readOnlyHint", { value: true, layer: "override" });
  await untilStored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await untilText(window, CHANGES, "2 changes");
  await untilText(window, '[data-testid="hint-readOnly"] [aria-checked="true"]', "Yes");
});
