// Invalid input: the window reports the error, keeps the valid part, and stays usable.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { textOf, untilText } from "./actions.ts";
import { clickXPath } from "./navigation.ts";
import { json, root, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const odd = join(root, "tests/servers/odd.mjs");
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});

async function previewServer(name: string, commandLine: string): Promise<void> {
  await window.click("add-server");
  await window.fill("server-name", name);
  await window.fill("command-line", commandLine);
  await window.click("preview-server");
}

async function addServer(name: string, commandLine: string): Promise<void> {
  await previewServer(name, commandLine);
  await window.click("start-server");
}

test("a command that does not exist cannot be started, and the dialog says what to do", async () => {
  await previewServer("missing", "no-such-program --flag 'two words'");
  expect(await (await window.get("start-server")).isEnabled()).toBe(false);
  const dialog = await textOf(window, "[role=dialog]");
  expect(dialog).toContain("The program was not found. Install it, or give its full path.");
  expect(dialog).toContain("two words");
  await window.press(Key.ESCAPE);
  await window.gone("[role=dialog]");
});

test("a command that is missing since it was added is named, with what to do", async () => {
  expect(() => store.cli("add", "gone", "--yes", "--keep", "--", "no-such-program")).toThrow();
  await window.click("nav-server-gone");
  await untilText(window, '[data-testid="server-failure"]', "The command no-such-program was not found", "Install the program, or give its full path");
});

test("a command that exits at once shows its last output", async () => {
  await addServer("exits", `node ${odd} exits`);
  await window.click("nav-server-exits");
  await untilText(window, '[data-testid="server-failure"]', "exited with code 7", "cannot open the configuration");
});

test("the window stays usable while a server does not answer, and the scan can be cancelled", async () => {
  await addServer("silent", `node ${odd} silent`);
  await window.click("nav-all");
  await window.search("delete_note");
  await window.find('[data-tool="demo.nc_notes_delete_note"]');
  await window.search("");
  await clickXPath(window, '//*[@data-testid="scan-progress"]//button[contains(., "Cancel")]');
  const states = () => (json(store, "servers") as { state: string }[]).map(({ state }) => state);
  await until(() => !states().includes("connecting"), "the scan has ended");
});

test("one malformed tool is shown and marked, and the valid ones are there", async () => {
  await addServer("onebad", `node ${odd} one-bad`);
  await window.click("nav-server-onebad");
  await window.total("data-shown", 4);
  await window.clickOn('[data-testid="card"][data-tool="onebad.list_views"]');
  await untilText(window, '[data-testid="panel"]', "not true or false");
});

test("hostile text stays text", async () => {
  await addServer("hostile", `node ${odd} hostile`);
  await window.click("nav-server-hostile");
  await window.total("data-shown", 1);
  await window.click("card");
  await untilText(window, '[data-testid="panel"]', "U+202E");
  expect(await window.evaluate("return window.__pwned ?? null")).toBeNull();
  expect(await window.count("iframe, img[src=x]")).toBe(0);
});

test("the page cannot navigate away, open windows or reach the network", async () => {
  const here = await window.driver.getCurrentUrl();
  await window.evaluate("location.href = 'https://example.com/'");
  await window.evaluate("window.open('https://example.com/')");
  const reached = await window.driver.executeAsyncScript(
    "const done = arguments[0]; fetch('https://example.com/').then(() => done('reached'), () => done('refused'))",
  );
  expect(reached).toBe("refused");
  expect(await window.driver.getCurrentUrl()).toBe(here);
  expect(await window.driver.getAllWindowHandles()).toHaveLength(1);
  const call = "window.__TAURI_INTERNALS__.invoke(name, {}).then(() => done('allowed'), () => done('refused'))";
  for (const name of ["plugin:dialog|open", "plugin:event|emit", "plugin:webview|create_webview_window"]) {
    const answer = await window.driver.executeAsyncScript(`const [name, done] = arguments; ${call}`, name);
    expect(answer, name).toBe("refused");
  }
});

test("a window that is terminated ends a server that is still being scanned", async () => {
  const pidFile = join(store.folder, "pid");
  const script = join(store.folder, "stubborn.mjs");
  writeFileSync(
    script,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1 << 30);`,
  );
  await addServer("stubborn", `node ${script}`);
  const pid = await until(() => readFileSync(pidFile, "utf8"), "the server runs");
  await window.terminate();
  await until(() => !existsSync(`/proc/${pid}/cwd`), "the server has ended");
});
