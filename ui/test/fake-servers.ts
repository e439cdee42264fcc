// A backend for tests of servers: a store that remembers changes, with every call on record.
import { vi } from "vitest";
import type {
  AddServerInput,
  EnableServerInput,
  ImportServersInput,
  NewServer,
  ScanReport,
  ServerKey,
  ServerPreview,
  ServerSettingsInput,
  ServerView,
  TrustInput,
} from "../src/backend/bindings";
import { catalogOf, reachOf, serverOf } from "./fixtures";
import { IMPORTS, previewOf, REGISTRY } from "./server-fixtures";

export function fakeServers(initial: ServerView[]) {
  let servers = initial;
  let revision = 1;
  const change = (name: string, over: Partial<ServerView>): ServerView => {
    servers = servers.map((s) => (s.name === name ? { ...s, ...over } : s));
    revision += 1;
    const changed = servers.find((s) => s.name === name);
    if (!changed) throw new Error(`no server ${name}`);
    return changed;
  };
  const add = (name: string): ServerView => {
    const added = serverOf(name, 0, { state: "idle", readAt: null });
    servers = [...servers, added];
    revision += 1;
    return added;
  };
  return {
    catalog: vi.fn(async () => catalogOf([], { revision, servers })),
    tool: vi.fn(() => new Promise(() => {})),
    secrets: vi.fn(async () => ({ writable: true, sentence: "Secrets are kept in the system keychain." })),
    serverOutput: vi.fn(async (_: ServerKey) => ["starting", "ready\u202e"]),
    previewServer: vi.fn(async ({ source }: NewServer): Promise<ServerPreview> => {
      if (source.kind === "http") return { ...previewOf([]), reach: reachOf("http", [source.url]), program: null };
      if (source.kind === "openApi") return { ...previewOf([]), reach: reachOf("openApi", [source.location]), program: null };
      if (source.kind === "file") return { ...previewOf([]), reach: reachOf("file", [source.path]), program: null };
      return previewOf(["npx", "notes-mcp"], { warnings: ["npx downloads what the registry has today"], consent: "c1" });
    }),
    addServer: vi.fn(async ({ server }: AddServerInput) => add(server.name)),
    editServer: vi.fn(async ({ server }: AddServerInput) => change(server.name, {})),
    enableServer: vi.fn(async ({ server, enabled }: EnableServerInput) =>
      change(server, { enabled, state: enabled ? "ready" : "off" }),
    ),
    setServerSettings: vi.fn(async ({ server, settings }: ServerSettingsInput) => change(server, { settings })),
    trustServer: vi.fn(async ({ server, trusted }: TrustInput) => change(server, { trusted })),
    scanServer: vi.fn(
      async ({ server }: ServerKey): Promise<ScanReport> => ({
        server: change(server, { state: "ready", failure: null, stale: false, tools: 5 }),
        added: 5,
        changed: 0,
        gone: 0,
        changes: [],
        problems: [],
      }),
    ),
    cancelScan: vi.fn(async (_: ServerKey) => null),
    signIn: vi.fn(async ({ server }: ServerKey) =>
      change(server, { state: "idle", failure: null, signedIn: "2026-07-28T10:00:00Z" }),
    ),
    signOut: vi.fn(async ({ server }: ServerKey) => change(server, { signedIn: null })),
    removeServer: vi.fn(async ({ server }: ServerKey) => {
      servers = servers.filter((s) => s.name !== server);
      revision += 1;
      return null;
    }),
    coverage: vi.fn(async () =>
      servers.map(({ name, tools }) => ({ name, isToolset: false, tools, coverage: { described: tools, parameters: tools * 2 } })),
    ),
    findImports: vi.fn(async () => IMPORTS),
    readImport: vi.fn(async (_: { path: string; client: string | null }) => IMPORTS[2]),
    importServers: vi.fn(async ({ choices }: ImportServersInput) => ({
      added: choices.map((choice) => add(choice.name)),
      problems: [] as { name: string; message: string; hint: string }[],
    })),
    registryPage: vi.fn(async ({ cursor }: { query: string; cursor: string | null }) =>
      cursor === null ? REGISTRY : { ...REGISTRY, entries: [], next: null },
    ),
    registrySource: vi.fn(async () => ({ kind: "command", command: ["npx", "notes-mcp"], folder: null, environment: [], passEnvironment: [] })),
    setRegistryAddress: vi.fn(async ({ url }: { url: string | null }) => url ?? "https://registry.modelcontextprotocol.io"),
    chooseFile: vi.fn(async () => "/home/you/chosen.json" as string | null),
    chooseFolder: vi.fn(async () => "/home/you/project" as string | null),
  };
}

export type FakeServers = ReturnType<typeof fakeServers>;
