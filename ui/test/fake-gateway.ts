// An invented gateway that can be switched, set and cleared, with the clients, servers and calls that a test gives it.
import type {
  Badge,
  CallsInput,
  CallsPage,
  CallView,
  ConnectedClient,
  GatewaySettings,
  GatewayView,
  ServedServer,
  WriteCalls,
  WrittenCalls,
} from "../src/backend/bindings";

export const ADDRESS = "http://127.0.0.1:7411/mcp";
export const TOKEN = "hs_b7d1c2e94f2a";

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const clientOf = (over: Partial<ConnectedClient> = {}): ConnectedClient => ({
  name: "Codex",
  version: "0.63",
  way: "stdio",
  wraps: null,
  since: minutesAgo(3),
  lastCall: minutesAgo(1),
  calls: 42,
  ...over,
});

export const servedOf = (name: string, over: Partial<ServedServer> = {}): ServedServer => ({
  name,
  way: "stdio",
  state: { is: "ready", connections: 1 },
  words: null,
  tools: 101,
  offered: 15,
  ...over,
});

export const callOf = (id: number, over: Partial<CallView> = {}): CallView => ({
  id,
  at: new Date(Date.now() - (1_000 - (id % 1_000)) * 1_000).toISOString(),
  server: "demo",
  client: "Codex",
  tool: "home_notes_get_note",
  arguments: [{ name: "id", kind: "number", value: null }],
  badges: [{ kind: "readOnly", mark: "declared" }],
  verdict: "allowed",
  why: null,
  outcome: "ok",
  tookMs: 84,
  ...over,
});

const isDenied = ({ verdict }: CallView): boolean => verdict !== "allowed";
const isFailed = ({ verdict, outcome }: CallView): boolean =>
  verdict === "allowed" && outcome !== null && outcome !== "ok" && outcome !== "cancelled";

export class FakeGateway {
  view: GatewayView = {
    running: null,
    failed: null,
    settings: { port: 7411, environment: null, toolset: null, changed: "careful", values: false, asks: true },
    tokenEnds: null,
    command: "hintsmith gateway",
    clients: [],
    servers: [],
  };
  /** The newest first. */
  log: CallView[] = [];
  token = TOKEN;
  /** What keeps it from starting. */
  taken: string | null = null;

  #change(over: Partial<GatewayView>): GatewayView {
    this.view = { ...this.view, ...over };
    return this.view;
  }

  gateway = (): GatewayView => this.view;

  startGateway = (): GatewayView =>
    this.taken === null
      ? this.#change({ running: { url: ADDRESS, since: minutesAgo(0) }, failed: null, tokenEnds: this.token.slice(-4) })
      : this.#change({ failed: this.taken });

  stopGateway = (): GatewayView => this.#change({ running: null, failed: null });

  setGateway = (settings: GatewaySettings): GatewayView =>
    this.#change({ settings, command: settings.toolset === null ? "hintsmith gateway" : `hintsmith gateway --toolset ${settings.toolset}` });

  gatewayToken = (): string => this.token;

  newGatewayToken = (): GatewayView => {
    this.token = "hs_0000000091cc";
    return this.#change({ tokenEnds: "91cc" });
  };

  restartServed = (server: string): null => {
    const servers = this.view.servers.map((s) => (s.name === server ? { ...s, state: { is: "connecting" } as const } : s));
    this.#change({ servers });
    return null;
  };

  calls = ({ limit, before, only, text }: CallsInput): CallsPage => {
    const kind = only === "denied" ? isDenied : only === "failed" ? isFailed : () => true;
    const words = (text ?? "").toLowerCase();
    const found = this.log.filter(
      (call) =>
        kind(call) &&
        (before === null || call.id < before) &&
        `${call.client} ${call.server} ${call.tool}`.toLowerCase().includes(words),
    );
    return {
      calls: found.slice(0, limit),
      all: this.log.length,
      denied: this.log.filter(isDenied).length,
      failed: this.log.filter(isFailed).length,
    };
  };

  writeCalls = ({ path, only, text }: WriteCalls): WrittenCalls => ({
    path,
    calls: this.calls({ limit: this.log.length, before: null, only, text }).calls.length,
  });

  clearCalls = (): null => {
    this.log = [];
    return null;
  };
}

const BADGES: readonly Badge[] = [
  { kind: "readOnly", mark: "declared" },
  { kind: "modifies", mark: "decided" },
  { kind: "destructive", mark: "assumed" },
  { kind: "readOnly", mark: "decided" },
];
const KINDS: readonly Partial<CallView>[] = [
  {},
  { why: "Read-only, decided by you" },
  { verdict: "denied", why: "The server changed this tool; nobody reviewed it since", outcome: null, tookMs: null },
  { outcome: "toolError", tookMs: 212 },
  { verdict: "unknown", outcome: null, tookMs: null },
  { outcome: "ok", tookMs: 1_900 },
];

/** Calls of the given tools, of every kind in turn. */
export const inventCalls = (count: number, tools: readonly string[]): CallView[] =>
  Array.from({ length: count }, (_, index) => {
    const id = count - index;
    return callOf(id, {
      at: new Date(Date.now() - index * 47_000).toISOString(),
      client: ["Claude Code", "Codex", "VS Code"][index % 3] ?? null,
      tool: tools[index % tools.length] ?? "get_note",
      badges: [BADGES[index % BADGES.length] ?? { kind: "modifies", mark: "assumed" }],
      arguments: [
        { name: "note_id", kind: "number", value: index % 2 ? "4711" : null },
        { name: "title", kind: "string", value: index % 2 ? '"Shopping, and\\nother things"' : null },
        { name: "options", kind: "object", value: null },
      ],
      ...KINDS[index % KINDS.length],
    });
  });

/** On, with a client and a server of every kind. */
export function busyGateway(tools: readonly string[] = ["home_notes_get_note"], calls = 63): FakeGateway {
  const gateway = new FakeGateway();
  gateway.startGateway();
  gateway.view = {
    ...gateway.view,
    running: { url: ADDRESS, since: minutesAgo(34) },
    clients: [
      clientOf({ name: "Claude Code", version: "2.1", way: "http", calls: 18, since: minutesAgo(12) }),
      clientOf(),
      clientOf({ name: "VS Code", version: "1.106", way: "http", calls: 3, since: minutesAgo(40), lastCall: minutesAgo(12) }),
      clientOf({ name: null, version: null, wraps: "demo", calls: 1, since: minutesAgo(2), lastCall: null }),
    ],
    servers: [
      servedOf("demo"),
      servedOf("github", { way: "http", state: { is: "waiting", attempt: 3, seconds: 8 }, words: "connect ETIMEDOUT api.github.example:443", tools: 80, offered: 80 }),
      servedOf("jira", { way: "http", state: { is: "signIn" }, words: "The sign-in ended at 09:30", tools: 0, offered: 0 }),
      servedOf("parcels", { state: { is: "idle" }, tools: 4, offered: 4 }),
      servedOf("weather", { state: { is: "connecting" }, tools: 12, offered: 12 }),
      servedOf("saved", { state: { is: "leftOut" }, words: "A list from a file has nothing to call", tools: 9, offered: 0 }),
    ],
  };
  gateway.log = inventCalls(calls, tools);
  return gateway;
}
