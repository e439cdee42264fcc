// A server that tells what it was started with, without telling secrets: node telling.mjs [ARGUMENT…].
// Its one tool describes, as JSON, the digest of TOKEN, the arguments' digests, the folder, and which of our own
// variables it sees.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

const digest = (text) => createHash("sha256").update(text).digest("hex");
const told = {
  token: digest(process.env.TOKEN ?? ""),
  arguments: process.argv.slice(2).map(digest),
  folder: process.cwd(),
  ours: Object.keys(process.env).filter((name) => name.startsWith("HINTSMITH_")),
};
const results = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "telling", version: "1" } },
  "tools/list": { tools: [{ name: "update_note", description: JSON.stringify(told), inputSchema: { type: "object" } }] },
};
process.stderr.write("telling began\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
