// What a server says to a message in either era, whatever carries it.
import { HOSTILE_TEXT, good, listed } from "./lists.mjs";

/** Requests for the list, by mode; the storm's list is another one each time. */
export const asked = new Map();

const serverInfo = { name: "odd", version: "1" };
const capabilities = { tools: { listChanged: true } };

/** The first answer of a server, as its mode would have it. */
const beginnings = {
  "capabilities-list": { capabilities: [] },
  "version-9999": { protocolVersion: "9999", supportedVersions: ["9999-01-01"] },
  "long-instructions": { instructions: "x".repeat(5e6) },
  "hostile-text": { instructions: HOSTILE_TEXT, serverInfo: { name: HOSTILE_TEXT, version: HOSTILE_TEXT } },
};

export const line = (message) => Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
const result = (id, text) => line(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`);
const error = (id, code, message) => line({ jsonrpc: "2.0", id, error: { code, message } });

/** The bytes of the answer; `undefined` for none, `{ exit }` for a server that ends instead. */
export function answer(mode, era, { id, method, params }) {
  if (id === undefined) return undefined;
  const stateless = era === "stateless";
  if (method === "server/discover" && stateless) {
    const begun = {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
    };
    return result(id, JSON.stringify({ ...begun, ...beginnings[mode] }));
  }
  if (method === "initialize" && !stateless) {
    // As many servers do, it takes whatever version it is asked for.
    const begun = { protocolVersion: mode === "echoes" ? params.protocolVersion : "2025-11-25", capabilities, serverInfo };
    return result(id, JSON.stringify({ ...begun, ...beginnings[mode] }));
  }
  if (method === "tools/list") return list(mode, stateless, id, params?.cursor);
  return error(id, -32601, "Method not found");
}

function list(mode, stateless, id, cursor) {
  asked.set(mode, (asked.get(mode) ?? 0) + 1);
  switch (mode) {
    case "dies-in-list":
      return { exit: 1 };
    case "dies-on-page-two":
      return cursor ? { exit: 1 } : result(id, `{"tools":[${good("half")}],"nextCursor":"2"}`);
    case "never-lists":
      return undefined;
    case "list-error":
      return error(id, -32000, HOSTILE_TEXT);
    case "not-utf8":
      return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"tools":["\xff"]}}`, "latin1");
    case "raw-nul":
      return line(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"a\0b"}]}}`);
    case "cut-short":
      return line(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"a"`);
    case "wrong-id":
      return result(9999, listed("good", cursor, stateless));
    case "storm":
      return result(id, `{"tools":[${good(`tool_${asked.get(mode)}`)}]}`);
    default:
      return result(id, listed(mode, cursor, stateless));
  }
}

/** Says for ever, as fast as it can be taken, that the list has changed. */
export function storm(send, subscription) {
  const meta = subscription === undefined ? undefined : { "io.modelcontextprotocol/subscriptionId": subscription };
  const told = (method, params) => line({ jsonrpc: "2.0", method, params: { ...params, _meta: meta } });
  if (subscription !== undefined)
    send(told("notifications/subscriptions/acknowledged", { notifications: { toolsListChanged: true } }));
  const changed = told("notifications/tools/list_changed");
  return setInterval(() => {
    for (let at = 0; at < 10; at++) send(changed);
  }, 1);
}
