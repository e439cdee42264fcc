// Invented tools and a small model of how hints resolve, enough to draw every state. Not a copy of the real rules.
import type {
  Badge,
  Behaviour,
  Catalog,
  ClientView,
  Drift,
  HintName,
  LayerEntry,
  Mark,
  ApprovalMode,
  NoteView,
  Observation,
  StaleDecision,
  ParameterView,
  ConnectionView,
  ResolvedHint,
  ReviewState,
  SignalView,
  ServerKind,
  ServerView,
  ToolCard,
  ToolDetail,
  ClientVerdict,
} from "../src/backend/bindings";
import { SERVER } from "./literals";

/** What a test says of a note; the rest is as usual. */

export type Fake = {
  server: string;
  name: string;
  title: string;
  titleDecided: string | null;
  description: string;
  declared: Partial<Record<HintName, boolean>>;
  inferred: Partial<Record<HintName, boolean>>;
  decided: Partial<Record<HintName, boolean>>;
  changed: boolean;
  problems: number;
  /** Never reviewed, unless it says otherwise. */
  review?: ReviewState;
  drift?: Drift;
  conflict?: boolean;
  /** Decisions that wait for a look. */
  suspended?: readonly HintName[];
  overtaken?: Partial<Record<HintName, StaleDecision>>;
  /** What rules decide, and which. */
  ruled?: Partial<Record<HintName, { value: boolean; rule: string }>>;
  elsewhere?: Partial<Record<HintName, string[]>>;
  /** The decided description of the parameter `id`. */
  parameterDecided?: string;
  icon?: boolean;
  /** Why hints are decided as they are. */
  because?: Partial<Record<HintName, string>>;
  notes?: NoteView[];
  remark?: string | null;
  /** The toolsets it is in, and the one that is equipped. */
  toolsets?: readonly string[];
  equipped?: string;
  /** How calls of it are asked about. */
  mode?: ApprovalMode | null;
  observations?: readonly Observation[];
  /** Instead of the two every tool has. */
  parameters?: ParameterView[];
  /** The rules that do not count for it. */
  ignored?: readonly string[];
};

const ORDER: readonly HintName[] = ["readOnly", "destructive", "idempotent", "openWorld"];
const DEFAULT: Record<HintName, boolean> = { readOnly: false, destructive: true, idempotent: false, openWorld: true };

const VERBS: readonly { verb: string; word: string; inferred: Fake["inferred"]; text: string }[] = [
  { verb: "list", word: "List", inferred: { readOnly: true, openWorld: false }, text: "List every one you can see, with owner, size and the time of the last change." },
  { verb: "get", word: "Get", inferred: { readOnly: true, openWorld: false }, text: "Read one by its id, with all fields and its current etag." },
  { verb: "search", word: "Search", inferred: { readOnly: true, openWorld: false }, text: "Search by words in title and text. Returns id, title and an excerpt for each match." },
  { verb: "create", word: "Create", inferred: { readOnly: false, destructive: false, openWorld: false }, text: "Create one from a title and a text. Does not look for duplicates." },
  { verb: "update", word: "Update", inferred: { readOnly: false, destructive: false, openWorld: false }, text: "Change some fields. Needs the current etag, so that nobody else's change is lost." },
  { verb: "share", word: "Share", inferred: { readOnly: false, destructive: false }, text: "Share with a person outside and send the link to an email address." },
  { verb: "delete", word: "Delete", inferred: { readOnly: false, destructive: true, idempotent: true, openWorld: false }, text: "Delete one by its id. It cannot be restored afterwards." },
];
const NOUNS = ["note", "board", "recipe", "contact", "bookmark", "album", "invoice", "garden bed", "playlist", "parcel", "trip", "tournament", "shift", "sensor", "loan", "ballot"];

const titled = (words: string): string => words.replace(/\b\w/g, (c) => c.toUpperCase());

export function inventTools(count: number, server = "demo"): Fake[] {
  return Array.from({ length: count }, (_, index) => {
    const verb = VERBS[index % VERBS.length] as (typeof VERBS)[number];
    const noun = NOUNS[Math.floor(index / VERBS.length) % NOUNS.length] as string;
    const round = Math.floor(index / (VERBS.length * NOUNS.length));
    const suffix = round ? `_${round}` : "";
    const declares = index % 5 === 0 && verb.inferred.readOnly !== undefined;
    return {
      server,
      name: `home_${noun.replace(" ", "_")}s_${verb.verb}_${noun.replace(" ", "_")}${suffix}`,
      title: titled(`${verb.word} ${noun}${round ? ` ${round}` : ""}`),
      titleDecided: null,
      description: verb.text,
      declared: declares ? verb.inferred : index % 7 === 6 && index % 2 ? { destructive: false } : {},
      inferred: index % 13 === 12 ? {} : verb.inferred,
      decided: index % 17 === 3 ? { readOnly: true } : index % 19 === 6 ? { destructive: true } : {},
      changed: index % 17 === 3,
      problems: index % 41 === 40 ? 1 : 0,
    };
  });
}

const waits = (fake: Fake, hint: HintName): boolean => fake.suspended?.includes(hint) ?? false;

function resolve(fake: Fake, hint: HintName): { value: boolean; mark: Mark; layer: LayerEntry["layer"] } {
  const { decided, declared, inferred, ruled } = fake;
  if (decided[hint] !== undefined && !waits(fake, hint)) return { value: decided[hint], mark: "decided", layer: "override" };
  if (ruled?.[hint] && !waits(fake, hint)) return { value: ruled[hint].value, mark: "decided", layer: "override" };
  if (declared[hint] !== undefined) return { value: declared[hint], mark: "declared", layer: "declared" };
  if (inferred[hint] !== undefined) return { value: inferred[hint], mark: "assumed", layer: "inferred" };
  return { value: DEFAULT[hint], mark: "assumed", layer: "default" };
}

const yesNo = (value: boolean | undefined): string | null => (value === undefined ? null : value ? "Yes" : "No");

/** The strongest signal first, as the engine has it. */
function signalsOf(hint: HintName, verb: string, value: boolean | undefined): SignalView[] {
  if (value === undefined) return [];
  const first = { rule: `${verb}-verb`, reason: `the name says *${verb}*`, value, certainty: "certain" };
  const second = { rule: "opening-phrase", reason: `the description begins with *${verb}*`, value, certainty: "likely" };
  return hint === "readOnly" ? [first, second] : [first];
}

function resolvedHint(fake: Fake, hint: HintName): ResolvedHint {
  const { value, mark, layer } = resolve(fake, hint);
  const verb = fake.name.split("_").find((word) => VERBS.some((v) => v.verb === word)) ?? "";
  const reason = {
    override: `${fake.decided[hint] === undefined ? "decided by a rule" : "decided by you"}${fake.declared[hint] === undefined ? "" : `; the server says ${yesNo(fake.declared[hint])}`}`,
    declared: "declared by the server",
    inferred: `inferred: the name says *${verb}*`,
    default: "default: nothing declared, nothing certain",
    environment: "",
  }[layer];
  const entry = (at: LayerEntry["layer"], said: boolean | undefined, detail: string): LayerEntry => ({
    layer: at,
    value: yesNo(said),
    detail,
    signals: at === "inferred" ? signalsOf(hint, verb, said) : [],
    wins: at === layer,
    suspended: at === "override" && said !== undefined && waits(fake, hint),
    rule: at === "override" && fake.decided[hint] === undefined ? (fake.ruled?.[hint]?.rule ?? null) : null,
  });
  const decision = fake.decided[hint] ?? fake.ruled?.[hint]?.value;
  const unused = (hint === "destructive" || hint === "idempotent") && resolve(fake, "readOnly").value;
  return {
    hint,
    value,
    layer,
    mark,
    reason,
    unused: unused ? "the tool is read-only" : null,
    decided: fake.decided[hint] ?? null,
    because: fake.decided[hint] === undefined ? null : (fake.because?.[hint] ?? null),
    changed: fake.changed && fake.decided[hint] !== undefined,
    suspended: waits(fake, hint) ? (decision ?? null) : null,
    overtaken: fake.overtaken?.[hint] ?? null,
    rule: layer === "override" && fake.decided[hint] === undefined ? (fake.ruled?.[hint]?.rule ?? null) : null,
    elsewhere: fake.elsewhere?.[hint] ?? [],
    stack: [
      entry("environment", undefined, "none"),
      entry("override", decision, decision === undefined ? "none" : "you, today 12:18"),
      entry("declared", fake.declared[hint], fake.declared[hint] === undefined ? "none" : `${hint}Hint: ${fake.declared[hint]}`),
      entry("inferred", fake.inferred[hint], ""),
      entry("default", DEFAULT[hint], "MCP specification"),
    ],
  };
}

const WEAKER: readonly Mark[] = ["assumed", "declared", "decided"];

const disagrees = ({ declared, inferred, decided }: Fake, hint: HintName): boolean =>
  declared[hint] !== undefined && inferred[hint] !== undefined && declared[hint] !== inferred[hint] && decided[hint] === undefined;

export const noteOf = (name: string, text: string, over: Partial<NoteView> = {}): NoteView => ({
  name,
  text,
  toolset: null,
  read: true,
  author: "anna",
  at: "2026-09-12T09:30:00Z",
  ...over,
});

/** As many notes as wanted. */
export const notesOf = (count: number): NoteView[] =>
  Array.from({ length: count }, (_, index) => noteOf(`note-${index + 1}`, "Ask first."));

/** As the engine does it: a heading, and a bullet for each. */
export function modelTextOf(description: string, notes: readonly { name: string; text: string }[]): string {
  if (notes.length === 0) return description;
  const bullets = notes.map((note) => `\u2022 **${note.name}**: ${note.text}`);
  return `${description}\n\n### Additional Tool Notes\n\n${bullets.join("\n")}`;
}

export function cardOf(fake: Fake): ToolCard {
  const of = (hint: HintName) => resolve(fake, hint);
  const badges: Badge[] = [];
  let behaviour: Behaviour = "safe";
  if (of("readOnly").value) badges.push({ kind: "readOnly", mark: of("readOnly").mark });
  else if (of("destructive").value) {
    behaviour = "destructive";
    badges.push({ kind: "destructive", mark: of("destructive").mark });
  } else {
    behaviour = "modifying";
    const mark = WEAKER[Math.min(WEAKER.indexOf(of("readOnly").mark), WEAKER.indexOf(of("destructive").mark))] ?? "assumed";
    badges.push({ kind: "modifies", mark });
  }
  if (!of("readOnly").value && of("idempotent").value) badges.push({ kind: "idempotent", mark: of("idempotent").mark });
  if (of("openWorld").value) badges.push({ kind: "openWorld", mark: of("openWorld").mark });
  return {
    server: fake.server,
    name: fake.name,
    seen: "5ee0",
    title: fake.titleDecided ?? fake.title,
    description: fake.description,
    badges,
    behaviour,
    changed: fake.changed,
    decided: Object.keys(fake.decided).length > 0 || fake.titleDecided !== null,
    problems: fake.problems,
    findings: ORDER.filter((h) => disagrees(fake, h)).length,
    review: fake.review ?? "unreviewed",
    suspended: (fake.suspended?.length ?? 0) > 0,
    conflict: fake.conflict ?? false,
    hints: ORDER.map((hint) => {
      const unused = (hint === "destructive" || hint === "idempotent") && of("readOnly").value;
      return { value: unused ? null : of(hint).value, mark: of(hint).mark };
    }),
    reviewedAt: fake.review === "reviewed" ? "2026-09-12T09:30:00Z" : null,
    module: fake.name.split("_")[1] ?? null,
    tokens: 40 + Math.round(fake.description.length / 4),
    notes: fake.notes?.length ?? 0,
    toolsets: [...(fake.toolsets ?? [])],
    icon: fake.icon ?? false,
  };
}

/** Enough to draw every verdict; the real rules are the engine's. */
function clientsOf(fake: Fake): ClientView[] {
  type Said = { readOnly: boolean | undefined; destructive: boolean | undefined };
  const word = (name: string, value: boolean | undefined) => `${name} is ${value === undefined ? "not set" : String(value)}`;
  const server: Said = { readOnly: fake.declared.readOnly, destructive: fake.declared.destructive };
  const yours: Said = { readOnly: resolve(fake, "readOnly").value, destructive: resolve(fake, "destructive").value };
  const of = (id: string, name: string, mode: string | null, usual: boolean, judge: (said: Said) => ClientVerdict): ClientView => ({
    id,
    name,
    mode,
    usual,
    server: judge(server),
    yours: judge(yours),
    source: `${name}, the source of its approval rules (April 2026)`,
  });
  const byReadOnly = (silent: ClientVerdict["does"]) => ({ readOnly }: Said): ClientVerdict => ({
    does: readOnly ? "runs" : readOnly === undefined ? silent : "asks",
    why: word("readOnlyHint", readOnly),
  });
  return [
    of("claude-code", "Claude Code", null, true, () => ({ does: "asks", why: "it asks whatever the hints say" })),
    of("codex-auto", "Codex", "auto", true, ({ readOnly, destructive }) =>
      readOnly ? { does: "runs", why: word("readOnlyHint", true) } : { does: destructive === false ? "runs" : "asks", why: word("destructiveHint", destructive) },
    ),
    of("goose-smart-approve", "Goose", "smart approve", true, byReadOnly("judges")),
    of("vscode", "VS Code", null, true, byReadOnly("asks")),
    of("codex-never", "Codex", "never", false, ({ destructive }) => ({ does: destructive ? "refuses" : "runs", why: word("destructiveHint", destructive) })),
    of("chatgpt-read", "ChatGPT", "read only", false, ({ readOnly }) => ({ does: readOnly ? "runs" : "hides", why: word("readOnlyHint", readOnly) })),
  ];
}

const parametersOf = (fake: Fake): ParameterView[] =>
  fake.parameters ?? [
    {
      name: "id",
      kind: "string",
      required: true,
      choices: [],
      description: fake.parameterDecided ?? "Which one",
      declared: "Which one",
      decided: fake.parameterDecided ?? null,
      mark: fake.parameterDecided === undefined ? "declared" : "decided",
      changed: fake.parameterDecided !== undefined,
    },
    {
      name: "mode",
      kind: "string",
      required: false,
      choices: ["fast", "thorough"],
      description: "",
      declared: null,
      decided: null,
      mark: "assumed",
      changed: false,
    },
  ];

const SAID: Partial<Record<ApprovalMode, string>> = { alwaysAsk: "its mode is Always ask", askFirst: "nobody allowed it yet" };

function approvalOf(fake: Fake): ToolDetail["approval"] {
  const mode = fake.mode ?? null;
  if (mode === "block") return { mode, comes: "refused", because: "its mode is Block" };
  if (mode === "neverAsk" && !resolve(fake, "destructive").value) return { mode, comes: "runs", because: "its mode is Never ask" };
  return { mode, comes: "asks", because: (mode && SAID[mode]) ?? "it is held to be destructive" };
}

export function detailOf(fake: Fake): ToolDetail {
  const card = cardOf(fake);
  const notes = fake.notes ?? [];
  const modelText = modelTextOf(fake.description, notes.filter((note) => note.read));
  const parameters = parametersOf(fake);
  const hints = ORDER.map((hint) => resolvedHint(fake, hint));
  const server = { name: fake.name, description: fake.description, inputSchema: { type: "object" } };
  return {
    card,
    fingerprint: "f00d",
    description: fake.description,
    title: {
      value: card.title,
      layer: fake.titleDecided === null ? "inferred" : "override",
      mark: fake.titleDecided === null ? "assumed" : "decided",
      reason: fake.titleDecided === null ? `“${fake.title}”, inferred from the name` : "decided by you",
      decided: fake.titleDecided,
      inferred: fake.title,
      changed: fake.changed && fake.titleDecided !== null,
      overtaken: null,
      stack: [],
    },
    hints,
    modelText,
    addedTokens: Math.round((modelText.length - fake.description.length) / 4),
    notes,
    proposedNotes: [],
    manyNotes: notes.reduce((sum, note) => sum + note.name.length + note.text.length, 0) > 8_000,
    remark: fake.remark ?? null,
    equipped: fake.equipped ?? null,
    parameters,
    coverage: { described: parameters.filter((p) => p.description).length, parameters: parameters.length },
    clients: clientsOf(fake),
    findings: ORDER.filter((h) => disagrees(fake, h)).map((h) => ({
      rule: "declared-disagrees",
      severity: "warning" as const,
      field: `annotations.${h}Hint`,
      suppression: fake.ignored?.includes("declared-disagrees") ? { reason: "It is known.", at: "2026-09-12T09:30:00Z", by: "anna" } : null,
      message: `The server declares ${h} ${yesNo(fake.declared[h])}, but its *own words* say ${yesNo(fake.inferred[h])}`,
      fix: {
        words: `Set ${h} to ${yesNo(fake.inferred[h])}`,
        decisions: [{ field: "hint" as const, hint: h, value: fake.inferred[h] ?? null }],
        safe: true,
      },
    })),
    problems: fake.problems ? [{ tool: fake.name, field: "annotations", message: "is a list, not an object; the defaults hold" }] : [],
    serverJson: JSON.stringify({ ...server, annotations: fake.declared }, null, 2),
    effectiveJson: JSON.stringify({ ...server, annotations: Object.fromEntries(hints.map((h) => [`${h.hint}Hint`, h.value])) }, null, 2),
    equalLines: [{ before: 0, after: 0, count: 1 }],
    difference: [
      { sign: "same", text: '"annotations": {' },
      ...ORDER.filter((h) => fake.declared[h] !== undefined && fake.declared[h] !== resolve(fake, h).value).map((h) => ({
        sign: "remove" as const,
        text: `  "${h}Hint": ${fake.declared[h]},`,
      })),
      { sign: "add" as const, text: `  "title": "${card.title}",` },
      ...ORDER.map((h) => ({
        sign: fake.declared[h] === resolve(fake, h).value ? ("same" as const) : ("add" as const),
        text: `  "${h}Hint": ${resolve(fake, h).value},`,
      })),
      { sign: "same", text: "}" },
    ],
    review: {
      state: card.review,
      by: card.review === "reviewed" || fake.drift?.reviewed ? "anna" : null,
      at: card.review === "reviewed" || fake.drift?.reviewed ? "2026-09-12T09:30:00Z" : null,
    },
    drift: fake.drift ?? null,
    approval: approvalOf(fake),
    loosened: [],
    observations: [...(fake.observations ?? [])],
  };
}

export const reachOf = (kind: ServerKind, command: string[], over: Partial<ConnectionView> = {}): ConnectionView => ({
  kind,
  command,
  folder: null,
  variables: [],
  passEnvironment: [],
  clientId: null,
  ...over,
});

export const serverOf = (name: string, tools: number, over: Partial<ServerView> = {}): ServerView => ({
  ...SERVER,
  name,
  reach: reachOf("stdio", ["/usr/bin/hintsmith", "demo-server"]),
  tools,
  ...over,
});

export const catalogOf = (fakes: readonly Fake[], over: Partial<Catalog> = {}): Catalog => ({
  revision: 1,
  readOnly: null,
  servers: [serverOf("demo", fakes.length)],
  cards: fakes.map(cardOf),
  changes: { count: fakes.filter((f) => f.changed).length, lastExport: null },
  environment: null,
  environments: [],
  toReview: fakes.filter((f) => f.review !== "reviewed").length,
  proposedNotes: 0,
  findings: 0,
  filters: [],
  toolsets: [],
  ...over,
});
