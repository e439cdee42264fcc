// Servers: added by address, from another client and from a registry; list changes; server settings.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { holdToasts, textOf, untilText } from "./actions.ts";
import { startServer } from "./fixture.ts";
import { checkLayout } from "./layout.ts";
import { clickButton, clickXPath, untilDialog } from "./navigation.ts";
import { json, listTools, root, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const store = new Store();
let window: Window;
let odd: string;

beforeAll(async () => {
  const [address, registry] = await Promise.all([startServer("odd.mjs"), startServer("registry.mjs")]);
  odd = address;
  mkdirSync(join(store.folder, ".cursor"));
  const mcpServers = {
    weather: { command: "node", args: [join(root, "tests/servers/odd.mjs"), "good"], env: { WEATHER_TOKEN: "tok-5f0c2d" } },
    board: { url: `${odd}/good` },
    feed: { type: "sse", url: "https://feed.example/sse" },
  };
  writeFileSync(join(store.folder, ".cursor/mcp.json"), JSON.stringify({ mcpServers }));
  store.cli("registry", "address", registry);
  window = await Window.open(store);
});

test("servers of another client are offered with their secrets masked, and imported", async () => {
  await window.click("import-found");
  await untilDialog(window, "WEATHER_TOKEN");
  const dialogText = await textOf(window, "[role=dialog]");
  expect(dialogText).not.toContain("tok-5f0c2d");
  expect(dialogText).toContain("feed");
  await checkLayout(window, "import");
  await window.click("import-servers");
  const ready = () => (json(store, "servers") as { state: string }[]).filter(({ state }) => state === "ready").length;
  await until(() => ready() === 2, "both are scanned");
});

test("a server is added by its address after a preview", async () => {
  await window.click("nav-servers");
  await window.click("add-server");
  await clickButton(window, "Address");
  await window.fill("server-name", "storm");
  await window.fill("server-url", `${odd}/storm`);
  await checkLayout(window, "add-address");
  await window.click("preview-server");
  await window.get("start-server");
  expect(await textOf(window, "[role=dialog]")).toContain(`${odd}/storm`);
  await window.click("start-server");
  await window.get("server-storm");
});

test("a list that changes on the server is updated", async () => {
  const tools = () => store.cli("tools", "server:storm");
  const before = await until(() => tools() || undefined, "the server is scanned");
  await until(() => tools() !== before, "another list has arrived");
  await window.click("nav-servers");
  await untilText(window, '[data-testid="server-storm"]', "Ready");
  await window.clickOn('[data-testid="server-storm"] button');
  await untilText(window, '[data-testid="server-detail"]', "2025-11-25");
  await checkLayout(window, "servers");
});

test("a server is declared to reach external systems, and undo takes that back", async () => {
  await window.clickOn('[data-testid="server-board"] button');
  await untilText(window, '[data-testid="server-detail"]', "board");
  const openWorld = () => listTools(store, "server:board")[0].hints.openWorldHint.value as boolean;
  const before = openWorld();
  await holdToasts(window);
  await clickXPath(window, '//*[@role="radio" and normalize-space()="External system"]');
  await until(() => openWorld() !== before, "the hints of its tools have changed");
  await clickXPath(window, '//*[@data-testid="toast"]//button[contains(., "Undo")]');
  await until(() => openWorld() === before, "the hints are as before");
});

test("a registry is searched", async () => {
  await window.click("add-server");
  await clickButton(window, "From a registry");
  await untilDialog(window, "io.example/notes");
  await checkLayout(window, "registry");
});
