// Running tools in the real window: what a call does is said before it runs, what it answers is shown, and what was seen is kept.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { By } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answered, json, says, text } from "./acts.ts";
import { root, Store, until, Window } from "./window.ts";

const store = new Store();
const heard = join(store.folder, "heard");
let window: Window;

beforeAll(async () => {
  writeFileSync(heard, "");
  store.cli("demo");
  store.cli("add", "spy", "--yes", "--", "node", join(root, "tests/servers/spy.mjs"), heard);
  const everything = "tests/servers/foreign/node_modules/@modelcontextprotocol/server-everything/dist/index.js";
  store.cli("add", "everything", "--yes", "--", "node", join(root, everything));
  window = await Window.open(store);
  await window.get("card");
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const DIALOG = '[data-testid="run-dialog"]';
const ASKED = '[role="alertdialog"]';
const RESULT = '[data-testid="run-result"]';
const field = (path: string) => `[data-testid="run-field"][data-path="${path}"]`;
const calls = () => readFileSync(heard, "utf8").split("\n").filter((line) => line.includes('"tools/call"')).length;
const log = () => json(store, "calls") as unknown as { tool: string; client: string; verdict: string; why: string; outcome: string }[];

async function open(server: string, tool: string): Promise<void> {
  if ((await window.count(DIALOG)) > 0) await leave();
  await window.search(`server:${server} ${tool}`);
  await window.clickOn(`[data-testid="card"][data-tool="${server}.${tool}"]`);
  await window.find(`[data-testid="panel"][data-tool="${server}.${tool}"]`);
  await window.click("run-open");
  await window.get("run-dialog");
}
async function leave(): Promise<void> {
  await window.clickOn(`${DIALOG} button[aria-label="Close"]`);
  await until(async () => (await window.count(DIALOG)) === 0, "the dialog is closed");
}
const fill = (path: string, words: string) => window.fillOn(`${field(path)} :is(input, textarea)`, words);
const go = () => window.click("run-go");
const answer = (word: "allow-once" | "deny") => answered(window, ASKED, word);
const outcome = (words: string) => says(window, '[data-testid="run-outcome"]', words);

test("the dialog warns before anything runs; a no reaches no server, a yes reaches it once", async () => {
  await open("spy", "delete_note");
  const said = await text(window, DIALOG);
  expect(said).toContain("Destructive");
  expect(said).toContain("may make destructive changes");
  await window.click("run-json-switch");
  await fillJson('{"id":"seven"}');
  await go();
  await says(window, ASKED, "delete_note");
  expect(await text(window, ASKED)).toContain("seven");
  await answer("deny");
  await outcome("Denied");
  await says(window, RESULT, "person said no");
  expect(calls()).toBe(0);
  await go();
  await answer("allow-once");
  await says(window, RESULT, "1e400");
  expect(calls()).toBe(1);
  expect(log()[0]).toMatchObject({ tool: "delete_note", client: "this window", verdict: "allowed", outcome: "ok" });
});

const fillJson = (words: string) => window.fillOn('textarea[data-testid="run-json"], [data-testid="run-json"] textarea', words);

test("a call that does not end is called off, and its server hears of it", async () => {
  await open("spy", "delete_note");
  await window.click("run-json-switch");
  await fillJson('{"wait":true}');
  const before = calls();
  await go();
  await answer("allow-once");
  await until(() => calls() === before + 1, "the server has the call");
  await window.click("run-cancel");
  await until(() => readFileSync(heard, "utf8").includes("notifications/cancelled"), "the server hears of it");
  await until(() => log()[0]?.outcome === "cancelled", "it is written down");
});

test("what does not fit is said at its field, and what does is run and kept", async () => {
  await open("demo", "nc_notes_get_note");
  await says(window, field("/note_id"), "required");
  await fill("/note_id", "one");
  await until(async () => (await (await window.get("run-go")).getAttribute("aria-disabled")) === "true", "it cannot be run");
  await fill("/note_id", "1");
  await go();
  await answer("allow-once");
  await outcome("OK");
  await leave();
  await open("demo", "nc_notes_get_note");
  await window.click("run-recent");
  await says(window, DIALOG, '{"note_id":1}');
});

test("read-only tools run unasked once a person opted in", async () => {
  store.cli("set", "demo.nc_notes_get_note", "read-only=yes");
  store.cli("preferences", "approval.read-only=on");
  await open("demo", "nc_notes_get_note");
  await fill("/note_id", "2");
  await go();
  await outcome("OK");
  expect(await window.count(ASKED)).toBe(0);
  expect(log()[0]?.why).toBe("It only reads, as a person decided");
});

test("pictures are drawn anew, and what comes from the world of others is marked", async () => {
  store.cli("set", "everything.get-tiny-image", "read-only=yes", "open-world=yes");
  await open("everything", "get-tiny-image");
  await go();
  await window.get("run-untrusted");
  const picture = await window.find(`${RESULT} img`);
  expect(await picture.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
  await until(() => window.driver.executeScript<boolean>("return arguments[0].naturalWidth > 0", picture), "it is drawn");
});

test("called twice, what was seen stands beside the hint and changes nothing", async () => {
  await open("demo", "nc_notes_delete_note");
  await fill("/note_id", "3");
  await window.click("run-twice-open");
  await window.click("run-twice");
  await answer("allow-once");
  await answer("allow-once");
  await says(window, '[data-testid="run-observed"]', "The second call failed");
  await leave();
  await says(window, '[data-testid="panel"] [data-testid="observation"]', "The second call failed");
  const tool = JSON.parse(store.cli("explain", "--json", "demo.nc_notes_delete_note")) as { observations: { verdict: string }[] };
  expect(tool.observations).toMatchObject([{ verdict: "differs" }]);
});

test("every schema of a real server has a form, and none is cut short", async () => {
  const tools = JSON.parse(store.cli("tools", "--json", "server:everything")) as { name: string }[];
  expect(tools.length).toBeGreaterThan(5);
  for (const { name } of tools) {
    await open("everything", name);
    const { form } = JSON.parse(store.cli("run", `everything.${name}`, "--form", "--json")) as { form: { fields: { name: string }[]; partly: string | null } };
    expect(form.partly, name).toBeNull();
    for (const { name: member } of form.fields) await window.find(field(`/${member}`));
    expect((await window.driver.findElements(By.css('[data-testid="run-field"]'))).length).toBeGreaterThanOrEqual(form.fields.length);
  }
});
