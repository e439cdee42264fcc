// An invented backend behind Tauri's own mock. ?n=10000 ?first ?hostile ?failed ?readonly ?export ?theme=dark ?select=name
// ?servers=github ?dialog=registry ?edit=weather ?click=button
import { mockIPC, mockWindows } from "@tauri-apps/api/mocks";
import { emit } from "@tauri-apps/api/event";
import type { Catalog, DecideHintInput, DecideTitleInput, EnableServerInput, ImportServersInput, NewServer, ServerSettingsInput, ServerView, ToolKey } from "../../src/backend/bindings";
import type { WayToAdd } from "../../src/shared/view-state";
import type { Fake } from "../fixtures";
import { cardOf, detailOf, inventTools, reachOf, serverOf } from "../fixtures";
import { everyState, IMPORTS, REGISTRY } from "../server-fixtures";

const asked = new URLSearchParams(location.search);
const theme = asked.get("theme");
if (theme) localStorage.setItem("hintsmith.theme", theme);

let fakes: Fake[] = asked.has("first") ? [] : inventTools(Number(asked.get("n") ?? 110));
let revision = 1;
let servers: ServerView[] = asked.has("first") ? [] : everyState(fakes.length);
if (asked.has("hostile") && fakes[1]) {
  fakes[0] = { ...(fakes[0] as Fake), title: "Get\u202e Note", name: "home_n\u200btes_get", description: "a\u200b\u200b\u200bb <img src=x onerror=alert(1)>" };
  fakes[1] = { ...fakes[1], declared: {}, inferred: {}, decided: { idempotent: true, destructive: true }, problems: 2 };
}
let lastExport: Catalog["changes"]["lastExport"] = { target: "hintsmith-json", path: "/home/you/hintsmith.json", at: new Date(Date.now() - 7.3e6).toISOString() };

const changes = () => ({ count: fakes.filter((f) => f.changed).length, lastExport });
const find = (key: { server: string; tool: string }): Fake => {
  const fake = fakes.find((f) => f.server === key.server && f.name === key.tool);
  if (!fake) throw { code: "notFound", message: `no tool ${key.tool}`, hint: "Read the server again." };
  return fake;
};
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

function change(name: string, over: Partial<ServerView>): ServerView {
  servers = servers.map((s) => (s.name === name ? { ...s, ...over } : s));
  revision += 1;
  return servers.find((s) => s.name === name) as ServerView;
}

const answers: Record<string, (input: never) => unknown> = {
  catalog: (): Catalog => ({
    revision,
    readOnly: asked.has("readonly") ? "another Hintsmith holds the store; close it to edit here" : null,
    servers,
    cards: fakes.map(cardOf),
    changes: changes(),
  }),
  search: ({ query }: { query: string }) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const unknown = words.filter((w) => /^(is|has|env):/.test(w));
    const texts = words.filter((w) => !unknown.includes(w));
    const matches: number[] = [];
    fakes.forEach((f, index) => {
      const hay = `${f.name} ${f.title} ${f.description}`.toLowerCase();
      if (texts.every((w) => hay.includes(w))) matches.push(index);
    });
    return { revision, matches, unknown };
  },
  tool: (key: ToolKey) => detailOf(find(key)),
  decide_hint: ({ hint, value, ...key }: DecideHintInput) => {
    const fake = find(key);
    const { [hint]: _old, ...rest } = fake.decided;
    const next = { ...fake, decided: value === null ? rest : { ...rest, [hint]: value }, changed: true };
    fakes = fakes.map((f) => (f === fake ? next : f));
    revision += 1;
    void emit("catalog-changed", { revision });
    return { revision, detail: detailOf(next), changes: changes() };
  },
  decide_title: ({ title, ...key }: DecideTitleInput) => {
    const fake = find(key);
    const next = { ...fake, titleDecided: title, changed: true };
    fakes = fakes.map((f) => (f === fake ? next : f));
    revision += 1;
    return { revision, detail: detailOf(next), changes: changes() };
  },
  preview_server: (server: NewServer) => {
    const command = server.source.kind === "commandLine" ? server.source.line.split(" ") : ["hintsmith", "demo-server", "--tools", "101"];
    return {
      reach: reachOf("stdio", command, { folder: server.source.kind === "commandLine" ? server.source.folder : null }),
      program: command[0] === "nope" ? null : `/usr/local/bin/${command[0]}`,
      warnings: server.source.kind === "commandLine" ? ["npx downloads and runs what the registry has today; pin a version"] : [],
      consent: "c0ffee",
    };
  },
  add_server: ({ server }: { server: NewServer }) => {
    const added = serverOf(server.name, 0, { state: "connecting" });
    servers = [...servers, added];
    revision += 1;
    return added;
  },
  scan_server: async ({ server }: { server: string }) => {
    for (const tools of [20, 40, 60, 80]) {
      await wait(250);
      await emit("scan-progress", { server, tools, pages: tools / 20 });
    }
    fakes = [...fakes.filter((f) => f.server !== server), ...inventTools(101, server)];
    servers = servers.map((s) => (s.name === server ? serverOf(server, 101) : s));
    revision += 1;
    return { server: serverOf(server, 101), added: 101, changed: 0, gone: 0, problems: [] };
  },
  cancel_scan: () => null,
  secrets: () => ({ writable: !asked.has("unkept"), sentence: asked.has("unkept") ? "No keychain answers. Set HINTSMITH_PASSPHRASE, or start a keychain." : "Secrets are kept in the system keychain." }),
  server_output: () => Array.from({ length: 40 }, (_, i) => `[info] line ${i} of what it said${i === 30 ? "\u202e" : ""}`),
  set_server_settings: ({ server, settings }: ServerSettingsInput) => change(server, { settings }),
  enable_server: ({ server, enabled }: EnableServerInput) => change(server, { enabled, state: enabled ? "idle" : "off" }),
  edit_server: ({ server }: { server: NewServer }) => change(server.name, {}),
  sign_in: async ({ server }: { server: string }) => {
    await wait(4000);
    return change(server, { state: "idle", failure: null, signedIn: new Date().toISOString() });
  },
  sign_out: ({ server }: { server: string }) => change(server, { signedIn: null, state: "needsSignIn" }),
  find_imports: () => (asked.has("none") ? [] : IMPORTS),
  read_import: () => IMPORTS[0],
  import_servers: ({ choices }: ImportServersInput) => ({
    added: choices.slice(1).map((choice) => serverOf(choice.name, 0)),
    problems: choices.slice(0, 1).map((choice) => ({ name: choice.name, message: "it has changed", hint: "Look at the file again." })),
  }),
  registry_page: async () => {
    await wait(400);
    return REGISTRY;
  },
  registry_source: () => ({ kind: "command", command: ["npx", "-y", "@acme/notes-mcp@1.4.0"], folder: null, environment: [] }),
  set_registry_address: ({ url }: { url: string | null }) => url ?? "https://registry.modelcontextprotocol.io",
  choose_file: () => "/home/you/openapi.yaml",
  choose_folder: () => "/home/you/project",
  remove_server: ({ server }: { server: string }) => {
    servers = servers.filter((s) => s.name !== server);
    fakes = fakes.filter((f) => f.server !== server);
    revision += 1;
    return null;
  },
  targets: () => [{ id: "hintsmith-json", name: "hintsmith.json", fileName: "hintsmith.json", description: "Every decision, to keep in version control and to apply elsewhere." }],
  preview_export: ({ path }: { path: string | null }) => {
    const decided = fakes.filter((f) => Object.keys(f.decided).length > 0);
    const lines = ["{", '  "version": 1,', '  "servers": {', ...decided.flatMap((f) => [`    "${f.name}": {`, ...Object.entries(f.decided).map(([h, v]) => `      "${h}": ${v}`), "    },"]), "  }", "}"];
    const at = path ?? "/home/you/hintsmith.json";
    const foreign = at.includes("package.json");
    return {
      path: at,
      text: `${lines.join("\n")}\n`,
      difference: lines.map((text, i) => ({ sign: i > 4 && i < 12 ? "add" : "same", text })).flatMap((l, i) => (i === 6 ? [{ sign: "remove", text: '      "readOnly": false' }, l] : [l])),
      exists: true,
      ours: !foreign,
      carried: decided.length,
    };
  },
  write_export: ({ path }: { path: string | null }) => {
    lastExport = { target: "hintsmith-json", path: path ?? "", at: new Date().toISOString() };
    fakes = fakes.map((f) => ({ ...f, changed: false }));
    revision += 1;
    return { path, bytes: 10, carried: 12 };
  },
  choose_export_path: () => "/home/you/work/hintsmith.json",
  choose_apply_path: () => "/home/you/work/hintsmith.json",
  preview_apply: () => ({
    servers: 2,
    decisions: 14,
    waiting: ["github"],
    changes: fakes.slice(0, 12).map((f) => ({ server: f.server, tool: f.name, field: "readOnly", before: null, after: "Yes" })),
  }),
  apply_file: () => ({ applied: 12 }),
};

mockWindows("main");
mockIPC(
  (command, args) => {
    const answer = answers[command];
    if (!answer) throw { code: "internal", message: `no answer to ${command}`, hint: "" };
    return answer((args as { input?: never }).input as never);
  },
  { shouldMockEvents: true },
);

void import("../../src/main").then(async () => {
  const { useView } = await import("../../src/shared/view-state");
  const view = useView.getState();
  if (asked.has("export")) view.showExport();
  if (asked.has("failed")) view.showCatalog("weather");
  const select = asked.get("select");
  if (select) view.select({ server: "demo", tool: select });
  const query = asked.get("q");
  if (query) view.setQuery(query);
  const dialog = asked.get("dialog");
  if (asked.has("servers")) view.showServers(asked.get("servers") || undefined);
  const ways: readonly WayToAdd[] = ["command", "address", "openApi", "file", "client", "registry", "demo"];
  const way = ways.find((w) => w === dialog);
  if (way) view.open({ kind: "addServer", way });
  const edit = asked.get("edit");
  if (edit) view.open({ kind: "editServer", server: edit });
  if (dialog === "apply") view.open({ kind: "apply" });
  if (dialog === "shortcuts") view.open({ kind: "shortcuts" });
  // One after the other, each as soon as it is there.
  for (const css of asked.getAll("click")) {
    while (!document.querySelector(css)) await wait(50);
    document.querySelector<HTMLElement>(css)?.click();
  }
});
