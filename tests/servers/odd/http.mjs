// The modes over Streamable HTTP, and those that break HTTP. Every request is remembered: GET /seen.
import { createServer } from "node:http";
import { answer, asked, storm } from "./speech.mjs";

const seen = [];

export function serveHttp() {
  const server = createServer(async (request, response) => {
    response.on("error", () => {});
    const url = new URL(request.url, "http://here");
    const mode = url.pathname.slice(1);
    if (mode === "seen") return response.end(JSON.stringify({ seen, asked: Object.fromEntries(asked) }));
    const message = JSON.parse((await read(request)) || "{}");
    seen.push({ mode, verb: request.method, method: message.method, headers: request.headers });
    if (broken[mode]) return broken[mode](response, url, message, request);
    if (request.method === "DELETE") return response.end();
    if (request.method === "GET")
      return mode === "storm" ? events(response, (send) => storm(send)) : status(response, 405);
    speak(mode, url, message, response);
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
  process.stdin.resume().on("end", () => process.exit(0));
}

function speak(mode, url, message, response) {
  const era = url.searchParams.get("era") ?? "handshake";
  if (mode === "storm" && message.method === "subscriptions/listen") {
    return events(response, (send) => storm(send, message.id));
  }
  const said = answer(mode, era, message);
  if (message.id === undefined) return status(response, 202);
  if (said?.exit !== undefined) return response.socket.destroy();
  if (said === undefined) return;
  if (message.method === "initialize") response.setHeader("Mcp-Session-Id", "a-session");
  const asEvents = url.searchParams.get("as") === "events";
  response.setHeader("Content-Type", asEvents ? "text/event-stream" : "application/json");
  const body = asEvents ? Buffer.concat([Buffer.from("event: message\ndata: "), said, Buffer.from("\n\n")]) : said;
  if (mode !== "drip" || message.method !== "tools/list") return response.end(body);
  let at = 0;
  const timer = setInterval(() => response.write(body.subarray(at, ++at)), 1000);
  response.on("close", () => clearInterval(timer));
}

/** Modes in which nothing, or only the handshake, goes as HTTP or MCP would have it. */
const broken = {
  "status-403": (response) => status(response, 403),
  "status-404": (response) => status(response, 404),
  "status-429": (response) => status(response.setHeader("Retry-After", "7"), 429),
  "status-500": (response) => status(response, 500),
  "status-502": (response) => status(response.setHeader("Content-Type", "text/html"), 502, "<h1>Bad gateway</h1>"),
  html: (response) =>
    status(response.setHeader("Content-Type", "text/html"), 200, "<!doctype html><title>Hello</title>"),
  text: (response) => status(response.setHeader("Content-Type", "application/json"), 200, "hello"),
  redirect: (response, url) => status(response.setHeader("Location", url.searchParams.get("to")), 307),
  "redirect-in-circles": (response) => status(response.setHeader("Location", "/redirect-in-circles"), 307),
  "redirect-at-home": (response) => status(response.setHeader("Location", "/good"), 307),
  hangs: () => {},
  document: (response, url) => response.end(url.searchParams.get("text")),
  "endless-body": afterHandshake((response) => {
    response.setHeader("Content-Type", "application/json");
    const more = () => {
      while (response.write(" ".repeat(1 << 16)));
    };
    response.on("drain", more);
    more();
  }),
  "comments-for-ever": afterHandshake((response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const timer = setInterval(() => response.write(": still here\n\n"), 10);
    response.on("close", () => clearInterval(timer));
  }),
  "session-expired": afterHandshake((response) => status(response, 404)),
  // A server that was restarted: it knows the second session only.
  "session-expires-once": afterHandshake((response, url, message) => {
    const begun = seen.filter((request) => request.mode === "session-expires-once" && request.method === "initialize");
    return begun.length > 1 ? speak("good", url, message, response) : status(response, 404);
  }),
  "list-500": afterHandshake((response) => status(response, 500)),
  "list-html": afterHandshake((response) =>
    status(response.setHeader("Content-Type", "text/html"), 200, "<p>Log in</p>"),
  ),
};

/** A server that is good until its list is asked for. */
function afterHandshake(then) {
  return (response, url, message, request) => {
    if (request.method === "DELETE") return response.end();
    if (request.method === "GET") return status(response, 405);
    return message.method === "tools/list" ? then(response, url, message) : speak("good", url, message, response);
  };
}

function events(response, begin) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  const timer = begin((bytes) => response.write(`data: ${bytes}\n\n`));
  response.on("close", () => clearInterval(timer));
}

function status(response, code, body) {
  response.statusCode = code;
  response.end(body);
}

async function read(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
