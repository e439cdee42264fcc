// Reading pasted mcpServers objects.
import { describe, expect, it } from "vitest";
import { readSnippet } from "./json-snippet";

const NOTES = { command: "npx", args: ["-y", "notes-mcp"], env: { TOKEN: "s3cret" }, cwd: "/srv" };

describe("a snippet", () => {
  it.each([
    ["a whole file", JSON.stringify({ mcpServers: { notes: NOTES }, theme: "dark" })],
    ["a member alone", `"mcpServers": ${JSON.stringify({ notes: NOTES })},`],
    [
      "JSON with comments and trailing commas",
      `{ // for Claude\n "mcpServers": { /* one */ "notes": ${JSON.stringify(NOTES).replace('"-y","notes-mcp"]', '"-y","notes-mcp", // the package\n]')}, }, }`,
    ],
  ])("is read from %s", (_, typed) => {
    expect(readSnippet(typed)).toEqual({
      problem: null,
      ignored: [],
      servers: [
        {
          name: "notes",
          source: {
            kind: "command",
            command: ["npx", "-y", "notes-mcp"],
            folder: "/srv",
            environment: [{ name: "TOKEN", value: "s3cret", secret: null }],
            passEnvironment: [],
          },
          storage: [],
        },
      ],
    });
  });

  it("can have the address of a server", () => {
    const { servers } = readSnippet(JSON.stringify({ mcpServers: { jira: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer x" } } } }));
    expect(servers?.[0]?.source).toEqual({
      kind: "http",
      url: "https://example.com/mcp",
      headers: [{ name: "Authorization", value: "Bearer x", secret: null }],
      clientId: null,
      clientSecret: null,
    });
  });

  it("is read without the settings of a client, which are named", () => {
    const snippet = readSnippet('{"mcpServers":{"a":{"command":"x","disabled":true},"b":{"url":"https://b.example","autoApprove":["y"],"disabled":false}}}');
    expect(snippet).toMatchObject({ ignored: ["disabled", "autoApprove"], servers: [{ name: "a" }, { name: "b" }] });
  });

  it("keeps what looks like a comment or a trailing comma in a string", () => {
    const { servers } = readSnippet('{"mcpServers":{"a":{"command":"x","args":["https://example.com/,}","/* no */",],},},}');
    expect(servers?.[0]?.source).toMatchObject({ command: ["x", "https://example.com/,}", "/* no */"] });
  });

  it.each([
    ["{", /not valid JSON: the end is missing/],
    ['{"mcpServers":{"a":{"command":"x"}', /not valid JSON: the end is missing/],
    ['{\n "mcpServers": {\n  a: 1 } }', /^This is not valid JSON. Line 3, column 3: expected a property name in double quotes\.$/],
    ['{"mcpServers": {"a" 1}} ', /Line 1, column 21: expected a colon/],
    ["{}", /no "mcpServers"/],
    ['{"mcpServers":[]}', /no "mcpServers"/],
    ['{"mcpServers":{"a":1}}', /a is not an object/],
    ['{"mcpServers":{"a":{}}}', /a has neither a command nor an HTTP address/],
    ['{"mcpServers":{"a":{"type":"sse","url":"https://example.com"}}}', /a has neither a command nor an HTTP address/],
    ['{"mcpServers":{"a":{"command":"x","args":[1]}}}', /“args” of a must be a list of strings/],
    ['{"mcpServers":{"a":{"command":"x","env":{"B":1}}}}', /“env” of a must be an object whose values are strings/],
    ['{"mcpServers":{"a":{"command":"x","sandbox":true}}}', /does not support these settings of a: sandbox/],
    ['{"mcpServers":{"a":{"command":"${HOME}/x"}}}', /a contains variables/],
  ])("%s is refused", (typed, problem) => {
    expect(readSnippet(typed)).toEqual({ servers: null, problem: expect.stringMatching(problem) });
  });
});
