// Run dialog: warning before a call, approval, result, and observations.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { By } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { answer, textOf, untilText } from "./actions.ts";
import { json, root, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const store = new Store();
/** Log file of the requests that the server has received. */
const received = join(store.folder, "heard");
let window: Window;

beforeAll(async () => {
  writeFileSync(received, "");
  store.cli("demo");
  store.cli("add", "spy", "--yes", "--", "node", join(root, "tests/servers/spy.mjs"), received);
  const everything = "tests/servers/foreign/node_modules/@modelcontextprotocol/server-everything/dist/index.js";
  store.cli("add", "everything", "--yes", "--", "node", join(root, everything));
  store.cli("preferences", "approval.patience=3600");
  window = await Window.open(store);
  await window.get("card");
});

const DIALOG = '[data-testid="run-dialog"]';
const APPROVAL = '[role="alertdialog"]';
const RESULT = '[data-testid="run-result"]';
const field = (path: string) => `[data-testid="run-field"][data-path="${path}"]`;
const calls = () => readFileSync(received, "utf8").split("\n").filter((line) => line.includes('"tools/call"')).length;
const log = () => json(store, "calls") as unknown as { tool: string; client: string; verdict: string; why: string; outcome: string }[];

async function openRunDialog(server: string, tool: string): Promise<void> {
  if ((await window.count(DIALOG)) > 0) await closeRunDialog();
  await window.search(`server:${server} ${tool}`);
  await window.clickOn(`[data-testid="card"][data-tool="${server}.${tool}"]`);
  await window.find(`[data-testid="panel"][data-tool="${server}.${tool}"]`);
  await window.click("run-open");
  await window.get("run-dialog");
}
async function closeRunDialog(): Promise<void> {
  await window.clickOn(`${DIALOG} button[aria-label="Close"]`);
  await window.gone(DIALOG);
}
const fillField = (path: string, text: string) => window.fillOn(`${field(path)} :is(input, textarea)`, text);
const run = () => window.click("run-go");
const respond = (choice: "allow-once" | "deny") => answer(window, APPROVAL, choice);
const untilOutcome = (text: string) => untilText(window, '[data-testid="run-outcome"]', text);

test("the dialog warns before a call; a denied call does not reach the server, an allowed one reaches it once", async () => {
  await openRunDialog("spy", "delete_note");
  const dialogText = await textOf(window, DIALOG);
  expect(dialogText).toContain("Destructive");
  expect(dialogText).toContain("may make destructive changes");
  await window.click("run-json-switch");
  await fillJson('{"id":"seven"}');
  await run();
  await untilText(window, APPROVAL, "delete_note");
  expect(await textOf(window, APPROVAL)).toContain("seven");
  await respond("deny");
  await untilOutcome("Denied");
  await untilText(window, RESULT, "Denied by the user");
  expect(calls()).toBe(0);
  await run();
  await respond("allow-once");
  await untilText(window, RESULT, "1e400");
  expect(calls()).toBe(1);
  expect(log()[0]).toMatchObject({ tool: "delete_note", client: "Desktop app", verdict: "allowed", outcome: "ok" });
});

const fillJson = (text: string) => window.fillOn('textarea[data-testid="run-json"], [data-testid="run-json"] textarea', text);

test("a call that does not end is cancelled, and the server is notified", async () => {
  await openRunDialog("spy", "delete_note");
  await window.click("run-json-switch");
  await fillJson('{"wait":true}');
  const before = calls();
  await run();
  await respond("allow-once");
  await until(() => calls() === before + 1, "the server has received the call");
  await window.click("run-cancel");
  await until(() => readFileSync(received, "utf8").includes("notifications/cancelled"), "the server is notified");
  await until(() => log()[0]?.outcome === "cancelled", "it is logged");
});

test("an invalid value is reported at its field, and a valid call is run and remembered", async () => {
  await openRunDialog("demo", "nc_notes_get_note");
  await untilText(window, field("/note_id"), "required");
  await fillField("/note_id", "one");
  await until(async () => (await (await window.get("run-go")).getAttribute("aria-disabled")) === "true", "it cannot be run");
  await fillField("/note_id", "1");
  // Pressing Run is the consent to a call that is not destructive.
  await run();
  await untilOutcome("OK");
  expect(await window.count(APPROVAL)).toBe(0);
  expect(log()[0]?.why).toBe("Started from Hintsmith");
  await closeRunDialog();
  await openRunDialog("demo", "nc_notes_get_note");
  await window.click("run-recent");
  await untilText(window, DIALOG, '{"note_id":1}');
});

test("read-only tools run without approval once the user has opted in", async () => {
  store.cli("set", "demo.nc_notes_get_note", "read-only=yes");
  store.cli("preferences", "approval.read-only=on");
  await openRunDialog("demo", "nc_notes_get_note");
  await fillField("/note_id", "2");
  await run();
  await untilOutcome("OK");
  expect(await window.count(APPROVAL)).toBe(0);
  expect(log()[0]?.why).toBe("It is decided to be read-only");
});

test("images are re-encoded, and results of open-world tools are marked as untrusted", async () => {
  store.cli("set", "everything.get-tiny-image", "read-only=yes", "open-world=yes");
  await openRunDialog("everything", "get-tiny-image");
  await run();
  await window.get("run-untrusted");
  const picture = await window.find(`${RESULT} img`);
  expect(await picture.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
  await until(() => window.evaluate<boolean>("return arguments[0].naturalWidth > 0", picture), "it is drawn");
});

test("the observation of a repeated call is shown beside the hint and changes nothing", async () => {
  await openRunDialog("demo", "nc_notes_delete_note");
  await fillField("/note_id", "3");
  await window.click("run-twice-open");
  await window.click("run-twice");
  await respond("allow-once");
  await respond("allow-once");
  await untilText(window, '[data-testid="run-observed"]', "The second call failed");
  await closeRunDialog();
  await untilText(window, '[data-testid="panel"] [data-testid="observation"]', "The second call failed");
  const tool = JSON.parse(store.cli("explain", "--json", "demo.nc_notes_delete_note")) as { observations: { verdict: string }[] };
  expect(tool.observations).toMatchObject([{ verdict: "differs" }]);
});

test("every schema of a real server has a complete form", async () => {
  const tools = JSON.parse(store.cli("tools", "--json", "server:everything")) as { name: string }[];
  expect(tools.length).toBeGreaterThan(5);
  for (const { name } of tools) {
    await openRunDialog("everything", name);
    const { form } = JSON.parse(store.cli("run", `everything.${name}`, "--form", "--json")) as { form: { fields: { name: string }[]; limitation: string | null } };
    expect(form.limitation, name).toBeNull();
    for (const { name: member } of form.fields) await window.find(field(`/${member}`));
    expect((await window.driver.findElements(By.css('[data-testid="run-field"]'))).length).toBeGreaterThanOrEqual(form.fields.length);
  }
});
