// Labels of hints, badges, marks and layers by the names of the backend, shared by all views.
import type { BadgeKind, HintName, Layer, Mark, ResolvedHint } from "../backend";
import { strings } from "./strings";

export const HINTS: readonly HintName[] = ["readOnly", "destructive", "idempotent", "openWorld"];

export const byHint = <T>(of: (hint: HintName) => T): Record<HintName, T> => ({
  readOnly: of("readOnly"),
  destructive: of("destructive"),
  idempotent: of("idempotent"),
  openWorld: of("openWorld"),
});

export const HINT_LABEL: Record<HintName, string> = strings.hints.labels;

export const BADGE_LABEL: Record<BadgeKind, string> = strings.hints.badges;

/** Source of the value, for screen readers. */
export const MARK_LABELS: Record<Mark, string> = strings.hints.marks;

export const LAYER_LABEL: Record<Layer, string> = strings.hints.layers;

export const LAYER_MARK: Record<Layer, Mark> = {
  environment: "decided",
  override: "decided",
  declared: "declared",
  inferred: "assumed",
  default: "assumed",
};

export const yesNo = (value: boolean): string => (value ? strings.hints.yes : strings.hints.no);

/** Result of an inference rule; null for a rule that only lowers certainty. */
export const formatAnswer = (value: boolean | null): string => {
  const { yes, no, none } = strings.hints.inference;
  return value === null ? none : value ? yes : no;
};

/**
 * Value of a hint in one layer; null if the layer has none. If two hints of a layer contradict each other, its entry is preceded
 * by the careful value that applies.
 */
export function layerValue({ stack }: Pick<ResolvedHint, "stack">, layer: Layer): boolean | null {
  const value = stack.filter((entry) => entry.layer === layer && entry.value !== null).at(-1)?.value ?? null;
  return value === null ? null : value === "Yes";
}

/** Example: a tool name in monospace (`code`), followed by `rest`. */
export type Example = { code: string; rest: string };
export type HintMeaning = { question: string; client: string; yes: Example; no: Example; fallback: string };

export const HINT_MEANING: Record<HintName, HintMeaning> = strings.hintMeaning;
