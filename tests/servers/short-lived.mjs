// A server that ends soon after it has listed its one tool, which is named after how often it was started:
// node short-lived.mjs FILE-TO-COUNT-IN
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const file = process.argv[2];
appendFileSync(file, "x");
const name = `start_${readFileSync(file, "utf8").length}`;
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "short", version: "1" } },
  "tools/list": { tools: [{ name, inputSchema: { type: "object" } }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
  if (method === "tools/list") setTimeout(() => process.exit(0), 50);
});
