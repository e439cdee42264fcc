// Plain values for tests of pure functions. They need not be valid for the engine; its responses are in test/recorded.
import type { CallView, ServerView } from "../src/backend/bindings";

export const SERVER: ServerView = {
  name: "notes",
  connection: { kind: "stdio", command: ["notes-mcp"], folder: null, variables: [], passEnvironment: [], clientId: null, baseUrl: null, tokenUrl: null, operations: [] },
  enabled: true,
  state: "ready",
  live: false,
  tools: 9,
  scannedAt: "2026-07-28T10:00:00Z",
  stale: false,
  protocol: "2025-11-25",
  era: "handshake",
  latencyMs: 120,
  failure: null,
  signedIn: null,
  signInPage: null,
  truncation: null,
  operations: null,
  settings: { destructive: "narrow", openWorld: "byTool", trustsMethods: false },
  trusted: false,
};

export const CALL: CallView = {
  id: 1,
  at: "",
  server: "demo",
  client: "Codex",
  tool: "get_note",
  arguments: [],
  badges: [],
  verdict: "allowed",
  why: null,
  outcome: "ok",
  tookMs: 84,
};
