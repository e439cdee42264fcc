// A client of the TypeScript SDK: node client.mjs [NAME=ARGUMENTS…] -- COMMAND…; prints as JSON which tools it sees and
// what each call came to. It answers sampling, elicitation and roots, and counts progress; `NAME!` is cancelled when the first
// progress arrives.
import { Client } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js";
import { StdioClientTransport } from "./foreign/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js";
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
  return { action: "decline" };
});
client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: "file:///nowhere", name: "nowhere" }] }));

await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const { tools } = await client.listTools();
const calls = [];
for (const call of process.argv.slice(2, split)) {
  const [, name, cancelled, given] = /^([^=!]+)(!?)(?:=(.*))?$/s.exec(call);
  const abort = new AbortController();
  let progress = 0;
  const onprogress = () => {
    progress += 1;
    if (cancelled) abort.abort("enough");
  };
  try {
    const params = { name, arguments: JSON.parse(given ?? "{}") };
    const { content, isError } = await client.callTool(params, undefined, { onprogress, signal: abort.signal });
    calls.push({ name, progress, text: content.map(({ text }) => text).join("\n"), isError: isError === true });
  } catch (error) {
    calls.push({ name, progress, failed: String(error) });
  }
}
await client.close();
process.stdout.write(JSON.stringify({ tools, calls, asked }));
