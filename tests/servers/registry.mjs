// A registry of two pages: node registry.mjs prints the address, and answers until its input ends.
import { createServer } from "node:http";

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const remote = process.env.REMOTE ?? "http://127.0.0.1:9/mcp";
const server = (name, more) => ({
  server: { name, description: `The ${name} server.`, version: "1.2.3", ...more },
  _meta: { [OFFICIAL]: { status: "active" } },
});

const all = [
  server("io.example/notes", {
    title: "Notes",
    remotes: [
      {
        type: "streamable-http",
        url: `${remote}?tenant={tenant}`,
        variables: { tenant: { description: "Your tenant", isRequired: true } },
        headers: [{ name: "X-Api-Key", description: "Key", isRequired: true, isSecret: true }],
      },
    ],
  }),
  server("io.example/evil", {
    _meta: {
      "io.modelcontextprotocol.registry/publisher-provided": {
        tools: [
          { name: "get\u001b[31m_note\u202E", annotations: { readOnlyHint: true } },
          { name: "drop", annotations: { destructiveHint: true } },
          { name: "plain" },
        ],
      },
    },
    description: "\u001b[31mred\u202E",
    packages: [{ registryType: "npm", identifier: "x; rm -rf ~", version: "1", transport: { type: "stdio" } }],
  }),
  {
    ...server("io.example/old", { remotes: [{ type: "sse", url: "https://old.example/sse" }] }),
    _meta: { [OFFICIAL]: { status: "deprecated", statusMessage: "Use notes." } },
  },
];

const http = createServer((request, response) => {
  const url = new URL(request.url, "http://here");
  const found = /^\/v0\.1\/servers\/([^/]+)\/versions\/latest$/.exec(url.pathname);
  const send = (code, body) => response.writeHead(code, { "Content-Type": "application/json" }).end(body);
  if (url.pathname.startsWith("/broken")) return send(200, "<html>");
  if (found) {
    const one = all.find(({ server }) => server.name === decodeURIComponent(found[1]));
    return one ? send(200, JSON.stringify(one)) : send(404, '{"title":"Not Found","detail":"Server not found"}');
  }
  if (url.pathname !== "/v0.1/servers") return send(404, "{}");
  const wanted = all.filter(({ server }) => server.name.includes(url.searchParams.get("search") ?? ""));
  const second = url.searchParams.get("cursor") === "page two";
  // An entry that nobody can read stands on the first page.
  const servers = second ? wanted.slice(2) : [...wanted.slice(0, 2), { server: 7 }];
  const more = !second && wanted.length > 2 ? { nextCursor: "page two" } : {};
  send(200, JSON.stringify({ servers, metadata: { count: servers.length, ...more } }));
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}`));
process.stdin.resume().on("end", () => process.exit(0));
