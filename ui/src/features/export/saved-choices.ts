// Last target and the options per target, in local storage; invalid stored values are ignored.
import { isObject, readSaved, writeSaved } from "../../shared/catalog-layout";

/** Options that the user chose for one target. Empty: everything, or every tool. */
export type Choices = {
  environment: string;
  toolset: string;
  reviewedOnly: boolean;
  notes: boolean;
  denyDestructive: boolean;
};

const SLOT = "hintsmith.export";
const MAX_TARGETS = 200;

const DEFAULTS: Choices = { environment: "", toolset: "", reviewedOnly: false, notes: true, denyDestructive: false };

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
    toolset: textOf(saved["toolset"]),
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
