// Last target and the options per target, in local storage; invalid stored values are ignored.
import type { FileScope } from "../../backend";
import { isObject, readSaved, writeSaved } from "../../shared/catalog-layout";

/** Options that the user chose for one target. Empty: everything, every server, or every tool. */
export type Choices = {
  environment: string;
  servers: readonly string[];
  /** Null: the active toolset. */
  toolset: string | null;
  /** The file that the program reads. Empty: not chosen, or any other file. */
  scope: FileScope | "";
  /** The folder of the project, for a scope within one. */
  project: string;
  reviewedOnly: boolean;
  notes: boolean;
  denyDestructive: boolean;
};

const SLOT = "hintsmith.export";
const MAX_TARGETS = 200;

const SCOPES: readonly (FileScope | "")[] = ["user", "project", "local"];

const DEFAULTS: Choices = {
  environment: "",
  servers: [],
  toolset: null,
  scope: "",
  project: "",
  reviewedOnly: false,
  notes: true,
  denyDestructive: false,
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const choicesIn = (saved: Record<string, unknown> | null): Record<string, unknown> =>
  isObject(saved?.["choices"]) ? saved["choices"] : {};

export const savedTarget = (): string | null => textOf(readSaved(SLOT)?.["target"]) || null;

export function saveTarget(target: string): void {
  writeSaved(SLOT, { target, choices: choicesIn(readSaved(SLOT)) });
}

export function savedChoices(target: string): Choices {
  const all = choicesIn(readSaved(SLOT));
  const saved = Object.hasOwn(all, target) ? all[target] : null;
  if (!isObject(saved)) return DEFAULTS;
  return {
    environment: textOf(saved["environment"]),
    servers: Array.isArray(saved["servers"]) ? saved["servers"].map(textOf).filter(Boolean) : [],
    toolset: typeof saved["toolset"] === "string" ? saved["toolset"] : null,
    scope: SCOPES.find((scope) => scope === saved["scope"]) ?? "",
    project: textOf(saved["project"]),
    reviewedOnly: saved["reviewedOnly"] === true,
    notes: saved["notes"] !== false,
    denyDestructive: saved["denyDestructive"] === true,
  };
}

export function saveChoices(target: string, choices: Choices): void {
  const saved = readSaved(SLOT);
  const others = Object.entries(choicesIn(saved)).filter(([id]) => id !== target);
  // Storage is small: the oldest entries are dropped, which may belong to targets that no longer exist.
  const all = Object.fromEntries([...others.slice(1 - MAX_TARGETS), [target, choices]]);
  writeSaved(SLOT, { target: textOf(saved?.["target"]), choices: all });
}
