// A client of the TypeScript SDK: node client.mjs [NAME=ARGUMENTS…] -- COMMAND… or an address; prints as JSON which tools it
// sees and what each call came to. It answers sampling, elicitation and roots, and counts progress; `NAME!` is cancelled when
// the first progress arrives. What it is asked by elicitation it answers with ELICIT, or declines. Over HTTP it gives the token
// that is in HINTSMITH_TOKEN.
import { Client } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js";
import { StdioClientTransport } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js";
import { StreamableHTTPClientTransport } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js";

const split = process.argv.indexOf("--");
const [command, ...args] = process.argv.slice(split + 1);
const client = new Client(
  { name: "client of a test", version: "1" },
  { capabilities: { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } } },
);
const asked = [];
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
  asked.push({ sampling: params.messages.length });
  return { model: "none", role: "assistant", content: { type: "text", text: "sampled by the test" } };
});
client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  asked.push({ elicitation: params.message });
  return JSON.parse(process.env.ELICIT ?? '{"action":"decline"}');
});
client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: "file:///nowhere", name: "nowhere" }] }));

function transport() {
  if (!command.startsWith("http://")) return new StdioClientTransport({ command, args, stderr: "inherit" });
  const headers = { authorization: `Bearer ${process.env.HINTSMITH_TOKEN}` };
  return new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers } });
}

const way = transport();
await client.connect(way);
// Counted where messages arrive: the SDK drops a progress that comes in one read with the answer. Counted by token: progress of
// a cancelled call may still arrive during the next one.
let token;
const progressOf = new Map();
const receive = way.onmessage;
way.onmessage = (message, extra) => {
  if (message.method === "notifications/progress") {
    const { progressToken } = message.params;
    progressOf.set(progressToken, (progressOf.get(progressToken) ?? 0) + 1);
  }
  receive(message, extra);
};
const send = way.send.bind(way);
way.send = (message, options) => {
  if (message.method === "tools/call") token = message.params._meta?.progressToken;
  return send(message, options);
};
const { tools } = await client.listTools();
const calls = [];
for (const call of process.argv.slice(2, split)) {
  const [, name, cancelled, given] = /^([^=!]+)(!?)(?:=(.*))?$/s.exec(call);
  const abort = new AbortController();
  const onprogress = () => {
    if (cancelled) abort.abort("enough");
  };
  try {
    const params = { name, arguments: JSON.parse(given ?? "{}") };
    const { content, isError } = await client.callTool(params, undefined, { onprogress, signal: abort.signal });
    const progress = progressOf.get(token) ?? 0;
    calls.push({ name, progress, text: content.map(({ text }) => text).join("\n"), isError: isError === true });
  } catch (error) {
    // More may have come in the same read as the one that cancelled it.
    calls.push({ name, progress: Math.min(progressOf.get(token) ?? 0, 1), failed: String(error) });
  }
}
await way.terminateSession?.();
await client.close();
process.stdout.write(JSON.stringify({ tools, calls, asked }));
