// Servers in the real window: added by address, from another client and from a registry; changing by themselves; read
// more broadly and back. A picture of each view in both themes.
import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { still } from "./look.ts";
import { started } from "./scene.ts";
import { press, pressButton } from "./ways.ts";
import { root, Store, until, Window } from "./window.ts";

describe.each(["light", "dark"])("servers in %s", (theme) => {
  const store = new Store();
  let window: Window;
  let odd: { address: string; process: ChildProcess };
  let registry: { address: string; process: ChildProcess };

  beforeAll(async () => {
    [odd, registry] = await Promise.all([started("odd.mjs"), started("registry.mjs")]);
    mkdirSync(join(store.folder, ".cursor"));
    const theirs = {
      weather: { command: "node", args: [join(root, "tests/servers/odd.mjs"), "good"], env: { WEATHER_TOKEN: "tok-5f0c2d" } },
      board: { url: `${odd.address}/good` },
      feed: { type: "sse", url: "https://feed.example/sse" },
    };
    writeFileSync(join(store.folder, ".cursor/mcp.json"), JSON.stringify({ mcpServers: theirs }));
    store.cli("registry", "address", registry.address);
    window = await Window.open(store);
    await window.driver.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
  });
  afterAll(async () => {
    await window.quit();
    odd.process.kill();
    registry.process.kill();
    store.remove();
  });

  const text = (css: string) => window.driver.executeScript<string>("return document.querySelector(arguments[0])?.textContent ?? ''", css);
  const look = async (name: string) => {
    await still(window);
    window.picture(`${name}-${theme}`);
  };

  test("what another client has set up is offered, with its secrets as dots, and added", async () => {
    await window.click("import-found");
    await until(async () => (await text("[role=dialog]")).includes("WEATHER_TOKEN"), "the entries are shown");
    const shown = await text("[role=dialog]");
    expect(shown).not.toContain("tok-5f0c2d");
    expect(shown).toContain("feed");
    await look("import");
    await window.click("import-servers");
    await until(async () => store.cli("servers").split("\n").filter((line) => line.includes("ready")).length === 2, "both are read");
  });

  test("a server is added by its address after its preview", async () => {
    await window.click("nav-servers");
    await window.click("add-server");
    await pressButton(window, "Address");
    await window.fill("server-name", "storm");
    await window.fill("server-url", `${odd.address}/storm`);
    await look("add-address");
    await window.click("preview-server");
    await window.get("start-server");
    expect(await text("[role=dialog]")).toContain(`${odd.address}/storm`);
    await window.click("start-server");
    await until(async () => (await text("body")).includes("storm"), "it is in the list");
    await window.get("server-storm");
  });

  test("what changes on the server shows by itself", async () => {
    const tools = () => store.cli("tools", "server:storm");
    const before = await until(() => tools() || undefined, "it is read");
    await until(() => tools() !== before, "another list has come");
    await window.click("nav-servers");
    await until(async () => (await text('[data-testid="server-storm"]')).includes("Ready"), "it is ready");
    await window.clickOn('[data-testid="server-storm"] button');
    await until(async () => (await text('[data-testid="server-detail"]')).includes("2025-11-25"), "its protocol is shown");
    await look("servers");
  });

  test("a server's tools are read more broadly, and as before after undo", async () => {
    await window.clickOn('[data-testid="server-board"] button');
    await until(async () => (await text('[data-testid="server-detail"]')).includes("board"), "it is selected");
    const hint = () => JSON.parse(store.cli("tools", "--json", "server:board"))[0].hints.openWorldHint.value as boolean;
    const before = hint();
    await press(window, '//*[@role="radio" and normalize-space()="External system"]');
    await until(() => hint() !== before, "it is read in another way");
    await press(window, '//*[@data-testid="toast"]//button[contains(., "Undo")]');
    await until(() => hint() === before, "it is read as before");
  });

  test("a registry is searched, and what a server wants is asked for", async () => {
    await window.click("add-server");
    await pressButton(window, "From a registry");
    await until(async () => (await text("[role=dialog]")).includes("io.example/notes"), "the registry answers");
    await look("registry");
  });
});
