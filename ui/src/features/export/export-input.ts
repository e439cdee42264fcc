// Request to the backend for a target and its options. Options that do not apply to the target have their default value.
import type { Catalog, ExportInput, TargetView } from "../../backend";
import { BASE } from "../environments/strings";
import type { Choices } from "./saved-choices";
import { holdsNotes } from "./target-format";

/** Represents everything: neither an environment nor a toolset can have an empty name. */
export const EVERYTHING = "";

export type ExportScope = Omit<ExportInput, "path" | "seen">;

/** Options of which each applies. */
export type ResolvedChoices = Choices & { toolset: string };

/** Options without an environment, server, toolset or scope that does not exist; by default with the active toolset. */
export function resolveChoices(target: TargetView, choices: Choices, catalog: Catalog): ResolvedChoices {
  const { environment, toolset, scope } = choices;
  const exists = environment === BASE || catalog.environments.includes(environment);
  const applied = exists ? environment : target.kind === "canonical" ? EVERYTHING : BASE;
  const activeToolset = catalog.toolsets.find(({ activeIn }) => activeIn.includes(applied))?.name;
  return {
    ...choices,
    environment: applied,
    servers: choices.servers.filter((name) => catalog.servers.some((server) => server.name === name)),
    toolset: (toolset === null ? activeToolset : catalog.toolsets.find(({ name }) => name === toolset)?.name) ?? EVERYTHING,
    scope: target.locations.some((location) => location.scope === scope) ? scope : "",
  };
}

/** True if the file belongs to a project that is not chosen yet. */
export const lacksProject = ({ scope, project }: Choices): boolean => scope !== "" && scope !== "user" && project.trim() === "";

/** Enabled servers whose tools are not known, because no scan has completed. */
export const unscannedServers = ({ servers }: Catalog): string[] =>
  servers.filter(({ enabled, scannedAt, tools }) => enabled && scannedAt === null && tools === 0).map(({ name }) => name);

/** The exported servers; empty: all. A server that was never scanned is exported only if you choose it. */
function exportedServers({ servers }: Choices, catalog: Catalog): readonly string[] {
  const unscanned = unscannedServers(catalog);
  if (servers.length > 0 || unscanned.length === 0) return servers;
  return catalog.servers.filter(({ name, enabled }) => enabled && !unscanned.includes(name)).map(({ name }) => name);
}

export function exportScope(target: TargetView, choices: ResolvedChoices, catalog: Catalog): ExportScope {
  const environment = choices.environment === EVERYTHING ? null : choices.environment;
  const { scope } = choices;
  const servers = exportedServers(choices, catalog);
  const place = scope === "" ? {} : scope === "user" ? { scope } : { scope, project: choices.project.trim() };
  if (target.kind === "canonical") {
    return { target: target.id, environment, toolset: null, reviewedOnly: false, notes: true, denyDestructive: false };
  }
  return {
    target: target.id,
    environment,
    ...(servers.length > 0 ? { servers: [...servers] } : {}),
    ...place,
    toolset: choices.toolset === EVERYTHING ? null : choices.toolset,
    reviewedOnly: choices.reviewedOnly,
    // If the target cannot hold notes, they are requested anyway, so that the report lists them as dropped.
    notes: choices.notes || !holdsNotes(target),
    denyDestructive: choices.denyDestructive && target.kind === "client",
  };
}
