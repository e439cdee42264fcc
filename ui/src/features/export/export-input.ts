// Request to the backend for a target and its options. Options that do not apply to the target have their default value.
import type { Catalog, ExportInput, TargetView } from "../../backend";
import { BASE } from "../environments/strings";
import type { Choices } from "./saved-choices";
import { holdsNotes } from "./target-format";

/** Represents everything: neither an environment nor a toolset can have an empty name. */
export const EVERYTHING = "";

export type ExportScope = Omit<ExportInput, "path" | "seen">;

/** Options without an environment or toolset that no longer exists. */
export function resolveChoices(target: TargetView, choices: Choices, catalog: Catalog): Choices {
  const { environment, toolset } = choices;
  const exists = environment === BASE || catalog.environments.includes(environment);
  return {
    ...choices,
    environment: exists ? environment : target.kind === "canonical" ? EVERYTHING : BASE,
    toolset: catalog.toolsets.some(({ name }) => name === toolset) ? toolset : EVERYTHING,
  };
}

export function exportScope(target: TargetView, choices: Choices): ExportScope {
  const environment = choices.environment === EVERYTHING ? null : choices.environment;
  if (target.kind === "canonical") {
    return { target: target.id, environment, toolset: null, reviewedOnly: false, notes: true, denyDestructive: false };
  }
  return {
    target: target.id,
    environment,
    toolset: choices.toolset === EVERYTHING ? null : choices.toolset,
    reviewedOnly: choices.reviewedOnly,
    // If the target cannot hold notes, they are requested anyway, so that the report lists them as dropped.
    notes: choices.notes || !holdsNotes(target),
    denyDestructive: choices.denyDestructive && target.kind === "client",
  };
}
