// node ask.mjs URL PROTOCOL: asks a server behind an address for its tools and prints the answer as it came.
const [url, protocol] = process.argv.slice(2);
const stateless = protocol >= "2026-07-28";
const client = { name: "test", version: "1" };
const headers = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "Mcp-Protocol-Version": protocol,
};

async function ask(method, params, id) {
  if (stateless) headers["Mcp-Method"] = method;
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const answer = await fetch(url, { method: "POST", headers, body });
  const session = answer.headers.get("Mcp-Session-Id");
  if (session) headers["Mcp-Session-Id"] = session;
  const text = await answer.text();
  if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return text;
  const data = text.split("\n").filter((line) => line.startsWith("data:"));
  return data.map((line) => line.slice(5).trim()).find((line) => line && JSON.parse(line).id === id);
}

if (stateless) {
  const meta = (key, value) => [`io.modelcontextprotocol/${key}`, value];
  const _meta = Object.fromEntries([
    meta("protocolVersion", protocol),
    meta("clientInfo", client),
    meta("clientCapabilities", {}),
  ]);
  console.log(await ask("tools/list", { _meta }, 1));
} else {
  await ask("initialize", { protocolVersion: protocol, capabilities: {}, clientInfo: client }, 1);
  await ask("notifications/initialized", undefined, undefined);
  console.log(await ask("tools/list", undefined, 2));
}
