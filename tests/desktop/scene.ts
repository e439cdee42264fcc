// A store with something of everything: two good servers and a failed one, decisions in two environments, a rule, a saved
// filter, a toolset with notes, a tool that drifted and one that is gone, an export and changes since, a backup, another client and a registry.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program, root, type Store } from "./window.ts";

/** The tool of the demo that clients ask about. */
const DESTRUCTIVE = "nc_notes_delete_note";
const odd = join(root, "tests/servers/odd.mjs");

/** The server whose tools were decided about and then changed. */
export const SERVER = "archive";
/** The toolset that is equipped: with notes, and with a tool that is gone. */
export const TOOLSET = "daily";
/** The server that ends as soon as it is started. */
export const FAILED = "broken";

/** A scripted server of tests/servers that prints its address and answers until its input ends. */
export async function started(script: string): Promise<{ address: string; process: ChildProcess }> {
  const server = spawn("node", [join(root, "tests/servers", script), "--http"], { stdio: ["pipe", "pipe", "inherit"] });
  const [address] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  return { address, process: server };
}

/** What is read as SERVER: how it is added, and how it changes so that its first tool drifts and its last one goes. */
export type Read = { add: (store: Store) => void; change: (store: Store) => void; failed: string };

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
const gone = { name: "rename_file", description: "Renames a file.", inputSchema: schema };

const listOf = (store: Store) => join(store.folder, "list.json");

/** Tools as they should be, and a few as they should not. */
export const ordinary: Read = {
  add(store) {
    const first = write("Write text to a new file at the given path. Fails if the file exists.");
    writeFileSync(listOf(store), JSON.stringify({ tools: [first, ...others, gone] }));
    store.cli("add", SERVER, "--yes", "--file", listOf(store));
  },
  change(store) {
    const first = write("Write text to a file at the given path. Replaces the file if it exists; earlier content is lost.");
    writeFileSync(listOf(store), JSON.stringify({ tools: [first, ...others] }));
    store.cli("scan", SERVER);
  },
  failed: "exits",
};

const SAID = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "Tester", version: "1.0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "nc_notes_get_note", arguments: { note_id: 1 } } },
  { id: 3, method: "tools/call", params: { name: "no_such_tool", arguments: {} } },
];

/** A client calls tools of the demo through `hintsmith wrap`, where no toolset is equipped, and goes. */
export function callDemo(store: Store): void {
  const input = SAID.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const env = { ...process.env, HINTSMITH_DATA: store.data };
  execFileSync(program, ["wrap", "--server", "demo", "--env", "prod", "--", program, "demo-server"], { input, env, stdio: ["pipe", "ignore", "pipe"] });
}

const asking = new Set<ChildProcess>();

/** A client calls a destructive tool of the demo through `hintsmith wrap --ask`, and waits until somebody answers. */
export function askDemo(store: Store): void {
  const env = { ...process.env, HINTSMITH_DATA: store.data };
  // Where no toolset is equipped, so that the tool is offered.
  const wrap = ["wrap", "--ask", "--server", "demo", "--env", "prod", "--", program, "demo-server"];
  const client = spawn(program, wrap, { env, stdio: ["pipe", "pipe", "inherit"] });
  asking.add(client);
  client.once("exit", () => asking.delete(client));
  const call = { id: 2, method: "tools/call", params: { name: DESTRUCTIVE, arguments: { note_id: 4182, etag: "a\u200bb" } } };
  const say = (message: object) => client.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  [...SAID.slice(0, 2), { id: 3, method: "tools/list" }].forEach(say);
  // What a tool is held to be is known once a list has shown it. The input stays open: a client that is gone waits for nothing.
  let called = false;
  client.stdout.on("data", (chunk: Buffer) => {
    if (called || !chunk.includes('"inputSchema"')) return;
    called = true;
    // The list comes in several pieces; the call comes after all of them.
    setImmediate(() => say(call));
  });
}

/** The clients that wait go, and their calls with them. */
export async function endAsking(): Promise<void> {
  await Promise.all(
    [...asking].map(async (client) => {
      const gone = once(client, "exit");
      client.kill();
      await gone;
    }),
  );
}

/** A file of decisions that can be applied. */
export const applicable = (store: Store) => join(store.folder, "other.json");

export function fill(store: Store, registry: string, read: Read = ordinary): void {
  mkdirSync(join(store.folder, ".cursor"));
  const client = { weather: { command: "node", args: [odd, "good"], env: { WEATHER_TOKEN: "tok-5f0c2d" } } };
  writeFileSync(join(store.folder, ".cursor/mcp.json"), JSON.stringify({ mcpServers: client }));
  store.cli("registry", "address", registry);

  read.add(store);
  store.cli("demo");
  const names = (JSON.parse(store.cli("tools", "--json", `server:${SERVER}`)) as { name: string }[]).map(({ name }) => name);
  const tool = (at: number) => `${SERVER}.${names.at(at)}`;
  store.cli("set", tool(0), "read-only=no", "destructive=no", "--because", "it never overwrites");
  store.cli("review", "accept", tool(0));
  store.cli("set", tool(-1), "read-only=no");
  read.change(store);

  store.cli("env", "add", "prod");
  store.cli("set", "demo.nc_notes_get_note", "open-world=yes", "--env", "prod", "--because", "it syncs");
  store.cli("rule", "add", "demo.nc_notes_get_*", "read-only=yes", "--because", "they only read");
  store.cli("filter", "save", "What can be lost", "hint:destructive is:declared");
  store.cli("export", "hintsmith", "--output", join(store.folder, "hintsmith.json"));
  store.cli("set", "demo.nc_contacts_delete_group", "read-only=no", "destructive=yes");
  store.cli("set", "demo.nc_contacts_create_contact", "open-world=no", "title=Write a contact down");
  store.cli("toolset", "build", TOOLSET, "--filter", `server:${SERVER}`, "--description", "What is looked at every day", "--equip");
  store.cli("toolset", "add", TOOLSET, `${SERVER}.not_there`);
  store.cli("note", "add", tool(0), "team-selection", "Ask which team it is for before you call the tool.", "--toolset", TOOLSET);
  store.cli("note", "add", tool(0), "every-time", "Say what you are about to do.");
  store.cli("remark", tool(0), "Ask Ann before you change this.");
  store.cli("backup");
  try {
    store.cli("add", FAILED, "--yes", "--", "node", odd, read.failed);
  } catch {
    // That it cannot be read is the point; it is kept.
  }

  const decided = { annotations: { readOnlyHint: true }, because: { readOnlyHint: "it only lists" } };
  // One that is not decided here yet, one that is decided otherwise, one of a server that is not here.
  const otherwise = { annotations: { readOnlyHint: true } };
  const servers = {
    demo: { tools: { nc_notes_list_notes: decided } },
    [SERVER]: { tools: { [names.at(-1) ?? ""]: otherwise } },
    elsewhere: { tools: { ping: decided } },
  };
  writeFileSync(applicable(store), JSON.stringify({ hintsmith: 1, servers }));
}
