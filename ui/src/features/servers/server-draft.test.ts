// Conversion of a draft into a request, and of a server into a draft.
import { describe, expect, it } from "vitest";
import { SERVER } from "../../../test/literals";
import type { ConnectionView, ServerView } from "../../backend";
import { isSecretName } from "./secret-name";
import { draftOf, demoServer, emptyDraft, isReady, newCredential, newServerOf, newVariable, renamed } from "./server-draft";
import { offersSignIn } from "./server-kind";
import { shellLine } from "./shell-line";

const serverWith = (connection: Partial<ConnectionView>): ServerView => ({
  ...SERVER,
  name: "weather",
  connection: { ...SERVER.connection, command: [], ...connection },
});

describe("isSecretName", () => {
  it.each([
    ["GITHUB_TOKEN", true],
    ["githubToken", true],
    ["X-API-Key", true],
    ["DB_PASSWORD", true],
    ["Authorization", true],
    ["SMTP_PASS", true],
    ["PGPASSWORD", true],
    ["SLACK_WEBHOOK_URL", true],
    ["TOKEN_FILE", false],
    ["MONKEY", false],
    ["PATH", false],
    ["", false],
  ])("%s: %s", (name, expected) => {
    expect(isSecretName(name)).toBe(expected);
  });
});

describe("shellLine", () => {
  it.each([
    [["npx", "-y", "@acme/notes@1.2"], "npx -y @acme/notes@1.2"],
    [["a", "two words", ""], "a 'two words' ''"],
    [["it's", "$HOME", "--key=••••••"], String.raw`'it'\''s' '$HOME' --key=••••••`],
  ])("%j", (parts, line) => {
    expect(shellLine(parts)).toBe(line);
  });
});

describe("a variable", () => {
  it("is secret by its name until the user sets the checkbox", () => {
    const variable = renamed(newVariable(), "API_KEY");
    expect(variable.secret).toBe(true);
    expect(renamed({ ...variable, secret: false, isUserChoice: true }, "API_TOKEN").secret).toBe(false);
  });
});

describe("a server", () => {
  const stored = serverWith({
    command: ["npx", "two words", "--key=••••••"],
    folder: "/srv",
    passEnvironment: ["AWS_PROFILE"],
    variables: [
      { name: "TOKEN", value: "••••••", secret: true, danger: null },
      { name: "LANG", value: "de", secret: false, danger: null },
    ],
  });

  it("is sent back unchanged: a stored secret as null, never as dots", () => {
    expect(newServerOf(draftOf(stored), "command")).toEqual({
      name: "weather",
      source: {
        kind: "commandLine",
        line: "npx 'two words' --key=••••••",
        folder: "/srv",
        environment: [
          { name: "TOKEN", value: null, secret: true },
          { name: "LANG", value: "de", secret: false },
        ],
        passEnvironment: ["AWS_PROFILE"],
      },
      storage: [],
    });
  });

  it("sends a new value for a stored secret", () => {
    const draft = draftOf(stored);
    const environment = draft.environment.map((v) => (v.stored ? { ...v, value: "new" } : v));
    const { source } = newServerOf({ ...draft, environment }, "command");
    expect(source).toMatchObject({ environment: [{ name: "TOKEN", value: "new", secret: true }, { name: "LANG" }] });
  });

  it.each([
    ["openApi", "openApi", { kind: "openApi", location: "/a.yaml" }],
    ["file", "file", { kind: "file", path: "/a.yaml" }],
    ["sourceCode", "sourceCode", { kind: "sourceCode", folder: "/a.yaml" }],
  ] as const)("converts a server of kind %s", (of, kind, source) => {
    expect(newServerOf(draftOf(serverWith({ kind: of, command: ["/a.yaml"] })), kind).source).toEqual(source);
  });

  describe("of an OpenAPI document", () => {
    const callable = serverWith({
      kind: "openApi",
      command: ["/a.yaml"],
      baseUrl: "https://api.example.com/v1",
      variables: [{ name: "apiKey", value: "••••••", secret: true, danger: null }],
    });
    const source = { kind: "openApi", location: "/a.yaml", baseUrl: "https://api.example.com/v1" };

    it("is sent back unchanged, with its stored credential as null", () => {
      expect(newServerOf(draftOf(callable), "openApi").source).toEqual({
        ...source,
        credentials: [{ name: "apiKey", value: null, secret: true }],
      });
    });

    it("keeps the choice of operations, and sends none if there is none", () => {
      const operations = ["tag:orders", "GET /items/*", "tag:Orders, returns"];
      const draft = draftOf({ ...callable, connection: { ...callable.connection, operations } });
      expect(newServerOf(draft, "openApi").source).toMatchObject({ operations });
      expect(newServerOf({ ...draft, operations: " , " }, "openApi").source).not.toHaveProperty("operations");
    });

    it("sends new credentials as secrets, and no empty rows", () => {
      const credentials = [newCredential({ name: "basic", value: "me:hush" }), newCredential()];
      const draft = { ...emptyDraft(), location: "/a.yaml", baseUrl: " https://api.example.com/v1 ", credentials };
      expect(newServerOf(draft, "openApi").source).toEqual({
        ...source,
        credentials: [{ name: "basic", value: "me:hush", secret: true }],
      });
    });

    it("keeps the token URL, and sends none if it is empty", () => {
      const tokenUrl = "https://login.example.com/token";
      const draft = draftOf({ ...callable, connection: { ...callable.connection, tokenUrl } });
      expect(newServerOf(draft, "openApi").source).toMatchObject({ tokenUrl });
      expect(newServerOf({ ...draft, tokenUrl: " " }, "openApi").source).not.toHaveProperty("tokenUrl");
    });

    it("keeps the client that users sign in with, and its stored secret", () => {
      const draft = draftOf({ ...callable, connection: { ...callable.connection, clientId: "web" } });
      expect(newServerOf(draft, "openApi").source).toMatchObject({ clientId: "web", clientSecret: null });
      expect(newServerOf({ ...draft, clientSecret: "hush" }, "openApi").source).toMatchObject({ clientSecret: "hush" });
      expect(newServerOf({ ...draft, clientId: " " }, "openApi").source).not.toHaveProperty("clientId");
    });

    it("offers sign-in to a user of a client", () => {
      expect(offersSignIn(callable)).toBe(false);
      const withClient = { ...callable, connection: { ...callable.connection, clientId: "web" } };
      expect(offersSignIn(withClient)).toBe(true);
      expect(offersSignIn({ ...withClient, signedIn: "2026-11-19T10:00:00Z" })).toBe(false);
    });

    it("sends neither credentials nor a token URL without a base URL", () => {
      expect(newServerOf({ ...draftOf(callable), tokenUrl: "https://a/token", baseUrl: " " }, "openApi").source).toEqual({ kind: "openApi", location: "/a.yaml" });
    });
  });

  it("lets the engine detect secrets where the user set no checkbox", () => {
    const typed = { ...newVariable(), name: "STRIPE_KEY", value: "x" };
    const draft = { ...emptyDraft(), name: "x", line: "npx", environment: [typed, { ...typed, isUserChoice: true }] };
    const { source } = newServerOf({ ...draft, passEnvironment: " A, B  C," }, "command");
    expect(source).toMatchObject({ environment: [{ secret: null }, { secret: false }], passEnvironment: ["A", "B", "C"] });
  });

  it("leaves out empty rows", () => {
    const draft = { ...emptyDraft(), name: "x", url: " https://a/mcp ", headers: [newVariable()], clientId: " " };
    expect(newServerOf(draft, "address").source).toEqual({
      kind: "http",
      url: "https://a/mcp",
      headers: [],
      clientId: null,
      clientSecret: null,
    });
  });

  it("is ready with a name and the required field of its kind", () => {
    expect(isReady({ ...emptyDraft(), name: "x", line: "npx" }, "command", [])).toBe(true);
    expect(isReady({ ...emptyDraft(), name: "x", line: "npx" }, "address", [])).toBe(false);
    expect(isReady({ ...emptyDraft(), line: "npx" }, "command", [])).toBe(false);
  });

  it("gets a free name if it is another demo", () => {
    expect(demoServer(["demo"]).name).toBe("demo-2");
    expect(demoServer(["demo", "demo-2"]).name).toBe("demo-3");
  });
});
