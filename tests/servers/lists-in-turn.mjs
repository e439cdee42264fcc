// A stdio server whose list of tools differs from request to request:
//
//   node lists-in-turn.mjs PLAN HEARD    PLAN is a JSON file, read at the start: a list of lists, each a list of pages,
//                                        each a list of tools; the last list repeats. Every line received goes to HEARD.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [plan, heard] = process.argv.slice(2);
const lists = JSON.parse(readFileSync(plan, "utf8"));
let next = 0;
let current;

function page(cursor) {
  if (cursor === undefined) current = lists[Math.min(next++, lists.length - 1)];
  const at = cursor === undefined ? 0 : Number(cursor);
  const more = at + 1 < current.length ? { nextCursor: String(at + 1) } : {};
  return { tools: current[at], ...more };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  appendFileSync(heard, `${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: () => ({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "lists-in-turn", version: "1" },
    }),
    "tools/list": () => page(params?.cursor),
    "tools/call": () => ({ content: [{ type: "text", text: "done" }] }),
  };
  const answer = results[method] ? { result: results[method]() } : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
