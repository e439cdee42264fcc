// Icons of tools: none is drawn until a person trusts the server, and none after that trust is taken back.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attributes, json } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ICON = 'main [data-tool="files.get_file"] img';
const schema = { type: "object" };
const store = new Store();
let window: Window;

beforeAll(async () => {
  const list = join(store.folder, "list.json");
  const tools = [
    { name: "get_file", description: "Reads a file.", inputSchema: schema, icons: [{ src: PNG, mimeType: "image/png" }] },
    { name: "list_files", description: "Lists files.", inputSchema: schema },
    { name: "put_file", description: "Writes.", inputSchema: schema, icons: [{ src: "javascript:alert(1)" }] },
  ];
  writeFileSync(list, JSON.stringify({ tools }));
  store.cli("add", "files", "--yes", "--file", list);
  window = await Window.open(store);
  await window.total("data-total", 3);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

async function trust(trusted: boolean): Promise<void> {
  await window.click("nav-servers");
  await window.click("trust");
  await window.find(`[data-testid="trust"][aria-checked="${trusted}"]`);
  await until(() => json(store, "servers")[0].trusted === trusted, "the store says so");
  await window.click("nav-all");
  await window.get("card");
}

test("an untrusted server's icons are not drawn", async () => {
  expect(json(store, "servers")).toMatchObject([{ name: "files", trusted: false }]);
  await window.find('main [data-tool="files.get_file"]');
  expect(await window.count("img")).toBe(0);
});

test("once it is trusted in the window, the icon that is a picture is drawn, in cards and in the table", async () => {
  await trust(true);
  await window.find(ICON);
  expect(await attributes(window, "main img", "src")).toEqual([expect.stringMatching(/^data:image\/png;base64,/)]);
  const drawn = `return document.querySelector('${ICON}').naturalWidth`;
  await until(async () => (await window.driver.executeScript<number>(drawn)) > 0, "the picture could be read");
  await window.clickOn('button[aria-label="Table"]');
  await window.find(`[data-testid="row"] img`);
  await window.clickOn('button[aria-label="Cards"]');
});

test("when the trust is taken back, it is drawn no more", async () => {
  await trust(false);
  await until(async () => (await window.count("img")) === 0, "the icon is gone");
});
