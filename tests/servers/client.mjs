// Clients of the TypeScript SDK: node client.mjs reads sessions, a line of JSON each, and prints a line of JSON for each: the tools
// a new client sees and the result of each call, or the `error` that ended it. A session is the `target` (a command or an
// address), the `calls` (NAME or NAME=ARGUMENTS) and what the client answers to an elicitation (`elicit`; it declines without).
// It also answers sampling and roots, and counts progress; the call NAME! is cancelled when the first progress arrives. Over HTTP
// it sends the token in HINTSMITH_TOKEN. With arguments, `[CALL…] -- TARGET…`, there is one session.
import { createInterface } from "node:readline";
import { Client } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js";
import { StdioClientTransport } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js";
import { StreamableHTTPClientTransport } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js";

const ROOTS = [{ uri: "file:///nowhere", name: "nowhere" }];

function transport([command, ...args]) {
  if (!command.startsWith("http://")) return new StdioClientTransport({ command, args, stderr: "inherit" });
  const headers = { authorization: `Bearer ${process.env.HINTSMITH_TOKEN}` };
  return new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers } });
}

async function session({ target, calls, elicit = { action: "decline" } }) {
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
    return elicit;
  });
  client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: ROOTS }));

  const way = transport(target);
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
  const results = [];
  for (const call of calls) {
    const [, name, cancelled, given] = /^([^=!]+)(!?)(?:=(.*))?$/s.exec(call);
    const abort = new AbortController();
    const onprogress = () => {
      if (cancelled) abort.abort("enough");
    };
    try {
      const params = { name, arguments: JSON.parse(given ?? "{}") };
      const { content, isError } = await client.callTool(params, undefined, { onprogress, signal: abort.signal });
      const progress = progressOf.get(token) ?? 0;
      results.push({ name, progress, text: content.map(({ text }) => text).join("\n"), isError: isError === true });
    } catch (error) {
      // More may have come in the same read as the one that cancelled it.
      results.push({ name, progress: Math.min(progressOf.get(token) ?? 0, 1), failed: String(error) });
    }
  }
  await way.terminateSession?.();
  await client.close();
  return { tools, calls: results, asked };
}

const split = process.argv.indexOf("--");
if (split >= 0) {
  const result = await session({ calls: process.argv.slice(2, split), target: process.argv.slice(split + 1) });
  process.stdout.write(JSON.stringify(result));
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const result = await session(JSON.parse(line)).catch((error) => ({ error: error.stack ?? String(error) }));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  // A client that failed may have left a server running.
  process.exit();
}
