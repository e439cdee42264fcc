// Labels of hints, badges, marks and layers, and the texts of the (i) tooltips, shared by all views.
import type { BadgeKind, HintName, Layer, Mark, ResolvedHint } from "../backend";

export const HINTS: readonly HintName[] = ["readOnly", "destructive", "idempotent", "openWorld"];

export const byHint = <T>(of: (hint: HintName) => T): Record<HintName, T> => ({
  readOnly: of("readOnly"),
  destructive: of("destructive"),
  idempotent: of("idempotent"),
  openWorld: of("openWorld"),
});

export const HINT_LABEL: Record<HintName, string> = {
  readOnly: "Read-only",
  destructive: "Destructive",
  idempotent: "Idempotent",
  openWorld: "Open world",
};

export const BADGE_LABEL: Record<BadgeKind, string> = {
  readOnly: "Read-only",
  modifies: "Modifies",
  destructive: "Destructive",
  idempotent: "Idempotent",
  openWorld: "Open world",
};

/** Source of the value, for screen readers. */
export const MARK_LABELS: Record<Mark, string> = {
  assumed: "assumed",
  declared: "declared by the server",
  decided: "decided by a person",
};

export const LAYER_LABEL: Record<Layer, string> = {
  environment: "Environment",
  override: "Override",
  declared: "Declared",
  inferred: "Inferred",
  default: "Default",
};

export const LAYER_MARK: Record<Layer, Mark> = {
  environment: "decided",
  override: "decided",
  declared: "declared",
  inferred: "assumed",
  default: "assumed",
};

export const yesNo = (value: boolean): string => (value ? "Yes" : "No");

/** Result of an inference rule; null for a rule that only lowers certainty. */
export const formatAnswer = (value: boolean | null): string => (value === null ? "cannot say" : value ? "yes" : "no");

/** Value of a hint in one layer; null if the layer has none. */
export function saidBy({ stack }: ResolvedHint, layer: Layer): boolean | null {
  const value = stack.find((entry) => entry.layer === layer && entry.value !== null)?.value ?? null;
  return value === null ? null : value === "Yes";
}

/** Example: a tool name in monospace (`code`), followed by `rest`. */
export type Example = { code: string; rest: string };
export type HintMeaning = { question: string; client: string; yes: Example; no: Example; fallback: string };

export const HINT_MEANING: Record<HintName, HintMeaning> = {
  readOnly: {
    question: "Does this tool leave everything as it was?",
    client: "Clients may run it without asking. Without this hint they must assume it changes something.",
    yes: { code: "search_notes", rest: ": it looks and touches nothing" },
    no: { code: "create_note", rest: ": afterwards there is one more note" },
    fallback: "No, when the server leaves it out",
  },
  destructive: {
    question: "Can this tool lose or overwrite something?",
    client: "Clients ask before each call, or refuse it. It only matters for a tool that is not read-only.",
    yes: { code: "delete_note", rest: ", or writing over an existing file" },
    no: { code: "create_note", rest: ": it adds and loses nothing" },
    fallback: "Yes, when a writing tool leaves it out",
  },
  idempotent: {
    question: "Does a second, identical call change nothing more?",
    client: "Clients may try again after a failure. It only matters for a tool that is not read-only.",
    yes: { code: "set_status", rest: ": twice “away” is still “away”" },
    no: { code: "append_text", rest: ": each call adds the text again" },
    fallback: "No, when a writing tool leaves it out",
  },
  openWorld: {
    question: "Does this tool reach things outside its own system?",
    client: "Clients treat what it returns as untrusted, and may ask before anything leaves.",
    yes: { code: "web_search", rest: ": anyone can have written the answer" },
    no: { code: "get_note", rest: ": it stays within your own notes" },
    fallback: "Yes, when the server leaves it out",
  },
};
