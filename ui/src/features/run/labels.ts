// What is said about a call that is made here.
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

/** In a word, and whether that is a fault. */
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

function span(min: number | string | null, max: number | string | null): string {
  if (min !== null && max !== null) return min === max ? `${min}` : `${min} to ${max}`;
  if (min !== null) return `at least ${min}`;
  return max !== null ? `at most ${max}` : "";
}

const so = (words: string, noun: string): string => (words === "" ? "" : `${words} ${words === "1" || words.endsWith(" 1") ? noun : `${noun}s`}`);

/** What a field takes, in a few words; nothing where everything goes. */
export function takesWords(input: FieldInput): string {
  switch (input.kind) {
    case "text":
      return [FORMAT[input.format], so(span(input.min, input.max), "character")].filter(Boolean).join(", ");
    case "number":
      return [input.integer ? "a whole number" : "", span(input.min, input.max)].filter(Boolean).join(", ");
    case "list":
      return so(span(input.min, input.max), "item");
    default:
      return "";
  }
}

export const toMend = (count: number): string => `${counted(count, "thing")} to mend before it can be run`;

export const labelOf = ({ label, name }: Pick<FormField, "label" | "name">): string => label || name;

/** "a.b.0" for "/a/b/0"; the whole has no name. */
export const pathWords = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .join(".");

/** "0:07", for as long as it runs. */
export const elapsedWords = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  return `${Math.floor(seconds / 60).toLocaleString("en")}:${String(seconds % 60).padStart(2, "0")}`;
};
