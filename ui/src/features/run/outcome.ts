// Labels of the run dialog.
import type { FormField, FieldInput, RunReport, RunStage, TextFormat } from "../../backend";
import { counted } from "../../shared/ago";
import { DECISION, resultOf } from "../gateway/labels";

export const STAGE: Record<RunStage, string> = {
  connecting: "Connecting to the server…",
  asking: "Waiting for the answer to the question about this call…",
  running: "Running…",
  runningAgain: "Running for the second time…",
  reading: "Reading what has come of it…",
};
export const STARTING = "Starting…";

/** Label and tone of an outcome. */
export function outcomeOf({ verdict, outcome }: Pick<RunReport, "verdict" | "outcome">): { word: string; tone: "ok" | "error" | "dim" } {
  if (verdict !== "allowed") return DECISION[verdict];
  const { word, tone } = resultOf({ verdict, outcome });
  return { word, tone: outcome === "ok" ? "ok" : tone };
}

export const LIKE: Record<TextFormat, string | undefined> = {
  line: undefined,
  multiline: undefined,
  password: undefined,
  date: "2026-07-28",
  time: "13:47:00Z",
  dateTime: "2026-07-28T13:47:00Z",
  email: "name@example.org",
  uri: "https://example.org",
};

const FORMAT: Partial<Record<TextFormat, string>> = { date: "a date", time: "a time", dateTime: "a date with a time", email: "an email address", uri: "an address" };

function rangeOf(min: number | string | null, max: number | string | null): string {
  if (min !== null && max !== null) return min === max ? `${min}` : `${min} to ${max}`;
  if (min !== null) return `at least ${min}`;
  return max !== null ? `at most ${max}` : "";
}

const withUnit = (range: string, noun: string): string =>
  range === "" ? "" : `${range} ${range === "1" || range.endsWith(" 1") ? noun : `${noun}s`}`;

/** Short description of the accepted values; empty without constraints. */
export function formatAcceptedInput(input: FieldInput): string {
  switch (input.kind) {
    case "text":
      return [FORMAT[input.format], withUnit(rangeOf(input.min, input.max), "character")].filter(Boolean).join(", ");
    case "number":
      return [input.integer ? "a whole number" : "", rangeOf(input.min, input.max)].filter(Boolean).join(", ");
    case "list":
      return withUnit(rangeOf(input.min, input.max), "item");
    default:
      return "";
  }
}

export const toMend = (count: number): string => `${counted(count, "thing")} to mend before it can be run`;

export const labelOf = ({ label, name }: Pick<FormField, "label" | "name">): string => label || name;

/** "a.b.0" for "/a/b/0"; empty for the root. */
export const formatPath = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .join(".");

/** Elapsed time, such as "0:07". */
export const formatElapsed = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  return `${Math.floor(seconds / 60).toLocaleString("en")}:${String(seconds % 60).padStart(2, "0")}`;
};
