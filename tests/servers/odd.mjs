// Scripted MCP servers over stdio, each odd in one way: node odd.mjs MODE.
// Real processes with real pipes; what they send is written by hand, byte for byte.
import { createInterface } from "node:readline";

const schema = { type: "object", properties: { id: { type: "string" } } };
const good = (name) => ({ name, description: `Does ${name}.`, inputSchema: schema });

/** Modes that answer `tools/list`; each gives the pages of its list as raw JSON texts of tools. */
const lists = {
  good: [[JSON.stringify(good("get_note")), JSON.stringify(good("delete_note"))]],
  "one-bad": [
    [
      JSON.stringify(good("get_note")),
      '{"name":"list_views","inputSchema":{},"annotations":{"readOnlyHint":"yes"},"x":1}',
      '{"name":42,"inputSchema":{"type":"object"}}',
      JSON.stringify(good("delete_note")),
    ],
  ],
  paged: [[JSON.stringify(good("a"))], [JSON.stringify(good("b"))], [JSON.stringify(good("c"))]],
  deep: [
    [
      JSON.stringify(good("get_note")),
      `{"name":"deep","inputSchema":{"type":"object","properties":${'{"a":'.repeat(200)}1${"}".repeat(200)}}}`,
    ],
  ],
  odd_numbers: [['{"name":"numbers","inputSchema":{"maximum":12345678901234567890123,"minimum":1.0,"x":1e400}}']],
  hostile: [
    [
      JSON.stringify({
        ...good("<img src=x onerror='window.__pwned=1'>"),
        title: "<script>window.__pwned=1</script>",
        description: "Reads \u202Egnihton\u202C. <iframe src='https://example.com'></iframe> \u001b[31m{{7*7}}",
      }),
    ],
  ],
};

const mode = process.argv[2];
const send = (message) => process.stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);

switch (mode) {
  case "exits":
    process.stderr.write("cannot open the configuration\n");
    process.exit(7);
    break;
  case "noise-only":
    send("Welcome to the wrong program!");
    send("Listening on port 8080");
    setInterval(() => {}, 1 << 30);
    break;
  case "silent":
    setInterval(() => {}, 1 << 30);
    break;
  default:
    serve();
}

function serve() {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === "initialize") {
      if (mode === "noisy") send("starting up…\n{not json}\n[1,2");
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "odd", version: "1" },
      };
      send({ jsonrpc: "2.0", id, result });
    } else if (method === "tools/list") {
      list(id, params?.cursor);
    } else {
      send({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    }
  });
}

function list(id, cursor) {
  if (mode === "dies-in-list") process.exit(1);
  if (mode === "never-lists") return;
  if (mode === "tools-object") return send({ jsonrpc: "2.0", id, result: { tools: {} } });
  if (mode === "endless") {
    return send(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[${JSON.stringify(good("same"))}],"nextCursor":""}}`);
  }
  if (mode === "not-utf8") {
    process.stdout.write(Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"tools":["\xff"]}}\n`, "latin1"));
    return;
  }
  const pages = lists[mode] ?? lists.good;
  const page = cursor === undefined ? 0 : Number(cursor);
  const next = page + 1 < pages.length ? `,"nextCursor":"${page + 1}"` : "";
  send(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[${pages[page].join(",")}]${next}}}`);
}
