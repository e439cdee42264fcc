// Bad input in the real window: it says what happened, keeps what is good, and stays usable.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { By, Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { press } from "./ways.ts";
import { root, Store, until, Window } from "./window.ts";

const odd = join(root, "tests/servers/odd.mjs");
const store = new Store();
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

async function fillIn(name: string, commandLine: string, into = window): Promise<void> {
  await into.click("add-server");
  await into.fill("server-name", name);
  await into.fill("command-line", commandLine);
  await into.click("preview-server");
}

async function add(name: string, commandLine: string): Promise<void> {
  await fillIn(name, commandLine);
  await window.click("start-server");
}

test("a command that is not there cannot be started, and the window says what to do", async () => {
  await fillIn("missing", "no-such-program --flag 'two words'");
  const start = await window.get("start-server");
  expect(await start.isEnabled()).toBe(false);
  const dialog = await window.driver.findElement(By.css("[role=dialog]")).getText();
  expect(dialog).toContain("The program was not found. Install it, or give its full path.");
  expect(dialog).toContain("two words");
  await window.press(Key.ESCAPE);
});

test("a command that is gone since it was added is named, with what to do", async () => {
  expect(() => store.cli("add", "gone", "--yes", "--", "no-such-program")).toThrow();
  await window.click("nav-server-gone");
  const failure = await (await window.get("server-failure")).getText();
  expect(failure).toContain("The command no-such-program was not found");
  expect(failure).toContain("Install it, or give the full path");
});

test("a command that ends at once shows its last words", async () => {
  await add("exits", `node ${odd} exits`);
  await window.click("nav-server-exits");
  const failure = await (await window.get("server-failure")).getText();
  expect(failure).toContain("ended with code 7");
  expect(failure).toContain("cannot open the configuration");
});

test("while a server never answers, the window works; then it is cancelled", async () => {
  await add("silent", `node ${odd} silent`);
  await window.click("nav-all");
  await window.search("delete_note");
  await until(async () => (await window.count('[data-tool="demo.nc_notes_delete_note"]')) > 0, "search works");
  await window.search(" ");
  await press(window, '//*[@data-testid="scan-progress"]//button[contains(., "Cancel")]');
  await until(async () => JSON.parse(store.cli("servers", "--json")).every((server: { state: string }) => server.state !== "connecting"), "it ended");
});

test("a window that is told to end ends a server that is still being read", async () => {
  const own = new Store();
  const pidFile = join(own.folder, "pid");
  const script = join(own.folder, "stubborn.mjs");
  writeFileSync(
    script,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1 << 30);`,
  );
  const other = await Window.open(own);
  await fillIn("stubborn", `node ${script}`, other);
  await other.click("start-server");
  const pid = await until(() => readFileSync(pidFile, "utf8"), "the server runs");
  other.terminate(own);
  await until(() => !existsSync(`/proc/${pid}/cwd`), "the server has ended");
  await other.quit();
  own.remove();
});

test("one malformed tool is shown and marked, and the good ones are there", async () => {
  await add("onebad", `node ${odd} one-bad`);
  await window.click("nav-server-onebad");
  await window.total("data-shown", 4);
  await window.clickOn('[data-testid="card"][data-tool="onebad.list_views"]');
  await until(async () => (await (await window.get("panel")).getText()).includes("not true or false"), "the problem is explained");
});

test("hostile text stays text", async () => {
  await add("hostile", `node ${odd} hostile`);
  await window.click("nav-server-hostile");
  await window.total("data-shown", 1);
  await window.click("card");
  await until(async () => (await (await window.get("panel")).getText()).includes("U+202E"), "hidden characters are shown");
  expect(await window.driver.executeScript("return window.__pwned ?? null")).toBeNull();
  expect(await window.count("iframe, img[src=x]")).toBe(0);
});

test("the page cannot leave, open windows or reach the network", async () => {
  const here = await window.driver.getCurrentUrl();
  await window.driver.executeScript("location.href = 'https://example.com/'");
  await window.driver.executeScript("window.open('https://example.com/')");
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
