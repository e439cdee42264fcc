// A server that writes down every line it gets: node spy.mjs FILE [modern], with which it speaks both protocols. Its answers
// hold keys that nobody knows at every level, and numbers that not everybody can hold.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, era] = process.argv.slice(2);
// What every result of the newer protocol has.
const modern = era ? '"resultType":"complete","ttlMs":0,"cacheScope":"private",' : "";
const schema = '{"type":"object","properties":{"id":{"type":"string","x-kept":1e400}}}';
const tool = (name, more) => `{"name":"${name}","description":"Does ${name}.","x-kept":9007199254740993,"inputSchema":${schema}${more}}`;
const tools = [
  tool("get_note", ',"annotations":{"readOnlyHint":false,"x-kept":[1.0]}'),
  tool("delete_note", ""),
  tool("end", ""),
].join(",");
const results = {
  initialize: '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"x-kept":{}},"serverInfo":{"name":"spy","version":"1"}}',
  ...(era && {
    "server/discover": `{${modern}"supportedVersions":["2026-07-28","2025-06-18"],"capabilities":{"tools":{}}}`,
  }),
  "tools/list": `{${modern}"x-kept":-0.0,"tools":[${tools}],"_meta":{"x-kept":1e400}}`,
};

process.stderr.write("the spy is here\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  appendFileSync(file, `${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "tools/call" && params.name === "end") process.exit(7);
  // A call that is never answered; it ends when it is cancelled.
  if (method === "tools/call" && params.arguments?.wait) return;
  // As it was written: the number may be larger than ours can be.
  const [, written] = /"id":([^,}]+)/.exec(line);
  // What every client can read, where that is wanted.
  const plain = params?.arguments?.plain ? `{${modern}"content":[{"type":"text","text":"done"}]}` : undefined;
  const result = results[method] ?? plain ?? `{"content":[{"type":"video","x-kept":1e400}],"structuredContent":{"tools":[]}}`;
  process.stdout.write(`{"jsonrpc":"2.0","id":${written},"result":${result}}\n`);
});
