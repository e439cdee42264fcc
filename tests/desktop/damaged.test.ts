// Damaged store: error page, its accessibility, and restoring a backup.
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { untilText } from "./actions.ts";
import { recordFocus } from "./keyboard-walk.ts";
import { checkLayout } from "./layout.ts";
import { Store } from "./store.ts";
import { checkView } from "./view-suite.ts";
import { Window } from "./window.ts";

const store = new Store();
const file = join(store.data, "hintsmith.db");
let damaged: Buffer;
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  store.cli("set", "demo.nc_notes_get_note", "title=Look at a note");
  store.cli("backup");
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, 4096);
  closeSync(handle);
  damaged = readFileSync(file);
  window = await Window.open(store);
});

test("a damaged store is reported, and the page passes the checks of every view", async () => {
  await untilText(window, '[data-testid="store-failed"]', "damaged");
  await recordFocus(window);
  await checkView(window, { name: "damaged" });
});

test("it is restored from its backup, and the damaged file is kept", async () => {
  await window.clickOn('[data-testid="backups"] button');
  await window.click("confirm-restore");
  await window.get("store-restored");
  await checkLayout(window, "restored");
  const aside = readdirSync(store.data).find((name) => name.startsWith("hintsmith-set-aside"));
  expect(readFileSync(join(store.data, aside ?? ""))).toEqual(damaged);
  await window.quit();
  expect(store.cli("tools", "nc_notes_get_note")).toContain("Look at a note");
});
