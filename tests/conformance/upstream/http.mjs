// The fixture over Streamable HTTP: sessions for the older protocol, single requests for the newer one.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { HANDSHAKE, MODERN, answer, listener, named, refused } from "./answers.mjs";
import { HEADER_MISMATCH, INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_CAPABILITY, UNSUPPORTED_VERSION } from "./content.mjs";
import { mismatch } from "./headers.mjs";
import { Stream } from "./stream.mjs";

const sessions = new Map();
const listeners = new Set();
const BAD = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];

const json = (response, status, message, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(message));
const nothing = (response, status) => response.writeHead(status).end();

async function body(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString("utf8"));
}

function changed(what) {
  for (const session of sessions.values()) {
    session.stream?.send({ jsonrpc: "2.0", method: `notifications/${what}/list_changed`, params: {} });
  }
  for (const tell of listeners) tell(what);
}

async function modern(request, response, message) {
  const refuse = (status, code, words, data) => json(response, status, refused(message.id, { code, message: words, data }));
  const version = request.headers["mcp-protocol-version"];
  const said = named(message);
  if (message.id === undefined) return nothing(response, 202);
  if (said === undefined) return refuse(400, INVALID_PARAMS, "the version is missing in _meta");
  if (message.params._meta["io.modelcontextprotocol/clientCapabilities"] === undefined) {
    return refuse(400, INVALID_PARAMS, "the capabilities are missing in _meta");
  }
  if (said !== version) return refuse(400, HEADER_MISMATCH, "the header names another version");
  if (version !== MODERN) {
    const data = { supported: [MODERN, ...HANDSHAKE], requested: version };
    return refuse(400, UNSUPPORTED_VERSION, "this version is not spoken here", data);
  }
  const why = mismatch(request.headers, message);
  if (why) return refuse(400, HEADER_MISMATCH, why);
  const stream = new Stream(response);
  if (message.method === "subscriptions/listen") {
    const tell = listener(message, (told) => stream.send(told));
    listeners.add(tell);
    response.on("close", () => listeners.delete(tell));
    return;
  }
  const notify = (method, params) => stream.send({ jsonrpc: "2.0", method, params });
  const ask = () => Promise.reject(new Error("a client of the newer protocol is not asked"));
  const answered = await answer(message, { isModern: true, session: {}, notify, ask, changed, hangUp: async () => {} });
  const code = answered.error?.code;
  stream.finish(answered, code === METHOD_NOT_FOUND ? 404 : BAD.includes(code) ? 400 : 200);
}

async function legacy(request, response, message, session) {
  if (message.method === undefined) {
    const question = session.questions.get(message.id);
    session.questions.delete(message.id);
    if (message.error) question?.reject(new Error(message.error.message));
    else question?.resolve(message.result);
    return nothing(response, 202);
  }
  if (message.id === undefined) return nothing(response, 202);
  const stream = new Stream(response, session.streams, session.id);
  const notify = (method, params) => stream.send({ jsonrpc: "2.0", method, params });
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = randomUUID();
      session.questions.set(id, { resolve, reject });
      stream.send({ jsonrpc: "2.0", id, method, params });
    });
  const hangUp = () => stream.hangUp();
  stream.finish(await answer(message, { isModern: false, session, notify, ask, changed, hangUp }), 200);
}

async function take(request, response) {
  const port = request.socket.localPort;
  const ours = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = request.headers;
  if (!ours.includes(host) || (origin !== undefined && !ours.includes(origin.replace("http://", "")))) {
    return json(response, 403, refused(null, { code: -32600, message: "this address is not ours" }));
  }
  const session = sessions.get(request.headers["mcp-session-id"]);
  if (request.headers["mcp-session-id"] !== undefined && !session) return nothing(response, 404);
  if (request.method === "GET") {
    if (!session) return nothing(response, 405);
    const last = request.headers["last-event-id"];
    if (last !== undefined) return session.streams.get(last.split("/")[0])?.resume(response) ?? nothing(response, 404);
    session.stream = new Stream(response, session.streams, session.id);
    session.stream.open();
    return undefined;
  }
  if (request.method === "DELETE") {
    sessions.delete(session?.id);
    session?.stream?.end();
    return nothing(response, session ? 200 : 400);
  }
  const message = await body(request);
  if (session) return legacy(request, response, message, session);
  const version = request.headers["mcp-protocol-version"];
  if (message.method === "initialize" && (version === undefined || HANDSHAKE.includes(version))) {
    const id = randomUUID();
    const fresh = { id, questions: new Map(), streams: new Map() };
    sessions.set(id, fresh);
    return legacy(request, response, message, fresh);
  }
  if (version === undefined || HANDSHAKE.includes(version)) return nothing(response, 400);
  return modern(request, response, message);
}

export function serveHttp(port) {
  const server = createServer((request, response) => {
    take(request, response).catch(() => (response.headersSent ? response.end() : nothing(response, 400)));
  });
  server.listen(port, "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/mcp`));
}
