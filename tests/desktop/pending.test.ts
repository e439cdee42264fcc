// What changed since the last export: seen, written to a file, discarded, and brought back.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chord, click, decide, explained, open, panelShows, says, stored, text } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

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
afterAll(async () => {
  await window.quit();
  store.remove();
});

/** What the other process calls pending; that there is something is exit code 1. */
function pending(): { changes: object[]; discardable: boolean } {
  try {
    return JSON.parse(store.cli("pending", "--json"));
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

test("before the first export there is nothing to go back to, and discarding says so", async () => {
  await says(window, CHANGES, "No changes");
  expect(await (await window.get("preview-pending")).isEnabled()).toBe(false);
  expect(await (await window.get("ask-discard")).isEnabled()).toBe(false);
  await open(window, GROUP);
  await decide(window, "readOnly", "No");
  await says(window, CHANGES, "1 change");
  await window.click("ask-discard");
  await says(window, "[role=dialog]", "Nothing was exported yet, so there is nothing to go back to.");
  expect(await window.count('[data-testid="discard"]')).toBe(0);
  await window.press(Key.ESCAPE);
  expect(pending()).toMatchObject({ discardable: false, changes: [{}] });
});

test("the preview lists what changed, and leads to the tool", async () => {
  await open(window, NOTE);
  await decide(window, "idempotent", "No");
  await says(window, CHANGES, "2 changes");
  await window.click("preview-pending");
  const popover = '[role="dialog"][data-state="open"]';
  for (const words of ["2 changes since the last export", GROUP, NOTE]) await says(window, popover, words);
  await click(window, GROUP, popover);
  await panelShows(window, GROUP);
  expect(pending().changes).toHaveLength(2);
});

test("an export writes them, and then nothing is changed", async () => {
  await click(window, "Export…");
  await window.fill("export-path", file);
  await until(async () => await (await window.get("export-write")).isEnabled(), "the file can be written");
  await window.click("export-write");
  await until(() => readFileSync(file, "utf8").length > 0, "the file is written");
  await says(window, CHANGES, "No changes");
  await says(window, CHANGES, "decided.json");
  expect(readFileSync(file, "utf8")).toBe(store.cli("export", "hintsmith"));
  expect(pending()).toMatchObject({ changes: [], discardable: true });
});

test("discarding goes back to what was exported, and undo brings the change back", async () => {
  await window.click("nav-all");
  await open(window, GROUP);
  await decide(window, "readOnly", "Yes");
  await stored(store, GROUP, "readOnlyHint", { value: true, layer: "override" });
  await decide(window, "openWorld", "Yes");
  await stored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await says(window, CHANGES, "2 changes");
  await window.click("ask-discard");
  await says(window, "[role=dialog]", "2 decisions go back to what was exported last. This can be undone.");
  await says(window, "[role=dialog]", GROUP);
  await window.click("discard");
  await stored(store, GROUP, "readOnlyHint", { value: false, layer: "override" });
  expect(explained(store, GROUP).openWorldHint.layer).not.toBe("override");
  await says(window, CHANGES, "No changes");
  await chord(window, "z");
  await stored(store, GROUP, "readOnlyHint", { value: true, layer: "override" });
  await stored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await says(window, CHANGES, "2 changes");
  expect(await text(window, '[data-testid="hint-readOnly"] [aria-checked="true"]')).toBe("Yes");
});
