// Invented preferences and pending changes, which remember what is set and what is discarded.
import type { ChangeReport, Pending, DecisionChange, PreferenceInput, PreferencesView, PreferenceView } from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";

export const PREFERENCES: readonly PreferenceView[] = [
  {
    key: "inference.enabled",
    group: "inference",
    label: "Infer hints",
    description: "Where a server leaves a hint out, what the tool is called and says decides.",
    kind: { is: "switch" },
    value: "on",
    isDefault: true,
  },
  {
    key: "approval.timeout",
    group: "approval",
    label: "Time to answer",
    description: "How long an approval waits before the call is denied.",
    kind: { is: "number", least: 5, most: 600, unit: "seconds" },
    value: "60",
    isDefault: true,
  },
  {
    key: "approval.destructive",
    group: "approval",
    label: "Always confirm destructive calls",
    description: "A destructive call asks each time, also where calls to the tool were allowed before.",
    kind: { is: "switch" },
    value: "on",
    isDefault: true,
  },
  {
    key: "approval.sound",
    group: "approval",
    label: "Sound",
    description: "What is heard when a call waits.",
    kind: {
      is: "choice",
      choices: [
        { value: "none", label: "Nothing" },
        { value: "bell", label: "A bell" },
      ],
    },
    value: "none",
    isDefault: true,
  },
  {
    key: "agents.list-toolsets",
    group: "agents",
    label: "Agents may list toolsets",
    description: "The gateway offers the tool list-toolsets.",
    kind: { is: "switch" },
    value: "on",
    isDefault: true,
  },
  {
    key: "agents.add-tool-annotation",
    group: "agents",
    label: "Agents may add notes",
    description: "The gateway offers the tool add-tool-annotation.",
    kind: { is: "switch" },
    value: "off",
    isDefault: true,
  },
  {
    key: "network.timeout",
    group: "network",
    label: "Patience",
    description: "How long a server may take to answer.",
    kind: { is: "number", least: 1, most: 120, unit: "seconds" },
    value: "30",
    isDefault: false,
  },
];

const note = { server: "demo", tool: "home_notes_get_note" };
export const PENDING: readonly DecisionChange[] = [
  { environment: null, subject: "demo.home_notes_get_note", tool: note, field: "read-only", before: null, after: "Yes" },
  { environment: null, subject: "demo.home_notes_*", tool: null, field: "open-world", before: "No", after: "Yes" },
  { environment: "prod", subject: "demo.home_notes_get_note", tool: note, field: "destructive", before: "Yes", after: null },
];

/** What is known without anybody having set it. */
const USUAL: Record<string, string> = { "network.timeout": "20" };

export class FakePreferences {
  list: readonly PreferenceView[] = PREFERENCES;
  changes: readonly DecisionChange[] = PENDING;
  discardable = true;
  #entry = 100;

  preferences = (): PreferencesView => ({
    preferences: [...this.list],
    folder: "/home/you/.local/share/hintsmith",
    version: "0.1.0",
  });

  setPreference = ({ key, value }: PreferenceInput): ChangeReport => {
    const usual = USUAL[key] ?? PREFERENCES.find((p) => p.key === key)?.value;
    if (usual === undefined) throw new BackendError("notFound", `there is no preference ${key}`, "");
    this.list = this.list.map((p) => (p.key === key ? { ...p, value: value ?? usual, isDefault: value === null } : p));
    return { changed: 1, entry: (this.#entry += 1) };
  };

  pending = (): Pending => ({ changes: [...this.changes], discardable: this.discardable });

  discard = (): ChangeReport => {
    const changed = this.changes.length;
    this.changes = [];
    return { changed, entry: (this.#entry += 1) };
  };
}
