// Destination of an export: a file that the program reads, for you or for a project, or any other file.
import type { FileScope, TargetView } from "../../backend";
import type { ResolvedChoices } from "./export-input";

/** `project`: the folder of the project, for a scope within one. */
export type Destination = { scope: FileScope | "other"; project: string };

const unixPath = (path: string): string => path.replaceAll("\\", "/");

type Chosen = Pick<ResolvedChoices, "scope" | "project">;

/**
 * The chosen destination. Without a choice, the backend previews the file of the last export, or else the one that the
 * program reads for you: its path tells which destination that is. A typed path is any other file.
 */
export function destinationOf({ locations }: TargetView, { scope, project }: Chosen, path: string, isTyped: boolean): Destination {
  if (scope !== "") return { scope, project };
  if (isTyped) return { scope: "other", project };
  const own = locations.find((location) => location.scope === "user" && (path === "" || location.path === path));
  if (own) return { scope: "user", project };
  for (const location of locations) {
    const end = `/${unixPath(location.path)}`;
    if (location.scope !== "user" && unixPath(path).endsWith(end)) return { scope: location.scope, project: path.slice(0, -end.length) };
  }
  return { scope: "other", project };
}
