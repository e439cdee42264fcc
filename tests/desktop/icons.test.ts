// Icons of tools: visible only while the user trusts the server.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { attributesOf } from "./actions.ts";
import { json, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

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

async function setTrust(trusted: boolean): Promise<void> {
  await window.click("nav-servers");
  await window.click("trust");
  await window.find(`[data-testid="trust"][aria-checked="${trusted}"]`);
  await until(() => json(store, "servers")[0].trusted === trusted, "the trust is stored");
  await window.click("nav-all");
  await window.get("card");
}

test("the icons of an untrusted server are not drawn", async () => {
  expect(json(store, "servers")).toMatchObject([{ name: "files", trusted: false }]);
  await window.find('main [data-tool="files.get_file"]');
  expect(await window.count("img")).toBe(0);
});

test("the icon that is an image is drawn in cards and table once the server is trusted", async () => {
  await setTrust(true);
  await window.find(ICON);
  expect(await attributesOf(window, "main img", "src")).toEqual([expect.stringMatching(/^data:image\/png;base64,/)]);
  const drawn = `return document.querySelector('${ICON}').naturalWidth`;
  await until(async () => (await window.evaluate<number>(drawn)) > 0, "the image is decoded");
  await window.clickOn('button[aria-label="Table"]');
  await window.find(`[data-testid="row"] img`);
  await window.clickOn('button[aria-label="Cards"]');
});

test("the icon is removed when the trust is withdrawn", async () => {
  await setTrust(false);
  await window.gone("img");
});
