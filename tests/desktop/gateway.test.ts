// The gateway of the real window: switched on there, used by a client over HTTP, seen there, and off again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { says, text } from "./acts.ts";
import { press } from "./ways.ts";
import { Store, until, Window } from "./window.ts";

const PORT = 7419;
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  store.cli("set", "demo.nc_notes_delete_note", "read-only=no", "destructive=yes");
  window = await Window.open(store);
  await window.total("data-total", 101);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const token = () => readFileSync(join(store.data, "gateway-token"), "utf8").trim();
let session: string | null = null;

/** One message to the gateway, as a client of the older protocol sends it. */
async function say(message: object): Promise<{ status: number; body: string }> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token()}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  if (session !== null) headers["Mcp-Session-Id"] = session;
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  const answer = await fetch(`http://127.0.0.1:${PORT}/mcp`, { method: "POST", headers, body });
  session ??= answer.headers.get("mcp-session-id");
  return { status: answer.status, body: await answer.text() };
}

test("it is switched on at a port of one's choice, and says where it is", async () => {
  await window.click("nav-gateway");
  await window.fill("gateway-port", `${PORT}\n`);
  await window.click("gateway-switch");
  await says(window, '[data-testid="gateway-address"]', `http://127.0.0.1:${PORT}/mcp`);
  await says(window, '[data-testid="gateway-address"]', token().slice(-4));
  expect(await text(window, '[data-testid="gateway-address"]')).not.toContain(token());
  // Who is asked about calls is tried elsewhere.
  await window.click("gateway-asks");
  await press(window, '//*[@role="menuitemradio"][contains(., "Clients ask themselves")]');
  await says(window, '[data-testid="gateway-asks"]', "Clients ask themselves");
});

test("a client that comes is seen, and so is what it calls and how that was held to be", async () => {
  const clientInfo = { name: "Tester", version: "4.2" };
  await say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await say({ method: "notifications/initialized" });
  const { body } = await say({ id: 2, method: "tools/list" });
  expect(body).toContain('"destructiveHint":true');
  // Over HTTP nobody is offered tools to choose tools with.
  expect(body).not.toContain("list-toolsets");
  await say({ id: 3, method: "tools/call", params: { name: "nc_notes_delete_note", arguments: { note_id: 7 } } });
  await say({ id: 4, method: "tools/call", params: { name: "no_such_tool", arguments: {} } });
  await says(window, '[data-testid="gateway-clients"]', "Tester");
  await says(window, '[data-testid="gateway-clients"]', "2 calls");
  await says(window, '[data-testid="gateway-servers"]', "Ready");
  await says(window, '[data-testid="gateway-calls"]', "nc_notes_delete_note");
  const calls = await text(window, '[data-testid="gateway-calls"]');
  expect(calls).toContain("Destructive");
  expect(calls).toContain("no_such_tool");
});

test("what is decided in the window reaches the client that is connected", async () => {
  const headers = { Authorization: `Bearer ${token()}`, Accept: "text/event-stream", "Mcp-Session-Id": session ?? "" };
  const stream = await fetch(`http://127.0.0.1:${PORT}/mcp`, { headers });
  const reader = stream.body?.getReader();
  store.cli("set", "demo.nc_notes_get_note", "title=Fetch a note");
  const heard = await until(async () => new TextDecoder().decode((await reader?.read())?.value), "something is heard");
  expect(heard).toContain("notifications/tools/list_changed");
  await reader?.cancel();
  expect((await say({ id: 5, method: "tools/list" })).body).toContain("Fetch a note");
});

test("after a restart of the window it is on again; switched off, nobody is there", async () => {
  await window.quit();
  window = await Window.open(store);
  session = null;
  await until(() => say({ id: 1, method: "ping" }).then(({ status }) => status < 500, () => false), "it answers again");
  await window.click("nav-gateway");
  await window.click("gateway-switch");
  await until(() => say({ id: 1, method: "ping" }).then(() => false, () => true), "nobody is there");
});
