// A store that is damaged, and a second window on one store.
import { openSync, readFileSync, readdirSync, writeSync, closeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { look } from "./look.ts";
import { secondWindow, Store, until, Window } from "./window.ts";

test("a damaged store is shown, restored from its backup, and the damaged file is kept", async () => {
  const store = new Store();
  store.cli("demo");
  store.cli("set", "demo.nc_notes_get_note", "title=Look at a note");
  store.cli("backup");
  const file = join(store.data, "hintsmith.db");
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, 4096);
  closeSync(handle);
  const damaged = readFileSync(file);

  const window = await Window.open(store);
  try {
    await window.get("store-failed");
    expect(await (await window.get("store-failed")).getAttribute("textContent")).toContain("damaged");
    await look(window, "damaged");
    await window.clickOn('[data-testid="backups"] button');
    await window.click("confirm-restore");
    await window.get("store-restored");
    await look(window, "restored");
    const aside = readdirSync(store.data).find((name) => name.startsWith("hintsmith-set-aside"));
    expect(readFileSync(join(store.data, aside ?? ""))).toEqual(damaged);
  } finally {
    await window.quit();
  }
  expect(store.cli("tools", "nc_notes_get_note")).toContain("Look at a note");
  store.remove();
});

test("a second window on the same store calls the first and ends", async () => {
  const store = new Store();
  store.cli("demo");
  const window = await Window.open(store);
  try {
    await window.total("data-total", 101);
    expect(await secondWindow(store)).toBe(0);
    await until(() => !readdirSync(store.data).includes("window.call"), "the first has answered");
    await window.total("data-total", 101);
  } finally {
    await window.quit();
    store.remove();
  }
});
