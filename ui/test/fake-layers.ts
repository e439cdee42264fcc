// Environments, rules and the store as a file, as the engine does it in outline: enough to draw every state.
import type {
  ChangeReport,
  BackupView,
  BackUpInput,
  Comparison,
  Completion,
  CompletionInput,
  DoctorReport,
  EnvironmentChoice,
  EnvironmentKey,
  EnvironmentPair,
  EnvironmentsView,
  EnvironmentView,
  NewEnvironment,
  PromoteInput,
  PromotePreview,
  RenameEnvironment,
  RestoreInput,
  RestoreReport,
  RuleInput,
  RuleKey,
  RuleView,
} from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";

export const ruleOf = (selector: string, over: Partial<RuleView> = {}): RuleView => ({
  selector,
  hint: "readOnly",
  value: true,
  because: null,
  environment: null,
  matches: 12,
  decides: 8,
  changes: 4,
  suspended: 0,
  redundant: null,
  examples: ["demo.home_notes_get_note", "demo.home_boards_get_board", "demo.home_recipes_get_recipe"],
  loosens: { tools: 0, examples: [] },
  ...over,
});

export const BACKUPS: BackupView[] = [
  { path: "/home/you/.local/share/hintsmith/backups/hintsmith-20261114T180000Z.db", madeAt: "2026-11-14T18:00:00Z", bytes: 2_412_544, beforeFormat: false },
  { path: "/home/you/.local/share/hintsmith/backups/hintsmith-20261101T090000Z-format-3.db", madeAt: "2026-11-01T09:00:00Z", bytes: 98_304, beforeFormat: true },
];

const KEYS: readonly (readonly [string, string])[] = [
  ["is:", "inferred, declared, overridden, unreviewed, drifted, conflict"],
  ["has:", "finding, note"],
  ["hint:", "readonly, destructive, idempotent, openworld"],
  ["server:", "the name of a server"],
  ["env:", "the name of an environment"],
];
const STATES: readonly (readonly [string, string])[] = [
  ["is:inferred", "a hint is only inferred"],
  ["is:declared", "the server declares a hint"],
  ["is:overridden", "a person decided a hint"],
  ["is:unreviewed", "nobody has looked at it"],
];

export class FakeLayers {
  current: string | null = null;
  environmentList: EnvironmentView[] = [
    { name: "prod", decisions: 14, rules: 2 },
    { name: "staging", decisions: 3, rules: 0 },
  ];
  ruleList: RuleView[] = [
    ruleOf("demo.*_get_*", { because: "reading a note changes nothing" }),
    ruleOf("demo.*_delete_*", { hint: "destructive", matches: 16, decides: 14, changes: 3, suspended: 2 }),
    ruleOf("github.create_*", { value: false, matches: 0, decides: 0, changes: 0, redundant: "it matches no tool" }),
    ruleOf("*.*_share_*", { hint: "openWorld", environment: "prod", matches: 16, decides: 16, changes: 9 }),
  ];
  backupList: BackupView[] = BACKUPS;
  #last = 100;

  environments = async (): Promise<EnvironmentsView> => ({ current: this.current, environments: this.environmentList });

  chooseEnvironment = async ({ environment }: EnvironmentChoice): Promise<null> => {
    this.current = environment;
    return null;
  };

  addEnvironment = async ({ name, copyOf }: NewEnvironment): Promise<ChangeReport> => {
    const from = this.environmentList.find((e) => e.name === copyOf);
    this.environmentList = [...this.environmentList, { decisions: 0, rules: 0, ...from, name }];
    return this.#done();
  };

  renameEnvironment = async ({ name, to }: RenameEnvironment): Promise<ChangeReport> => {
    this.environmentList = this.environmentList.map((e) => (e.name === name ? { ...e, name: to } : e));
    return this.#done();
  };

  removeEnvironment = async ({ name }: EnvironmentKey): Promise<ChangeReport> => {
    this.environmentList = this.environmentList.filter((e) => e.name !== name);
    return this.#done();
  };

  compareEnvironments = async ({ from, to }: EnvironmentPair): Promise<Comparison> => ({
    from,
    to,
    differences:
      to === "staging"
        ? []
        : [
            { server: "demo", tool: "home_notes_get_note", field: "read-only", from: { value: "Yes", layer: "inferred", reason: "the name says get" }, to: { value: "No", layer: "environment", reason: "decided in prod" } },
            { server: "demo", tool: "home_notes_delete_note", field: "title", from: { value: "Delete Note", layer: "declared", reason: "declared" }, to: { value: "Delete a note for good", layer: "environment", reason: "decided in prod" } },
          ],
  });

  previewPromote = async ({ from }: EnvironmentPair): Promise<PromotePreview> => ({
    seen: "seen-1",
    changes:
      from === "staging"
        ? []
        : [
            { subject: "demo.*_share_*", field: "open-world", before: null, after: "Yes", loosens: false },
            { subject: "demo.home_notes_get_note", field: "read-only", before: "No", after: "Yes", loosens: true },
          ],
  });

  promote = async ({ seen }: PromoteInput): Promise<ChangeReport> => {
    if (seen !== "seen-1") throw new BackendError("conflict", "the decisions have changed meanwhile", "Look at the difference again.");
    return this.#done(2);
  };

  rules = async (): Promise<RuleView[]> => this.ruleList;

  previewRule = async (input: RuleInput): Promise<RuleView> => {
    if (!input.selector.includes(".")) {
      throw new BackendError("invalid", `${JSON.stringify(input.selector)} names no server`, "Write the server, a dot and the tool; * stands for any text, ? for one character.");
    }
    return ruleOf(input.selector, input);
  };

  setRule = async (input: RuleInput): Promise<ChangeReport> => {
    this.ruleList = [...this.ruleList.filter((r) => !this.#is(r, input)), ruleOf(input.selector, input)];
    return this.#done();
  };

  removeRule = async (key: RuleKey): Promise<ChangeReport> => {
    this.ruleList = this.ruleList.filter((r) => !this.#is(r, key));
    return this.#done();
  };

  completions = async ({ query, cursor }: CompletionInput): Promise<Completion[]> => {
    const start = query.lastIndexOf(" ", cursor - 1) + 1;
    const space = query.indexOf(" ", cursor);
    const end = space < 0 ? query.length : space;
    const typed = query.slice(start, cursor);
    const all = typed.includes(":") ? STATES : KEYS;
    return all
      .filter(([text]) => text.startsWith(typed))
      .map(([text, description]) => ({ replace: { start, end }, text, description }));
  };

  backups = async (): Promise<BackupView[]> => this.backupList;

  backUp = async ({ path }: BackUpInput): Promise<BackupView> => {
    const made = { path: path ?? "/home/you/.local/share/hintsmith/backups/new.db", madeAt: "2026-11-15T09:00:00Z", bytes: 1000, beforeFormat: false };
    this.backupList = [made, ...this.backupList];
    return made;
  };

  restore = async ({ path }: RestoreInput): Promise<RestoreReport> => ({
    from: path ?? "",
    setAside: "/home/you/.local/share/hintsmith/hintsmith-set-aside-20261115T090000Z.db",
  });

  startAgain = async (): Promise<null> => null;

  doctor = async (): Promise<DoctorReport> => ({
    path: "/home/you/.local/share/hintsmith/hintsmith.db",
    checks: [
      { name: "store", well: true, message: "it opens, and its pages hang together", hint: "" },
      { name: "overrides", well: false, message: "2 decisions name a tool of a server that is not there", hint: "`hintsmith restore` puts the last backup in its place." },
      { name: "backups", well: true, message: "2 backups; the newest of 2026-11-14T18:00:00Z", hint: "" },
    ],
  });

  #done(changed = 1): ChangeReport {
    this.#last += 1;
    return { changed, entry: this.#last };
  }

  #is(rule: RuleView, key: RuleKey): boolean {
    return rule.selector === key.selector && rule.hint === key.hint && rule.environment === key.environment;
  }
}
