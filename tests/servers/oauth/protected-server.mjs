// An MCP server over Streamable HTTP that lets nobody in without a token of its authorization server, and an API beside it
// that does the same.
import { introspection } from "./authorization-server.mjs";

const schema = { type: "object", properties: { id: { type: "string" } } };
const tools = [
  { name: "get_note", description: "Returns a note.", inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "delete_note", description: "Deletes a note.", inputSchema: schema },
  { name: "list_notes", description: "Lists the notes.", inputSchema: { type: "object" } },
];

export function protectedServer(origin, issuer) {
  const resource = `${origin}/mcp`;
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const settings = {
    issuer,
    /** What it says it is; the truth unless a test wants a lie. */
    resource,
    /** The scope that listing needs beyond `mcp`, and the scopes named when it is missing. */
    listing: null,
    named: null,
    /** Whether it says nowhere who signs people in. */
    unpublished: false,
  };

  async function answer(request, response, body) {
    const { pathname } = new URL(request.url, origin);
    const send = (status, value, headers = {}) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
    };
    if (pathname === "/.well-known/oauth-protected-resource/mcp" && !settings.unpublished) {
      return send(200, { resource: settings.resource, authorization_servers: [settings.issuer] });
    }
    if (pathname === "/api/account") {
      const { active, scope } = await introspect(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
      return active ? send(200, { name: "alice", scope }) : send(401, { title: "The token is not valid" });
    }
    if (pathname !== "/mcp") return send(404, {});
    const refuse = (status, error, scope) => {
      const published = !settings.unpublished && `resource_metadata="${metadata}"`;
      const words = [error && `error="${error}"`, scope && `scope="${scope}"`, published];
      return send(status, { error }, { "WWW-Authenticate": `Bearer ${words.filter(Boolean).join(", ")}` });
    };
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (!token) return refuse(401, null, "mcp");
    const granted = await ask(token);
    if (!granted) return refuse(401, "invalid_token", "mcp");
    if (!granted.includes("mcp")) return refuse(403, "insufficient_scope", "mcp");
    if (request.method !== "POST") return send(405, {});
    const { id, method } = JSON.parse(body);
    const reply = (result) => send(200, { jsonrpc: "2.0", id, result });
    switch (method) {
      case "initialize":
        return reply({
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "protected", version: "1" },
        });
      case "tools/list":
        if (settings.listing && !granted.includes(settings.listing)) {
          return refuse(403, "insufficient_scope", settings.named);
        }
        return reply({ tools });
      default:
        if (id === undefined) return response.writeHead(202).end();
        return send(200, { jsonrpc: "2.0", id, error: { code: -32601, message: `no method ${method}` } });
    }
  }

  /** The scopes of a token that the authorization server vouches for and that was made for us. */
  async function ask(token) {
    const { active, aud, scope = "" } = await introspect(token);
    return active && [aud].flat().includes(resource) ? scope.split(" ") : null;
  }

  async function introspect(token) {
    const metadata = await fetch(`${settings.issuer}/.well-known/openid-configuration`);
    const { introspection_endpoint } = await metadata.json();
    const vouched = await fetch(introspection_endpoint, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${introspection.id}:${introspection.secret}`)}` },
      body: new URLSearchParams({ token }),
    });
    return vouched.json();
  }

  return { answer, settings };
}
