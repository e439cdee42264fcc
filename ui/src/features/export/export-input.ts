// What is asked of the backend for a target and what was chosen for it. What does not apply is asked for as usual.
import type { Catalog, ExportInput, TargetView } from "../../backend";
import { BASE } from "../environments/labels";
import type { Choices } from "./saved-choices";
import { holdsNotes } from "./labels";

/** No environment and no toolset can be called that. */
export const EVERYTHING = "";

export type ExportScope = Omit<ExportInput, "path" | "seen">;

/** Without what is gone meanwhile. */
export function standing(target: TargetView, choices: Choices, catalog: Catalog): Choices {
  const { environment, toolset } = choices;
  const isThere = environment === BASE || catalog.environments.includes(environment);
  return {
    ...choices,
    environment: isThere ? environment : target.kind === "canonical" ? EVERYTHING : BASE,
    toolset: catalog.toolsets.some(({ name }) => name === toolset) ? toolset : EVERYTHING,
  };
}

export function askedFor(target: TargetView, choices: Choices): ExportScope {
  const environment = choices.environment === EVERYTHING ? null : choices.environment;
  if (target.kind === "canonical") {
    return { target: target.id, environment, toolset: null, reviewedOnly: false, notes: true, denyDestructive: false };
  }
  return {
    target: target.id,
    environment,
    toolset: choices.toolset === EVERYTHING ? null : choices.toolset,
    reviewedOnly: choices.reviewedOnly,
    // Where there is no place for notes, the report says that they are dropped.
    notes: choices.notes || !holdsNotes(target),
    denyDestructive: choices.denyDestructive && target.kind === "client",
  };
}
