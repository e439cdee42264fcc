// Invented findings that can be filtered, mended, ignored and taken back, as the engine does it in outline.
import type {
  ChangeReport,
  ApplyFixesInput,
  CheckView,
  DecideInput,
  FindingRow,
  FindingsInput,
  FindingsView,
  FindingView,
  FixesInput,
  FixesPreview,
  LintRuleView,
  ProfileReadiness,
  ProfileView,
  ReadinessInput,
  ReadinessView,
  ReportInput,
  Severity,
  SuppressInput,
  SuppressionKey,
  UndoReport,
  WrittenFindings,
} from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

const rule = (id: string, what: string, over: Partial<LintRuleView> = {}): LintRuleView => ({
  id,
  what,
  why: `${what}, because clients that trust it run a call *without asking*.`,
  lane: "required",
  severity: "error",
  source: `https://example.org/rules/${id}`,
  count: 0,
  ...over,
});

export const RULES: readonly LintRuleView[] = [
  rule("contradictory-hints", "Hints do not contradict each other"),
  rule("missing-behaviour", "Every tool sets read-only or destructive", { severity: "warning", lane: "recommended" }),
  rule("title-missing", "Every tool has a title", { severity: "warning", lane: "recommended" }),
  rule("instructing-description", "No description gives orders to the model", { severity: "warning", lane: "heuristic" }),
  rule("name-too-long", "Names are at most 64 characters"),
  rule("parameter-undescribed", "Every parameter is described", { severity: "note", lane: "recommended" }),
];

export const PROFILES: readonly ProfileView[] = [
  { name: "spec", what: "What the specification demands." },
  { name: "anthropic-directory", what: "What the directory asks of every tool." },
  { name: "openai-submission", what: "What a submission is checked for." },
];

export const findingRow = (tool: string, over: Partial<FindingView> = {}, server = "demo"): FindingRow => ({
  server,
  tool,
  title: tool.replaceAll("_", " "),
  seen: "5ee0",
  finding: {
    rule: "contradictory-hints",
    severity: "error",
    field: "annotations.readOnlyHint",
    message: "read-only and *destructive* at once",
    fix: { words: "Set Read-only to No", decisions: [{ field: "hint", hint: "readOnly", value: false }], safe: true },
    suppression: null,
    ...over,
  },
});

/** One of each kind, on tools that there are. */
export const someFindings = (): FindingRow[] => [
  findingRow("home_notes_delete_note"),
  findingRow("home_notes_share_note", {
    rule: "instructing-description",
    severity: "warning",
    field: "description",
    message: "the description tells the model to ignore earlier instructions",
    fix: null,
  }),
  findingRow("home_notes_update_note", {
    rule: "missing-behaviour",
    severity: "warning",
    message: "neither read-only nor destructive is set",
    fix: { words: "Set Destructive to Yes", decisions: [{ field: "hint", hint: "destructive", value: true }], safe: false },
  }),
  findingRow("home_notes_create_note", {
    rule: "title-missing",
    severity: "warning",
    field: "title",
    message: "the title is missing, so clients show the raw name",
    fix: { words: "Set the title to “Create Note”", decisions: [{ field: "title", value: "Create Note" }], safe: true },
  }),
  findingRow(
    "home_notes_get_note",
    { rule: "parameter-undescribed", severity: "note", field: "inputSchema.properties.mode", message: "the parameter mode has no description", fix: null },
    "weather",
  ),
  findingRow("home_notes_search_note", {
    rule: "title-missing",
    severity: "warning",
    field: "title",
    message: "the title is missing",
    fix: null,
    suppression: { reason: "The server sets it at run time.", at: "2026-09-12T09:30:00Z", by: "anna" },
  }),
];

export class FakeFindings {
  rows: readonly FindingRow[] = someFindings();
  profile = "anthropic-directory";
  tools = 101;
  /** Of the rows; the rest is counted. */
  most = 2_000;
  /** As many times, somebody else was faster. */
  conflicts = 0;
  #state = 1;
  #entry = 500;
  readonly #before = new Map<number, readonly FindingRow[]>();

  get count(): number {
    return this.#counting().filter(({ finding }) => finding.severity !== "note").length;
  }

  findings = async (input: FindingsInput): Promise<FindingsView> => {
    const rest = this.#matching({ ...input, severity: null });
    const rows = this.#matching(input);
    const of = (severity: Severity) => rest.filter(({ finding }) => finding.severity === severity).length;
    const all = this.#counting();
    const servers = [...new Set(this.rows.map(({ server }) => server))];
    return {
      revision: this.#state,
      profile: this.profile,
      profiles: [...PROFILES],
      // Read anew each time, as from the store.
      rows: structuredClone(rows.slice(0, this.most)),
      more: Math.max(0, rows.length - this.most),
      matching: rows.length,
      counts: { errors: of("error"), warnings: of("warning"), notes: of("note") },
      suppressed: this.rows.length - all.length,
      servers: servers.map((name) => ({ name, count: all.filter(({ server }) => server === name).length })),
      rules: RULES.map((one) => ({ ...one, count: all.filter(({ finding }) => finding.rule === one.id).length })),
      fixes: rows.filter(({ finding }) => finding.fix?.safe && !finding.suppression).length,
      guesses: rows.filter(({ finding }) => finding.fix?.safe === false && !finding.suppression).length,
      tools: this.tools,
    };
  };

  previewFixes = async (input: FixesInput): Promise<FixesPreview> => {
    const rows = this.#fixable(input);
    return {
      tools: new Set(rows.map(({ server, tool }) => `${server}.${tool}`)).size,
      fixes: rows.length,
      rows: rows.map(({ server, tool, finding }) => ({
        server,
        tool,
        rule: finding.rule,
        words: finding.fix?.words ?? "",
        safe: finding.fix?.safe ?? false,
      })),
      more: 0,
      seen: `state ${this.#state}`,
    };
  };

  applyFixes = async ({ fixes, seen }: ApplyFixesInput): Promise<ChangeReport> => {
    if (this.conflicts > 0) {
      this.conflicts -= 1;
      this.#state += 1;
    }
    if (seen !== `state ${this.#state}`) {
      throw new BackendError("conflict", "the tools changed since the preview", "Look at the preview again.");
    }
    const gone = new Set(this.#fixable(fixes));
    const changed = new Set([...gone].map(({ server, tool }) => `${server}.${tool}`)).size;
    return { changed, entry: this.#put(this.rows.filter((row) => !gone.has(row))) };
  };

  suppress = async ({ reason, ...key }: SuppressInput): Promise<ChangeReport> =>
    this.#mark(key, { reason, at: "2026-11-16T10:00:00Z", by: "anna" });

  unsuppress = async (key: SuppressionKey): Promise<ChangeReport> => this.#mark(key, null);

  readiness = async ({ server }: ReadinessInput): Promise<ReadinessView> => ({
    tools: server === null ? this.tools : 7,
    profiles: PROFILES.map(({ name, what }) => this.#readinessOf(name, what, server)),
  });

  saveFindings = async ({ path, which }: ReportInput): Promise<WrittenFindings> => ({ path, findings: this.#matching(which).length });

  /** What a decision mends is gone. */
  mend({ server, tool, decisions }: DecideInput): void {
    const wanted = JSON.stringify(decisions);
    const isMended = (row: FindingRow) =>
      row.server === server && row.tool === tool && JSON.stringify(row.finding.fix?.decisions) === wanted;
    if (this.rows.some(isMended)) this.#put(this.rows.filter((row) => !isMended(row)));
  }

  undo(entry: number | null): UndoReport | null {
    const before = entry === null ? undefined : this.#before.get(entry);
    if (entry === null || !before) return null;
    this.rows = before;
    this.#state += 1;
    return { entry, act: "what was done to findings" };
  }

  #counting(): FindingRow[] {
    return this.rows.filter(({ finding }) => finding.suppression === null);
  }

  #matching({ severity, server, rule: id, words, suppressed, order }: FindingsInput): FindingRow[] {
    const found = this.rows.filter(
      (row) =>
        (row.finding.suppression !== null) === suppressed &&
        (severity === null || row.finding.severity === severity) &&
        (server === null || row.server === server) &&
        (id === null || row.finding.rule === id) &&
        `${row.tool} ${row.finding.rule} ${row.finding.message}`.toLowerCase().includes(words.toLowerCase()),
    );
    if (order === "severity") return found.sort((a, b) => RANK[a.finding.severity] - RANK[b.finding.severity]);
    const by = (row: FindingRow) => (order === "tool" ? row.tool : row.finding.rule);
    return found.sort((a, b) => by(a).localeCompare(by(b)));
  }

  #fixable({ which, guesses }: FixesInput): FindingRow[] {
    return this.#matching(which).filter(({ finding }) => finding.fix && (finding.fix.safe || guesses));
  }

  #mark(key: SuppressionKey, suppression: FindingView["suppression"]): ChangeReport {
    const isMeant = (row: FindingRow) => row.server === key.server && row.tool === key.tool && row.finding.rule === key.rule;
    const rows = this.rows.map((row) => (isMeant(row) ? { ...row, finding: { ...row.finding, suppression } } : row));
    return { changed: 1, entry: this.#put(rows) };
  }

  #put(rows: readonly FindingRow[]): number {
    this.#entry += 1;
    this.#before.set(this.#entry, this.rows);
    this.#state += 1;
    this.rows = rows;
    return this.#entry;
  }

  #readinessOf(profile: string, what: string, server: string | null): ProfileReadiness {
    const strict = RULES.filter(({ severity }) => severity !== "note");
    const found = this.#counting().filter((row) => server === null || row.server === server);
    const checks = (profile === "spec" ? strict.slice(0, 3) : strict).map((one): CheckView => ({
      rule: one.id,
      what: one.what,
      severity: one.severity ?? "note",
      lane: one.lane,
      tools: found.filter(({ finding }) => finding.rule === one.id).length,
    }));
    const failing = found.filter(({ finding }) => checks.some((check) => check.rule === finding.rule));
    const clicks = failing.filter(({ finding }) => finding.fix?.safe).length;
    const hints = failing.filter(({ finding }) => finding.fix?.safe === false).length;
    return {
      profile,
      what,
      ready: failing.length === 0,
      passed: checks.filter(({ tools }) => tools === 0).length,
      checks,
      left: { clicks, hints, texts: 0, server: failing.length - clicks - hints },
    };
  }
}
