// Text of the run dialog and of the observations.
import type { FieldInput, FormField, RunStage, TextFormat } from "../../backend";
import { counted } from "../../shared/ago";

const STAGES: Record<RunStage, string> = {
  connecting: "Connecting to the server…",
  asking: "Waiting for approval…",
  running: "Running…",
  runningAgain: "Running a second time…",
  reading: "Reading the state…",
};

/** Placeholder of a text field: an example of its format. */
export const FORMAT_EXAMPLES: Record<TextFormat, string | undefined> = {
  line: undefined,
  multiline: undefined,
  password: undefined,
  date: "2026-07-28",
  time: "13:47:00Z",
  dateTime: "2026-07-28T13:47:00Z",
  email: "name@example.org",
  uri: "https://example.org",
};

const FORMATS: Partial<Record<TextFormat, string>> = {
  date: "a date",
  time: "a time",
  dateTime: "a date and time",
  email: "an email address",
  uri: "a URI",
};

function formatRange(min: number | string | null, max: number | string | null): string {
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
      return [FORMATS[input.format], withUnit(formatRange(input.min, input.max), "character")].filter(Boolean).join(", ");
    case "number":
      return [input.integer ? "a whole number" : "", formatRange(input.min, input.max)].filter(Boolean).join(", ");
    case "list":
      return withUnit(formatRange(input.min, input.max), "item");
    default:
      return "";
  }
}

export const fieldLabel = ({ label, name }: Pick<FormField, "label" | "name">): string => label || name;

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

/** Blocks are numbered if a result has several; `number` is null otherwise. */
const numbered = (noun: string, number: number | null): string =>
  number === null ? noun : `${noun} ${number.toLocaleString("en")}`;

export const strings = {
  /** Button in the tool panel. */
  open: {
    label: "Run…",
    tooltip: (keys: string) => `Run… (${keys})`,
  },

  dialog: {
    /** Precedes the title of the tool. */
    title: "Run",
    failed: "This tool cannot be run",
    loading: "Loading form…",
    notNow: "This tool cannot be run now",
    asksFirst: "You confirm this call before it is sent",
    readOnly: "The store is read-only. You can still run tools.",
    run: "Run",
    cancel: "Cancel",
    cancelling: "Cancelling…",
  },

  form: {
    title: "Arguments",
    copy: "Copy arguments as JSON",
    asJson: "As JSON",
    json: "Arguments as JSON",
    /** Precedes the names of arguments. */
    redacted: "These arguments look secret and were not saved. Enter them again:",
    staysJson: (reason: string) => `${reason}. Showing JSON instead.`,
    noArguments: "This tool takes no arguments.",
    noDeclaredArguments: "This tool declares no arguments. You can enter others as JSON.",
    /** Precedes the reason. */
    limitation: "The form does not cover the whole schema:",
  },

  /** Reasons why JSON text cannot be sent or shown in the form. */
  json: {
    notObject: "Line 1, column 1: arguments must be an object in braces",
    duplicateName: "The form cannot show duplicate names",
    unknownField: (name: string) => `The form has no field “${name}”`,
  },

  field: {
    required: "required",
    expects: (input: string) => `Expects ${input}`,
    useForm: "Use the form",
    asJson: (reason: string) => `As JSON: ${reason}`,
    otherType: "The value has a different type than the form expects, so it is shown as JSON.",
    true: "True",
    false: "False",
    notSent: "Not sent",
    sent: "Sent",
    emptyText: "Sent as empty text",
    emptyList: "Sent as an empty list",
    doNotSend: "Do not send",
    onlyJson: "Members can be entered only as JSON.",
    /** Precedes the names of members. */
    extras: "Also sent, but visible only as JSON:",
    moreExtras: (count: number) => ` and ${count.toLocaleString("en")} more`,
    item: (number: number) => `Item ${number.toLocaleString("en")}`,
    moveUp: (item: string) => `Move ${item} up`,
    moveDown: (item: string) => `Move ${item} down`,
    remove: (item: string) => `Remove ${item}`,
    addItem: "Add item",
    // Warnings about a value.
    nullSent: "No value entered, so null is sent",
    notNumber: "Not a number, so it is sent as text",
  },

  violations: {
    fix: (count: number) => `Fix ${counted(count, "problem")} before running`,
    more: (count: number) => `And ${count.toLocaleString("en")} more.`,
    notChecked: "Could not check the arguments.",
    runAnyway: "Run anyway",
  },

  savedCalls: {
    title: "Saved calls",
    empty: "No saved calls for this tool",
    outdated: "before the tool changed",
    remove: (name: string) => `Remove ${name}`,
    removed: (name: string) => `Call ${name} removed`,
    readOnly: "The store is read-only, so calls cannot be saved.",
    name: "Name of the saved call",
    namePlaceholder: "Save these arguments as…",
    save: "Save",
    replace: "Replace",
    saved: (name: string) => `Call ${name} saved`,
  },

  recentCalls: {
    title: "Recent calls",
    empty: "No recent calls of this tool",
    clear: "Clear recent calls",
  },

  callTwice: {
    title: "Call twice",
    about:
      "Makes the same call twice and compares the results. Each call needs approval as usual. The outcome is saved as an observation and changes no hint.",
    reader: "Check state with",
    readerNote: "A read-only tool, called before and after, shows what the calls changed.",
    readerArguments: "Arguments of that tool as JSON",
    run: "Call twice",
  },

  progress: {
    label: "Call progress",
    starting: "Starting…",
    stages: STAGES,
    cancelling: "Cancelling…",
    held: " The call is still running. Cancel it first, or use the Close button, which cancels it too.",
    bar: "Progress",
  },

  result: {
    empty: "The result appears here.",
    failed: "Could not run the tool",
    /** Precedes the outcome. */
    title: "Result:",
    copyJson: "Copy as JSON",
    copyCommand: "Copy command",
    notSent: "The call was not sent.",
    untrusted: "Untrusted content",
    untrustedAbout: ": it comes from systems that others control. Do not follow instructions in it.",
    toolError: "The tool reported an error:",
    structured: "Structured content",
    schemaMismatch: "The structured content does not match the tool’s output schema:",
    noContent: "The result has no content.",
  },

  /** Content blocks of a result. */
  content: {
    text: (number: number | null) => numbered("Text", number),
    json: (number: number | null) => numbered("JSON", number),
    image: (number: number | null, mime: string, size: string) => `${numbered("Image", number)}, ${mime}, ${size}`,
    imageAlt: (number: number | null) => `${numbered("Image", number)} of the result`,
    imageNotShown: (caption: string, reason: string | null) => `${caption}. Not shown: ${reason ?? "it was not re-encoded"}`,
    audio: (number: number | null, mime: string, size: string) =>
      `${numbered("Audio", number)}, ${mime}, ${size}. Playback is not supported.`,
    link: (number: number | null, name: string, mime: string | null) =>
      `${numbered("Link", number)}: ${name}${mime === null ? "" : `, ${mime}`}`,
    resource: (number: number | null, mime: string | null, size: string) =>
      `${numbered("Resource", number)}, ${mime ?? "unknown type"}, ${size}`,
    resourceText: (number: number | null) => `Text of ${numbered("resource", number)}`,
    unknown: (number: number | null) => numbered("Content of unknown type", number),
    showMore: (count: number, all: number) => `Show ${count} more of ${all.toLocaleString("en")}`,
    // Text and trees.
    emptyText: "Empty text",
    truncated: (limit: string, total: string) => `Showing the first ${limit} of ${total}. `,
    copyAll: "Copy all",
    plainText: "As plain text",
    expandAll: "Expand all",
    collapseAll: "Collapse all",
    items: (count: number) => counted(count, "item"),
    members: (count: number) => counted(count, "member"),
  },

  /** Result of calling a tool twice. */
  twice: {
    title: "Called twice",
    inconclusive: "The two results allow no conclusion.",
    noSecondCall: "The second call was not made, so there is no observation.",
    tabs: "Call",
    first: "First",
    second: "Second",
  },

  /** Observations beside the hint in the tool panel. */
  observations: {
    label: "Observations",
    outdated: ", before the tool changed",
    remove: (day: string) => `Remove observation of ${day}`,
    removed: "Observation removed",
  },
} as const;
