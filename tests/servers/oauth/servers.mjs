// A protected MCP server, two authorization servers it may name, and one that lies: node servers.mjs
// Prints their addresses as a line of JSON, then answers each line of JSON on its input with one.
// Ends with its input, so that it never outlives the test.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { authorizationServer } from "./authorization-server.mjs";
import { lyingServer } from "./lying-server.mjs";
import { protectedServer } from "./protected-server.mjs";

/** Every request that came, with what was answered to it. */
const log = [];

async function listen(name, make) {
  let server;
  const http = createServer(async (request, response) => {
    const entry = { to: name, method: request.method, url: request.url, headers: request.headers, body: "", answer: "" };
    log.push(entry);
    const end = response.end;
    response.end = (text, ...rest) => {
      Object.assign(entry, { status: response.statusCode, answer: String(text ?? "") });
      return end.call(response, text, ...rest);
    };
    // Whoever reads the body reads it as if nobody had looked.
    const emit = request.emit;
    request.emit = (event, ...values) => {
      if (event === "data") entry.body += values[0];
      return emit.call(request, event, ...values);
    };
    try {
      await server.answer(request, response, server.reads && (await text(request)));
    } catch (error) {
      console.error(error);
      response.destroy();
    }
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${http.address().port}`;
  server = { origin, ...make(origin) };
  return server;
}

async function text(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

const first = await listen("first", authorizationServer);
const offline = { scopes: ["mcp", "tools:read", "openid", "offline_access"] };
const second = await listen("second", (origin) => authorizationServer(origin, offline));
const liar = await listen("liar", lyingServer);
const mcp = await listen("mcp", (origin) => ({ reads: true, ...protectedServer(origin, first.origin) }));
const servers = { first, second, liar, mcp };

/** The tokens a server has given out. */
function tokens(name) {
  const given = log.filter(({ to, url, status }) => to === name && url === "/token" && status === 200);
  const answers = given.map(({ answer }) => JSON.parse(answer));
  return {
    AccessToken: answers.map((answer) => answer.access_token),
    RefreshToken: answers.map((answer) => answer.refresh_token).filter(Boolean),
  };
}

const verbs = {
  /** Changes settings of a server. */
  set: ({ server, settings }) => Object.assign(servers[server].settings, settings),
  /** Makes the tokens of a kind invalid that a server has given out. */
  forget: ({ server, kind }) => servers[server].forget(kind, tokens(server)[kind]),
  tokens: ({ server }) => tokens(server),
  log: () => log,
};

const say = (value) => process.stdout.write(`${JSON.stringify(value ?? null)}\n`);
say({ first: first.origin, second: second.origin, liar: liar.origin, mcp: `${mcp.origin}/mcp` });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  say(await verbs[command.do](command));
}
process.exit();
