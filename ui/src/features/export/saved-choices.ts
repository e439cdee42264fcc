// Which target was chosen last, and what was chosen for each: kept in this window's storage, read with care.
import { isObject, readSaved, writeSaved } from "../../shared/catalog-layout";

/** What a person chose for one target. Empty: everything, or every tool. */
export type Choices = {
  environment: string;
  toolset: string;
  reviewedOnly: boolean;
  notes: boolean;
  denyDestructive: boolean;
};

const SLOT = "hintsmith.export";
const MOST = 200;

const USUAL: Choices = { environment: "", toolset: "", reviewedOnly: false, notes: true, denyDestructive: false };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const choicesIn = (kept: Record<string, unknown> | null): Record<string, unknown> =>
  isObject(kept?.["choices"]) ? kept["choices"] : {};

export const savedTarget = (): string | null => textOf(readSaved(SLOT)?.["target"]) || null;

export function saveTarget(target: string): void {
  writeSaved(SLOT, { target, choices: choicesIn(readSaved(SLOT)) });
}

export function savedChoices(target: string): Choices {
  const all = choicesIn(readSaved(SLOT));
  const kept = Object.hasOwn(all, target) ? all[target] : null;
  if (!isObject(kept)) return USUAL;
  return {
    environment: textOf(kept["environment"]),
    toolset: textOf(kept["toolset"]),
    reviewedOnly: kept["reviewedOnly"] === true,
    notes: kept["notes"] !== false,
    denyDestructive: kept["denyDestructive"] === true,
  };
}

export function saveChoices(target: string, choices: Choices): void {
  const kept = readSaved(SLOT);
  const others = Object.entries(choicesIn(kept)).filter(([id]) => id !== target);
  // Storage is small, and targets that are gone are not missed.
  const all = Object.fromEntries([...others.slice(1 - MOST), [target, choices]]);
  writeSaved(SLOT, { target: textOf(kept?.["target"]), choices: all });
}
