// Conversion of a draft into a request, and of a server into a draft.
import { describe, expect, it } from "vitest";
import { SERVER } from "../../../test/literals";
import type { ConnectionView, ServerView } from "../../backend";
import { soundsSecret } from "./secret-name";
import { draftOf, demoServer, emptyDraft, isReady, newServerOf, newVariable, renamed } from "./server-draft";
import { shellLine } from "./shell-line";

const serverWith = (reach: Partial<ConnectionView>): ServerView => ({
  ...SERVER,
  name: "weather",
  connection: { ...SERVER.connection, command: [], ...reach },
});

describe("soundsSecret", () => {
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
    expect(soundsSecret(name)).toBe(expected);
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
  it("is ticked by its name until somebody ticks it", () => {
    const variable = renamed(newVariable(), "API_KEY");
    expect(variable.secret).toBe(true);
    expect(renamed({ ...variable, secret: false, ticked: true }, "API_TOKEN").secret).toBe(false);
  });
});

describe("a server", () => {
  const kept = serverWith({
    command: ["npx", "two words", "--key=••••••"],
    folder: "/srv",
    passEnvironment: ["AWS_PROFILE"],
    variables: [
      { name: "TOKEN", value: "••••••", secret: true, danger: null },
      { name: "LANG", value: "de", secret: false, danger: null },
    ],
  });

  it("comes back unchanged: what is kept is sent as nothing, never as dots", () => {
    expect(newServerOf(draftOf(kept), "command")).toEqual({
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

  it("sends a kept value that was typed anew", () => {
    const draft = draftOf(kept);
    const environment = draft.environment.map((v) => (v.kept ? { ...v, value: "new" } : v));
    const { source } = newServerOf({ ...draft, environment }, "command");
    expect(source).toMatchObject({ environment: [{ name: "TOKEN", value: "new", secret: true }, { name: "LANG" }] });
  });

  it.each([
    ["openApi", "openApi", { kind: "openApi", location: "/a.yaml" }],
    ["file", "file", { kind: "file", path: "/a.yaml" }],
  ] as const)("is a %s", (of, kind, source) => {
    expect(newServerOf(draftOf(serverWith({ kind: of, command: ["/a.yaml"] })), kind).source).toEqual(source);
  });

  it("leaves it to the engine to judge a variable that nobody ticked", () => {
    const typed = { ...newVariable(), name: "STRIPE_KEY", value: "x" };
    const draft = { ...emptyDraft(), name: "x", line: "npx", environment: [typed, { ...typed, ticked: true }] };
    const { source } = newServerOf({ ...draft, passEnvironment: " A, B  C," }, "command");
    expect(source).toMatchObject({ environment: [{ secret: null }, { secret: false }], passEnvironment: ["A", "B", "C"] });
  });

  it("leaves out rows nobody filled in", () => {
    const draft = { ...emptyDraft(), name: "x", url: " https://a/mcp ", headers: [newVariable()], clientId: " " };
    expect(newServerOf(draft, "address").source).toEqual({
      kind: "http",
      url: "https://a/mcp",
      headers: [],
      clientId: null,
      clientSecret: null,
    });
  });

  it("is ready with a name and what its kind needs", () => {
    expect(isReady({ ...emptyDraft(), name: "x", line: "npx" }, "command")).toBe(true);
    expect(isReady({ ...emptyDraft(), name: "x", line: "npx" }, "address")).toBe(false);
    expect(isReady({ ...emptyDraft(), line: "npx" }, "command")).toBe(false);
  });

  it("finds a free name for another demo", () => {
    expect(demoServer(["demo"]).name).toBe("demo-2");
    expect(demoServer(["demo", "demo-2"]).name).toBe("demo-3");
  });
});
