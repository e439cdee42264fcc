// A call of a client through the gateway is asked about in the real window: a no never reaches the server, a yes does once.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answered, json, says, text } from "./acts.ts";
import { root, Store, until, Window } from "./window.ts";

const PORT = 7421;
const store = new Store();
const heard = join(store.folder, "heard");
let window: Window;

beforeAll(async () => {
  writeFileSync(heard, "");
  store.cli("add", "spy", "--yes", "--", "node", join(root, "tests/servers/spy.mjs"), heard);
  window = await Window.open(store);
  await window.total("data-total", 3);
  await window.click("nav-gateway");
  await window.fill("gateway-port", `${PORT}\n`);
  await window.click("gateway-switch");
  await says(window, '[data-testid="gateway-address"]', `http://127.0.0.1:${PORT}/mcp`);
  await connect();
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const calls = () => readFileSync(heard, "utf8").split("\n").filter((line) => line.includes('"tools/call"')).length;
let session: string | null = null;

/** One message to the gateway, as a client of the older protocol sends it. */
async function say(message: object): Promise<string> {
  const token = readFileSync(join(store.data, "gateway-token"), "utf8").trim();
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  if (session !== null) headers["Mcp-Session-Id"] = session;
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  const answer = await fetch(`http://127.0.0.1:${PORT}/mcp`, { method: "POST", headers, body });
  session ??= answer.headers.get("mcp-session-id");
  return answer.text();
}

async function connect(): Promise<void> {
  session = null;
  const clientInfo = { name: "Tester", version: "4.2" };
  await say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await say({ method: "notifications/initialized" });
  await say({ id: 2, method: "tools/list" });
}

const call = (name: string, args: object) => say({ id: 9, method: "tools/call", params: { name, arguments: args } });
const DIALOG = '[role="alertdialog"]';
const deny = () => answered(window, DIALOG, "deny");
const allow = () => answered(window, DIALOG, "allow-once");
const gone = () => until(async () => (await window.count(DIALOG)) === 0, "the dialog is gone");

test("the dialog says what the call does, who asks, and with what; its default is no, and nothing reached the server", async () => {
  const answer = call("delete_note", { id: "seven\u202e" });
  await says(window, DIALOG, "delete_note");
  const shown = await text(window, DIALOG);
  expect(shown).toContain("Tester");
  expect(shown).toContain("Destructive");
  expect(shown).toContain("destructive changes");
  expect(shown).toContain("U+202E");
  expect(await window.driver.getTitle()).toContain("(1)");
  await until(async () => {
    await window.press(Key.ESCAPE);
    return (await window.count(DIALOG)) === 0;
  }, "it is answered");
  expect(await answer).toContain("a person said no");
  expect(calls()).toBe(0);
  await gone();
});

test("allowed once, it runs exactly once, and the next one is asked about again", async () => {
  const answer = call("delete_note", { id: "seven" });
  await says(window, DIALOG, "delete_note");
  expect(await text(window, '[data-testid="allow-once"]')).toContain("Delete");
  await allow();
  expect(await answer).toContain("video");
  expect(calls()).toBe(1);
  const again = call("delete_note", { id: "seven" });
  await says(window, DIALOG, "delete_note");
  store.cli("approvals", "deny", String((json(store, "approvals") as unknown as { id: number }[])[0]?.id));
  expect(await again).toContain("a person said no");
  expect(calls()).toBe(1);
  await gone();
});

test("what a person decided to be read-only runs unasked once they opted in, and only then", async () => {
  store.cli("set", "spy.get_note", "read-only=yes");
  await say({ id: 2, method: "tools/list" });
  const asked = call("get_note", {});
  await says(window, DIALOG, "get_note");
  await deny();
  expect(await asked).toContain("a person said no");
  store.cli("preferences", "approval.read-only=on");
  // It is known everywhere within a moment; until then it is asked about.
  const answer = await until(async () => {
    let answered: string | undefined;
    const called = call("get_note", {}).then((text) => (answered = text));
    await until(async () => answered !== undefined || (await window.count(DIALOG)) > 0, "an answer or a question");
    if (answered === undefined) await deny();
    return (await called).includes("video");
  }, "it runs");
  expect(answer).toBe(true);
  expect(calls()).toBe(2);
});

test("the same call of an idempotent tool is not asked about again, and one with other arguments is", async () => {
  store.cli("preferences", "approval.retries=on");
  store.cli("set", "spy.get_note", "read-only=no", "destructive=no", "idempotent=yes");
  await until(async () => (await say({ id: 2, method: "tools/list" })).includes('"idempotentHint":true'), "the client is told");
  const before = calls();
  const first = call("get_note", { id: "a", more: 1 });
  await says(window, DIALOG, "get_note");
  await allow();
  expect(await first).toContain("video");
  // The same, in another order.
  expect(await call("get_note", { more: 1, id: "a" })).toContain("video");
  expect(calls()).toBe(before + 2);
  const other = call("get_note", { id: "b", more: 1 });
  await says(window, DIALOG, "get_note");
  await deny();
  expect(await other).toContain("a person said no");
  expect(calls()).toBe(before + 2);
});

/** What a client of the TypeScript SDK was told when it called the destructive tool. */
function sdkCall(): Promise<string> {
  const token = readFileSync(join(store.data, "gateway-token"), "utf8").trim();
  const client = join(root, "tests/servers/client.mjs");
  const args = [client, 'delete_note={"note":"of the SDK"}', "--", `http://127.0.0.1:${PORT}/mcp`];
  return new Promise((told, failed) => {
    execFile("node", args, { env: { ...process.env, HINTSMITH_TOKEN: token } }, (error, out) => (error ? failed(error) : told(out)));
  });
}

test("a client of the TypeScript SDK waits for the dialog: a no reaches no server, a yes reaches it once", async () => {
  const before = calls();
  const denied = sdkCall();
  await says(window, DIALOG, "of the SDK");
  expect(await text(window, DIALOG)).toContain("client of a test");
  await deny();
  expect(await denied).toContain("a person said no");
  expect(calls()).toBe(before);
  const allowed = sdkCall();
  await says(window, DIALOG, "of the SDK");
  await allow();
  expect(JSON.parse(await allowed)).toMatchObject({ asked: [] });
  expect(calls()).toBe(before + 1);
});

test("every decision stands in the log with its reason", async () => {
  const said = await until(() => {
    const log = json(store, "calls") as unknown as { verdict: string; why: string }[];
    const words = log.map(({ verdict, why }) => `${verdict}: ${why}`);
    return words.filter((one) => one === "allowed: a person allowed it once").length === 3 ? words : undefined;
  }, "the last call is written down");
  expect(said).toContain("allowed: It only reads, as a person decided");
  expect(said).toContain("allowed: The same call again, of a tool that may be repeated");
  expect(said.filter((words) => words === "denied: a person said no").length).toBeGreaterThanOrEqual(5);
  const acts = (json(store, "history") as unknown as { act: string }[]).map(({ act }) => act);
  expect(acts).toContain("denied: a call of spy.delete_note to client of a test");
});
