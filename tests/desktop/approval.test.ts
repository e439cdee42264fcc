// Approval of calls that clients make through the gateway: a denied call never reaches the server, an allowed one does once.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { answer, textOf, untilText } from "./actions.ts";
import { json, root, Store } from "./store.ts";
import { until } from "./wait.ts";
import { freePort, Window } from "./window.ts";

const store = new Store();
/** Log file of the requests that the server has received. */
const received = join(store.folder, "heard");
let window: Window;
let port: number;

beforeAll(async () => {
  writeFileSync(received, "");
  store.cli("add", "spy", "--yes", "--", "node", join(root, "tests/servers/spy.mjs"), received);
  store.cli("preferences", "approval.patience=3600");
  window = await Window.open(store);
  await window.total("data-total", 3);
  await window.click("nav-gateway");
  port = await freePort();
  await window.fill("gateway-port", `${port}`);
  await window.press(Key.ENTER);
  await window.click("gateway-switch");
  await untilText(window, '[data-testid="gateway-address"]', `http://127.0.0.1:${port}/mcp`);
  await connect();
});

const calls = () => readFileSync(received, "utf8").split("\n").filter((line) => line.includes('"tools/call"')).length;
let session: string | null = null;

/** Sends a message to the gateway as a client of protocol version 2025-06-18. */
async function send(message: object): Promise<string> {
  const token = readFileSync(join(store.data, "gateway-token"), "utf8").trim();
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  if (session !== null) headers["Mcp-Session-Id"] = session;
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
  session ??= answer.headers.get("mcp-session-id");
  return answer.text();
}

async function connect(): Promise<void> {
  session = null;
  const clientInfo = { name: "Tester", version: "4.2" };
  await send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await send({ method: "notifications/initialized" });
  await send({ id: 2, method: "tools/list" });
}

const call = (name: string, args: object) => send({ id: 9, method: "tools/call", params: { name, arguments: args } });
const DIALOG = '[role="alertdialog"]';
const deny = () => answer(window, DIALOG, "deny");
const allow = () => answer(window, DIALOG, "allow-once");
const untilClosed = () => window.gone(DIALOG);

test("the dialog shows tool, client and arguments; Escape denies, and nothing reaches the server", async () => {
  const answer = call("delete_note", { id: "seven\u202e" });
  await untilText(window, DIALOG, "delete_note");
  const dialogText = await textOf(window, DIALOG);
  expect(dialogText).toContain("Tester");
  expect(dialogText).toContain("Destructive");
  expect(dialogText).toContain("destructive changes");
  expect(dialogText).toContain("U+202E");
  expect(await window.driver.getTitle()).toContain("(1)");
  await window.find(`${DIALOG} [data-testid="deny"]:not([aria-disabled])`);
  // Repeats the key until the dialog closes, because the window may receive the focus a moment later.
  await until(async () => {
    if ((await window.count(DIALOG)) > 0) await window.press(Key.ESCAPE);
    return (await window.count(DIALOG)) === 0;
  }, "Escape closes the dialog");
  expect(await answer).toContain("denied by the user");
  expect(calls()).toBe(0);
  await untilClosed();
});

test("a call that is allowed once runs exactly once, and the next one needs approval again", async () => {
  const answer = call("delete_note", { id: "seven" });
  await untilText(window, DIALOG, "delete_note");
  expect(await textOf(window, '[data-testid="allow-once"]')).toContain("Delete");
  await allow();
  expect(await answer).toContain("video");
  expect(calls()).toBe(1);
  const again = call("delete_note", { id: "seven" });
  await untilText(window, DIALOG, "delete_note");
  store.cli("approvals", "deny", String((json(store, "approvals") as unknown as { id: number }[])[0]?.id));
  expect(await again).toContain("denied by the user");
  expect(calls()).toBe(1);
  await untilClosed();
});

test("read-only tools run without approval once the user has opted in, and only then", async () => {
  store.cli("set", "spy.get_note", "read-only=yes");
  await send({ id: 2, method: "tools/list" });
  const pendingCall = call("get_note", {});
  await untilText(window, DIALOG, "get_note");
  await deny();
  expect(await pendingCall).toContain("denied by the user");
  store.cli("preferences", "approval.read-only=on");
  // The gateway applies the preference with a short delay; until then the call needs approval.
  const answer = await until(async () => {
    let answered: string | undefined;
    const called = call("get_note", {}).then((text) => (answered = text));
    await until(async () => answered !== undefined || (await window.count(DIALOG)) > 0, "the call is answered or needs approval");
    if (answered === undefined) await deny();
    return (await called).includes("video");
  }, "the call runs without approval");
  expect(answer).toBe(true);
  expect(calls()).toBe(2);
});

test("a repeated call of an idempotent tool needs no approval, one with other arguments does", async () => {
  store.cli("preferences", "approval.retries=on");
  store.cli("set", "spy.get_note", "read-only=no", "destructive=no", "idempotent=yes");
  await until(async () => (await send({ id: 2, method: "tools/list" })).includes('"idempotentHint":true'), "the list contains the decision");
  const before = calls();
  const first = call("get_note", { id: "a", more: 1 });
  await untilText(window, DIALOG, "get_note");
  await allow();
  expect(await first).toContain("video");
  // The same arguments in another order.
  expect(await call("get_note", { more: 1, id: "a" })).toContain("video");
  expect(calls()).toBe(before + 2);
  const other = call("get_note", { id: "b", more: 1 });
  await untilText(window, DIALOG, "get_note");
  await deny();
  expect(await other).toContain("denied by the user");
  expect(calls()).toBe(before + 2);
});

/** Calls the destructive tool with a client of the TypeScript SDK, and returns its output. */
function sdkCall(): Promise<string> {
  const token = readFileSync(join(store.data, "gateway-token"), "utf8").trim();
  const client = join(root, "tests/servers/client.mjs");
  const args = [client, 'delete_note={"note":"of the SDK"}', "--", `http://127.0.0.1:${port}/mcp`];
  return new Promise((resolve, reject) => {
    execFile("node", args, { env: { ...process.env, HINTSMITH_TOKEN: token } }, (error, out) => (error ? reject(error) : resolve(out)));
  });
}

test("a client of the TypeScript SDK waits for the approval", async () => {
  const before = calls();
  const denied = sdkCall();
  await untilText(window, DIALOG, "of the SDK");
  expect(await textOf(window, DIALOG)).toContain("client of a test");
  await deny();
  expect(await denied).toContain("denied by the user");
  expect(calls()).toBe(before);
  const allowed = sdkCall();
  await untilText(window, DIALOG, "of the SDK");
  await allow();
  expect(JSON.parse(await allowed)).toMatchObject({ asked: [] });
  expect(calls()).toBe(before + 1);
});

test("the log contains every decision with its reason", async () => {
  const entries = await until(() => {
    const log = json(store, "calls") as unknown as { verdict: string; why: string }[];
    const lines = log.map(({ verdict, why }) => `${verdict}: ${why}`);
    return lines.filter((line) => line === "allowed: allowed once by the user").length === 3 ? lines : undefined;
  }, "the last call is logged");
  expect(entries).toContain("allowed: It is decided to be read-only");
  expect(entries).toContain("allowed: An identical call was allowed, and the tool may be repeated");
  expect(entries.filter((line) => line === "denied: denied by the user").length).toBeGreaterThanOrEqual(5);
  const summaries = (json(store, "history") as unknown as { summary: string }[]).map(({ summary }) => summary);
  expect(summaries).toContain("denied: a call of spy.delete_note to client of a test");
});
