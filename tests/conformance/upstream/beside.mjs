// Another server, so that the fixture is one of several: one tool, in both protocols.
import { createInterface } from "node:readline";

const complete = { resultType: "complete" };
const cached = { ...complete, ttlMs: 0, cacheScope: "private" };
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "beside", version: "1" },
  }),
  "server/discover": () => ({ ...cached, supportedVersions: ["2026-07-28", "2025-11-25"], capabilities: { tools: {} } }),
  "tools/list": () => ({ ...cached, tools: [{ name: "beside", description: "Does nothing", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ ...complete, content: [{ type: "text", text: "Nothing was done." }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: `Method not found: ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
