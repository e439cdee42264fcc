// Store with every kind of content: two working servers and a failed one, decisions in two environments, a rule, a saved filter,
// a toolset with notes, a drifted and a removed tool, an export and later changes, a backup, a configuration of another client
// and a registry.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { closeAtEnd } from "./resources.ts";
import { program, root, type Store } from "./store.ts";

/** Demo tool whose calls need approval. */
const DESTRUCTIVE = "nc_notes_delete_note";
const odd = join(root, "tests/servers/odd.mjs");

/** Server whose tools have decisions and have drifted since. */
export const SERVER = "archive";
/** Active toolset, with notes and a removed tool. */
export const TOOLSET = "daily";
/** Server that exits at startup. */
export const FAILED = "broken";

/** Starts a script of tests/servers that prints its address and runs until its input ends; returns the address. */
export async function startServer(script: string): Promise<string> {
  const server = spawn("node", [join(root, "tests/servers", script), "--http"], { stdio: ["pipe", "pipe", "inherit"] });
  closeAtEnd(() => void server.kill());
  const [address] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  return address;
}

/** Content of SERVER: `add` adds it, `change` makes its first tool drift and removes its last one. */
export type ServerContent = { add: (store: Store) => void; change: (store: Store) => void; failed: string };

const FORMAT = { type: "string", enum: ["text", "bytes"], description: "What it is written as.", default: "text" };
const schema = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where the file is, below the folder that is shared." },
    etag: { type: "string" },
    format: FORMAT,
    options: { type: "object", properties: { depth: { type: "integer" } } },
  },
  required: ["path"],
};
const write = (description: string) => ({ name: "write_file", description, inputSchema: schema });
const others = [
  { name: "get_file", title: "Read a file", description: "Reads a file.", inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "remove_files", description: "Removes files.\n".repeat(30), inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "list_views", inputSchema: {}, annotations: { readOnlyHint: "yes" } },
];
const removed = { name: "rename_file", description: "Renames a file.", inputSchema: schema };

const listOf = (store: Store) => join(store.folder, "list.json");

/** Folder with source code that registers the tools of SERVER. */
export function sourceFolder(store: Store): string {
  const folder = join(store.folder, "source");
  mkdirSync(folder, { recursive: true });
  const tools = ["write_file", "get_file", "remove_files", "list_views"].map((name) => `\n\n@mcp.tool()\ndef ${name}(path: str) -> str:\n    return path\n`);
  writeFileSync(join(folder, "server.py"), `from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("archive")\n${tools.join("")}`);
  return folder;
}

/** OpenAPI document with operations in two tags and one without. */
export function openApiDocument(store: Store): string {
  const responses = { 200: { description: "OK" } };
  const operation = (operationId: string, summary: string, ...tags: string[]) => ({ operationId, summary, tags, responses });
  const paths = {
    "/orders": { get: operation("listOrders", "List orders", "orders"), post: operation("createOrder", "Create an order", "orders") },
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      put: operation("replaceOrder", "Replace an order", "orders"),
      delete: operation("deleteOrder", "Delete an order", "orders"),
    },
    "/pets": { get: operation("listPets", "List pets", "pets") },
    "/health": { get: operation("health", "Report whether the shop is open") },
  };
  const path = join(store.folder, "shop.json");
  writeFileSync(path, JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1.2" }, paths }));
  return path;
}

/** Valid tools, and a few invalid ones. */
export const ordinary: ServerContent = {
  add(store) {
    const first = write("Write text to a new file at the given path. Fails if the file exists.");
    writeFileSync(listOf(store), JSON.stringify({ tools: [first, ...others, removed] }));
    store.cli("add", SERVER, "--yes", "--file", listOf(store));
  },
  change(store) {
    const first = write("Write text to a file at the given path. Replaces the file if it exists; earlier content is lost.");
    writeFileSync(listOf(store), JSON.stringify({ tools: [first, ...others] }));
    store.cli("scan", SERVER);
  },
  failed: "exits",
};

const HANDSHAKE_AND_CALLS = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "Tester", version: "1.0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "nc_notes_get_note", arguments: { note_id: 1 } } },
  { id: 3, method: "tools/call", params: { name: "no_such_tool", arguments: {} } },
];

/** Calls tools of the demo as a client of `hintsmith wrap`, in an environment without a toolset, and disconnects. */
export function callDemo(store: Store): void {
  const input = HANDSHAKE_AND_CALLS.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const env = { ...process.env, HINTSMITH_DATA: store.data };
  execFileSync(program, ["wrap", "--server", "demo", "--env", "prod", "--", program, "demo-server"], { input, env, stdio: ["pipe", "ignore", "pipe"] });
}

/** Adds a note to a tool of the active toolset as an agent of `hintsmith gateway`, and disconnects. */
export function proposeNote(store: Store, tool: string, name: string, note: string): void {
  const given = { toolRef: { namespacedName: tool }, notes: [{ name, note }] };
  const call = { id: 2, method: "tools/call", params: { name: "add-tool-annotation", arguments: given } };
  const messages = [...HANDSHAKE_AND_CALLS.slice(0, 2), call];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const env = { ...process.env, HINTSMITH_DATA: store.data };
  const answer = execFileSync(program, ["gateway"], { input, env, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  if (!answer.includes('"added":["')) throw new Error(`the note was not proposed: ${answer}`);
}

const waitingClients = new Set<ChildProcess>();

/** Calls a destructive tool of the demo as a client of `hintsmith wrap --ask`; the call waits for approval. */
export function requestApproval(store: Store): void {
  const env = { ...process.env, HINTSMITH_DATA: store.data };
  // The environment has no toolset, which would hide the tool.
  const wrap = ["wrap", "--ask", "--server", "demo", "--env", "prod", "--", program, "demo-server"];
  const client = spawn(program, wrap, { env, stdio: ["pipe", "pipe", "inherit"] });
  waitingClients.add(client);
  closeAtEnd(disconnectWaitingClients);
  client.once("exit", () => waitingClients.delete(client));
  const call = { id: 2, method: "tools/call", params: { name: DESTRUCTIVE, arguments: { note_id: 4182, etag: "a\u200bb" } } };
  const send = (message: object) => client.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  [...HANDSHAKE_AND_CALLS.slice(0, 2), { id: 3, method: "tools/list" }].forEach(send);
  // The proxy knows a tool's hints only from a list. The list arrives in several chunks and ends with a newline; the call follows
  // the last one. The input stays open, because the call of a client that disconnects is withdrawn.
  let list = "";
  client.stdout.on("data", function read(chunk: Buffer) {
    list += chunk.toString();
    if (!list.split("\n").slice(0, -1).some((line) => line.includes('"inputSchema"'))) return;
    client.stdout.off("data", read);
    client.stdout.resume();
    send(call);
  });
}

/** Disconnects the clients that wait for an approval, which withdraws their calls. */
export async function disconnectWaitingClients(): Promise<void> {
  await Promise.all(
    [...waitingClients].map(async (client) => {
      const exited = once(client, "exit");
      client.kill();
      await exited;
    }),
  );
}

/** Decision file for the apply dialog. */
export const decisionFile = (store: Store) => join(store.folder, "other.json");

export function fillStore(store: Store, registry: string, content: ServerContent = ordinary): void {
  mkdirSync(join(store.folder, ".cursor"));
  const client = { weather: { command: "node", args: [odd, "good"], env: { WEATHER_TOKEN: "tok-5f0c2d" } } };
  writeFileSync(join(store.folder, ".cursor/mcp.json"), JSON.stringify({ mcpServers: client }));
  store.cli("registry", "address", registry);
  store.cli("preferences", "approval.patience=3600"); // approvals must not expire during the checks of a view

  content.add(store);
  store.cli("demo");
  const names = (JSON.parse(store.cli("tools", "--json", `server:${SERVER}`)) as { name: string }[]).map(({ name }) => name);
  const tool = (at: number) => `${SERVER}.${names.at(at)}`;
  store.cli("set", tool(0), "read-only=no", "destructive=no", "--because", "it never overwrites");
  store.cli("review", "accept", tool(0));
  store.cli("set", tool(-1), "read-only=no");
  content.change(store);

  store.cli("env", "add", "prod");
  store.cli("set", "demo.nc_notes_get_note", "open-world=yes", "--env", "prod", "--because", "it syncs");
  store.cli("rule", "add", "demo.nc_notes_get_*", "read-only=yes", "--because", "they only read");
  store.cli("filter", "save", "What can be lost", "hint:destructive is:declared");
  store.cli("export", "hintsmith", "--output", join(store.folder, "hintsmith.json"));
  store.cli("set", "demo.nc_contacts_delete_group", "read-only=no", "destructive=yes");
  store.cli("set", "demo.nc_contacts_create_contact", "open-world=no", "title=Write a contact down");
  store.cli("toolset", "build", TOOLSET, "--filter", `server:${SERVER}`, "--description", "What is looked at every day", "--activate");
  store.cli("toolset", "add", TOOLSET, `${SERVER}.not_there`);
  store.cli("note", "add", tool(0), "team-selection", "Ask which team it is for before you call the tool.", "--toolset", TOOLSET);
  store.cli("note", "add", tool(0), "every-time", "Say what you are about to do.");
  store.cli("comment", tool(0), "Ask Ann before you change this.");
  store.cli("backup");
  try {
    store.cli("add", FAILED, "--yes", "--keep", "--", "node", odd, content.failed);
  } catch {
    // The server stays in the store although its scan fails.
  }

  const decided = { annotations: { readOnlyHint: true }, because: { readOnlyHint: "it only lists" } };
  // A new decision, one that conflicts with a decision in the store, and one for a server that is not in the store.
  const conflicting = { annotations: { readOnlyHint: true } };
  const servers = {
    demo: { tools: { nc_notes_list_notes: decided } },
    [SERVER]: { tools: { [names.at(-1) ?? ""]: conflicting } },
    elsewhere: { tools: { ping: decided } },
  };
  writeFileSync(decisionFile(store), JSON.stringify({ hintsmith: 1, servers }));
}
