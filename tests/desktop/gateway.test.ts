// Gateway of the window: start, an HTTP client and its calls, notifications, restart and stop.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { textOf, untilText } from "./actions.ts";
import { clickXPath } from "./navigation.ts";
import { Store } from "./store.ts";
import { until } from "./wait.ts";
import { freePort, Window } from "./window.ts";

const store = new Store();
let window: Window;
let port: number;

beforeAll(async () => {
  store.cli("demo");
  store.cli("set", "demo.nc_notes_delete_note", "read-only=no", "destructive=yes");
  window = await Window.open(store);
  await window.total("data-total", 101);
});

const token = () => readFileSync(join(store.data, "gateway-token"), "utf8").trim();
let session: string | null = null;

/** Sends a message to the gateway as a client of protocol version 2025-06-18. */
async function send(message: object): Promise<{ status: number; body: string }> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token()}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  if (session !== null) headers["Mcp-Session-Id"] = session;
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
  session ??= answer.headers.get("mcp-session-id");
  return { status: answer.status, body: await answer.text() };
}

test("starts on a chosen port and shows its address", async () => {
  await window.click("nav-gateway");
  port = await freePort();
  await window.fill("gateway-port", `${port}`);
  await window.press(Key.ENTER);
  await window.click("gateway-switch");
  await untilText(window, '[data-testid="gateway-address"]', `http://127.0.0.1:${port}/mcp`);
  await untilText(window, '[data-testid="gateway-address"]', token().slice(-4));
  expect(await textOf(window, '[data-testid="gateway-address"]')).not.toContain(token());
  // Disables approvals, which approval.test.ts covers.
  await window.click("gateway-asks");
  await clickXPath(window, '//*[@role="menuitemradio"][contains(., "Clients ask")]');
  await untilText(window, '[data-testid="gateway-asks"]', "Clients ask");
});

test("shows a connected client and its calls with their hints", async () => {
  const clientInfo = { name: "Tester", version: "4.2" };
  await send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await send({ method: "notifications/initialized" });
  const { body } = await send({ id: 2, method: "tools/list" });
  expect(body).toContain('"destructiveHint":true');
  // The gateway does not list its toolset tools over HTTP.
  expect(body).not.toContain("list-toolsets");
  await send({ id: 3, method: "tools/call", params: { name: "nc_notes_delete_note", arguments: { note_id: 7 } } });
  await send({ id: 4, method: "tools/call", params: { name: "no_such_tool", arguments: {} } });
  await untilText(window, '[data-testid="gateway-clients"]', "Tester");
  await untilText(window, '[data-testid="gateway-clients"]', "2 calls");
  await untilText(window, '[data-testid="gateway-servers"]', "Ready");
  await untilText(window, '[data-testid="gateway-calls"]', "nc_notes_delete_note");
  const calls = await textOf(window, '[data-testid="gateway-calls"]');
  expect(calls).toContain("Destructive");
  expect(calls).toContain("no_such_tool");
});

test("notifies the connected client of a decision", async () => {
  const headers = { Authorization: `Bearer ${token()}`, Accept: "text/event-stream", "Mcp-Session-Id": session ?? "" };
  const stream = await fetch(`http://127.0.0.1:${port}/mcp`, { headers });
  const reader = stream.body?.getReader();
  store.cli("set", "demo.nc_notes_get_note", "title=Fetch a note");
  const event = await until(async () => new TextDecoder().decode((await reader?.read())?.value), "an event arrives");
  expect(event).toContain("notifications/tools/list_changed");
  await reader?.cancel();
  expect((await send({ id: 5, method: "tools/list" })).body).toContain("Fetch a note");
});

test("runs again after a restart of the window, and stops when it is switched off", async () => {
  await window.quit();
  window = await Window.open(store);
  session = null;
  await until(() => send({ id: 1, method: "ping" }).then(({ status }) => status < 500, () => false), "it answers again");
  await window.click("nav-gateway");
  await window.click("gateway-switch");
  await until(() => send({ id: 1, method: "ping" }).then(() => false, () => true), "it no longer answers");
});
