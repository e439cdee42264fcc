// Targets of every kind, and an engine's answers about them: what is at which path, and what was written.
import type { ExportedFile, ExportInput, ExportPreview, ExportReport, FidelityReport, TargetView, ToolReport } from "../src/backend";
import { BackendError } from "../src/backend/error";

const HINTS = ["read-only", "destructive", "idempotent", "open-world"];
const PERMISSIONS = ["which tools are offered", "allow, ask or deny"];

const targetOf = (id: string, name: string, over: Partial<TargetView>): TargetView => ({
  id,
  name,
  kind: "gateway",
  fileName: `${id}.json`,
  description: `What ${name} reads`,
  holds: HINTS,
  checked: "source",
  remarks: [],
  merges: false,
  ...over,
});

export const TARGETS: readonly TargetView[] = [
  targetOf("hintsmith", "Hintsmith", {
    kind: "canonical",
    description: "Every decision, in one file for review, backup and other machines",
    holds: [...HINTS, "title", "description", "parameters", "which tools are offered"],
    checked: "run",
    remarks: ["`hintsmith apply` reads it back. Nothing in it is a guess, and nothing is a secret."],
  }),
  targetOf("toolhive-vmcp", "ToolHive vMCP", {
    fileName: "vmcp-config.yaml",
    description: "A virtual MCP server that offers corrected tools of several workloads",
    holds: [...HINTS, "title", "description", "which tools are offered"],
    remarks: ["Start it with `thv vmcp serve --config vmcp-config.yaml`; set `groupRef` to your group."],
  }),
  targetOf("docker", "Docker MCP Gateway", {
    fileName: "tools.yaml",
    description: "Offers the tools of a toolset and hides the others",
    holds: ["which tools are offered"],
    checked: "docs",
    remarks: ["Use it with `docker mcp gateway run --additional-tools-config tools.yaml`."],
  }),
  targetOf("claude-code", "Claude Code", {
    kind: "client",
    fileName: "settings.json",
    description: "Permissions in settings.json: allow what was decided to be read-only, ask or deny the rest",
    holds: PERMISSIONS,
    remarks: ["Plan mode looks at readOnlyHint itself and does not read these lists."],
    merges: true,
  }),
  targetOf("codex", "Codex", {
    kind: "client",
    fileName: "config.toml",
    description: "Approval per tool in config.toml; tools outside the toolset are turned off",
    holds: PERMISSIONS,
    checked: "schema",
    merges: true,
  }),
  targetOf("markdown", "Markdown", {
    kind: "document",
    fileName: "TOOLS.md",
    description: "A table of all tools for people",
    holds: [...HINTS, "title", "description"],
    checked: "people",
  }),
];

/** As many as there are to come. */
export function manyTargets(): TargetView[] {
  const gateways = ["ContextForge", "Gram", "MetaMCP", "mcp-hub", "FastMCP", "1MCP", "hypertool", "agentgateway", "LiteLLM", "Kong", "MCPJungle", "mcpproxy"];
  const clients = ["Cursor", "Gemini CLI", "Goose", "opencode", "VS Code", "Zed", "Cline", "Roo Code", "Windsurf", "Kiro", "Amp", "Crush", "Qwen Code", "Continue", "Warp", "Copilot CLI"];
  const documents = ["HTML", "CSV", "OpenAPI", "SARIF"];
  const named = (names: string[], kind: TargetView["kind"], holds: string[]) =>
    names.map((name) => targetOf(name.toLowerCase().replace(/\W+/g, "-"), name, { kind, holds, merges: kind === "client" }));
  return [...TARGETS, ...named(gateways, "gateway", HINTS), ...named(clients, "client", PERMISSIONS), ...named(documents, "document", HINTS)];
}

/** A file that stands at a path before anything is written. */
export type MarkedHint = { text: string; ours?: boolean; isText?: boolean };

export class FakeExports {
  targetList: readonly TargetView[] = TARGETS;
  readonly disk = new Map<string, MarkedHint>();
  /** The tools the report speaks of. */
  tools: readonly string[] = ["demo.home_notes_get_note", "demo.home_notes_delete_note", "demo.home_boards_get_board"];

  targets = async (): Promise<TargetView[]> => [...this.targetList];

  previewExport = async (input: ExportInput): Promise<ExportPreview> => {
    const target = this.#find(input);
    const paths = this.#paths(target, input);
    const files = paths.map((path) => this.#file(target, path, this.#textOf(target, input, path)));
    return { files, report: this.#report(target, input), carried: this.tools.length };
  };

  writeExport = async (input: ExportInput): Promise<ExportReport> => {
    const { files, report, carried } = await this.previewExport(input);
    const refused = files.find((file) => !file.ours && !(file.seen !== null && input.seen.includes(file.seen)));
    if (refused) {
      const message = `${refused.path} is there already and is not a Hintsmith file`;
      throw new BackendError("file", message, "Look at the difference and replace it, choose another name, or move that file away.");
    }
    const kept = files.filter(({ copied }) => copied);
    for (const { path, text } of files) this.disk.set(path, { text, ours: true });
    return {
      paths: files.map(({ path }) => path),
      kept: kept.map(({ path }) => `${path}.before-hintsmith`),
      bytes: 3,
      carried,
      report,
    };
  };

  #find({ target }: ExportInput): TargetView {
    const found = this.targetList.find(({ id }) => id === target);
    if (!found) throw new BackendError("notFound", `there is no export target named ${target}`, "");
    return found;
  }

  /** A document comes with a second file. */
  #paths(target: TargetView, { path }: ExportInput): string[] {
    const first = path ?? `/home/you/${target.fileName}`;
    return target.kind === "document" ? [first, first.replace(/[^/]*$/, "tools.css")] : [first];
  }

  #textOf(target: TargetView, input: ExportInput, path: string): string {
    if (path.endsWith(".css")) return "table { width: 100% }\n";
    const { environment, toolset, reviewedOnly, notes, denyDestructive } = input;
    const lines = [`target: ${target.id}`, `environment: ${environment ?? "all"}`, `toolset: ${toolset ?? "none"}`];
    lines.push(`reviewed: ${reviewedOnly}`, `notes: ${notes}`, `deny: ${denyDestructive}`, "tools:");
    return `${[...lines, ...this.tools.map((tool) => `  - ${tool}`)].join("\n")}\n`;
  }

  #file(target: TargetView, path: string, text: string): ExportedFile {
    const there = this.disk.get(path);
    const isText = there?.isText !== false;
    const old = there && isText ? there.text.trimEnd().split("\n") : [];
    const lines = text.trimEnd().split("\n");
    return {
      path,
      text,
      difference: [
        ...old.filter((line) => !lines.includes(line)).map((line) => ({ sign: "remove" as const, text: line })),
        ...lines.map((line) => ({ sign: old.includes(line) ? ("same" as const) : ("add" as const), text: line })),
      ],
      exists: there !== undefined,
      ours: isText && (there === undefined || there.ours === true || target.merges),
      current: isText && there?.text === text,
      copied: isText && there !== undefined && there.ours !== true && there.text !== text,
      seen: there && isText ? `seen ${there.text}` : null,
    };
  }

  #report(target: TargetView, { environment, toolset }: ExportInput): FidelityReport {
    if (target.kind === "canonical") {
      const suspended = "demo.home_notes_get_note: read-only is suspended, because the server changed the tool; it is left out";
      return { tools: [], remarks: environment === "prod" ? [suspended] : [] };
    }
    const holds = (word: string) => target.holds.includes(word);
    const tools = this.tools.map((tool, index): ToolReport => {
      const title = index % 3 === 0 ? ["title"] : [];
      const hints = holds("read-only") ? ["read-only", "destructive"].slice(0, 1 + (index % 2)) : [];
      return {
        tool,
        carried: [...hints, ...(holds("title") ? title : []), ...(toolset && holds("which tools are offered") ? ["offered"] : [])],
        changed: holds("allow, ask or deny") ? [{ field: "hints", why: index % 3 === 1 ? "is refused" : "is asked about" }] : [],
        dropped: [
          ...(holds("title") ? [] : title.map((field) => ({ field, why: "the format has no place for it" }))),
          ...(index % 3 === 1 ? [{ field: "idempotent", why: "Yes is a guess that would loosen something; nobody has decided it" }] : []),
        ],
      };
    });
    const said = ({ carried, changed, dropped }: ToolReport) => carried.length + changed.length + dropped.length > 0;
    const unlisted = target.id === "docker" && !toolset;
    return {
      tools: tools.filter(said),
      remarks: unlisted ? ["No toolset is chosen, so every tool is offered and nothing is listed."] : [],
    };
  }
}
