// Invented servers in every state, configurations of other clients, and a registry.
import type { ImportFile, RegistryPage, ServerPreview, ServerView } from "../src/backend/bindings";
import { reachOf, serverOf } from "./fixtures";

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3.6e6).toISOString();

/** One server for each state. */
export const everyState = (tools: number): ServerView[] => [
  serverOf("demo", tools, { reach: reachOf("demo", ["/usr/bin/hintsmith", "demo-server"]), live: true, readAt: hoursAgo(0.2) }),
  serverOf("github", 80, {
    reach: reachOf("http", ["https://mcp.example.com/mcp?tenant=••••••"], {
      variables: [{ name: "X-Client", value: "hintsmith", secret: false, danger: null }],
      clientId: "hintsmith-desktop",
    }),
    protocol: "2026-07-28",
    era: "stateless",
    latencyMs: 1840,
    signedIn: hoursAgo(30),
    readAt: hoursAgo(2),
    cut: "it sends more than 10,000 tools; the first 80 are kept",
  }),
  serverOf("jira", 0, {
    reach: reachOf("http", ["https://jira.example.com/mcp"]),
    state: "needsSignIn",
    readAt: null,
    protocol: null,
    era: null,
    latencyMs: null,
    failure: { message: "it asks for a sign-in", hint: "Sign in.", output: [] },
  }),
  serverOf("weather", 12, {
    reach: reachOf("stdio", ["npx", "-y", "weather-mcp", "--api-key=••••••"], {
      folder: "/srv/weather",
      variables: [
        { name: "WEATHER_TOKEN", value: "••••••", secret: true, danger: null },
        { name: "NODE_OPTIONS", value: "--require ./x.js", secret: false, danger: "changes what Node.js loads or trusts" },
      ],
    }),
    state: "failed",
    stale: true,
    readAt: hoursAgo(49),
    failure: {
      message: "the command ended with code 127 after 0.2 s",
      hint: "It is probably not installed. Install weather-mcp, or correct the command.",
      output: ["sh: 1: weather-mcp:", "not found\u202e", "\u001b[31mfatal\u001b[0m"],
    },
  }),
  serverOf("shop", 34, { reach: reachOf("openApi", ["/home/you/shop.yaml"]), protocol: null, era: null, latencyMs: null, readAt: hoursAgo(5) }),
  serverOf("saved", 9, { reach: reachOf("file", ["/home/you/tools.json"]), state: "off", enabled: false, protocol: null, era: null, latencyMs: null }),
  serverOf("parcels", 0, { state: "idle", readAt: null, protocol: null, era: null, latencyMs: null }),
];

export const previewOf = (command: string[], over: Partial<ServerPreview> = {}): ServerPreview => ({
  reach: reachOf("stdio", command),
  program: `/usr/bin/${command[0]}`,
  warnings: [],
  values: command.slice(1).map((text, index) => ({ name: `argument ${index + 1}`, text, secret: text.includes("••••••") })),
  consent: command.join(" "),
  ...over,
});

const entry = { problem: null, notes: [], disabled: false, known: null };

export const IMPORTS: ImportFile[] = [
  {
    client: "claude-desktop",
    clientName: "Claude Desktop",
    path: "/home/you/.config/Claude/claude_desktop_config.json",
    problem: null,
    entries: [
      { ...entry, name: "notes", preview: previewOf(["npx", "-y", "notes-mcp"], { warnings: ["npx downloads and runs what the registry has today; pin a version"] }) },
      { ...entry, name: "files", preview: previewOf(["files-mcp", "/home/you"]), disabled: true },
      { ...entry, name: "demo-2", preview: previewOf(["hintsmith", "demo-server"]), known: "demo" },
      { ...entry, name: "odd", preview: null, problem: "its command is a number", notes: ["its comments are left out"] },
    ],
  },
  { client: "codex", clientName: "Codex", path: "/home/you/.codex/config.toml", problem: "it is not TOML: line 3", entries: [] },
  {
    client: "cursor",
    clientName: "Cursor",
    path: "/home/you/.cursor/mcp.json",
    problem: null,
    entries: [{ ...entry, name: "notes", preview: previewOf(["npx", "-y", "notes-mcp"]) }],
  },
];

export const REGISTRY: RegistryPage = {
  registry: "https://registry.modelcontextprotocol.io",
  next: "cursor-2",
  problems: [],
  entries: [
    {
      name: "io.github.acme/notes",
      suggested: "notes",
      title: "Acme Notes",
      description: "Read and write the notes of Acme\u202e.",
      version: "1.4.0",
      status: null,
      statusMessage: null,
      ways: [
        {
          label: "npm package",
          command: ["npx", "-y", "@acme/notes-mcp@1.4.0", "--region", "{region}"],
          wanted: [
            { name: "ACME_TOKEN", description: "From your account page.", secret: true, required: true, default: null, choices: [] },
            { name: "region", description: "", secret: false, required: false, default: "eu", choices: ["eu", "us"] },
          ],
          notes: ["runs on this machine"],
          problem: null,
        },
        { label: "remote", command: ["https://mcp.acme.example/mcp"], wanted: [], notes: [], problem: null },
        { label: "mcpb bundle", command: ["https://acme.example/notes.mcpb"], wanted: [], notes: [], problem: "bundles cannot be added yet" },
      ],
    },
    {
      name: "io.github.acme/old",
      suggested: "old",
      title: null,
      description: "What was there before.",
      version: "0.1.0",
      status: "deprecated",
      statusMessage: "use io.github.acme/notes",
      ways: [],
    },
  ],
};
