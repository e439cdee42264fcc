// What the person has typed so far about a new server, and what of it is sent.
import type { NewServer } from "../../backend";

export type ServerDraft = {
  name: string;
  kind: "commandLine" | "demo";
  line: string;
  folder: string;
};

/** A free name for the demo, so that a second one does not fail for its name. */
function demoName(taken: readonly string[]): string {
  if (!taken.includes("demo")) return "demo";
  let number = 2;
  while (taken.includes(`demo-${number}`)) number += 1;
  return `demo-${number}`;
}

export const emptyDraft = (demo: boolean, taken: readonly string[]): ServerDraft => ({
  name: demo ? demoName(taken) : "",
  kind: demo ? "demo" : "commandLine",
  line: "",
  folder: "",
});

export function newServerOf(draft: ServerDraft): NewServer {
  const name = draft.name.trim();
  if (draft.kind === "demo") return { name, source: { kind: "demo", tools: null } };
  return { name, source: { kind: "commandLine", line: draft.line.trim(), folder: draft.folder.trim() || null, environment: [] } };
}
