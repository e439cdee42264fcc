// Labels of target kinds, and of the ways in which targets were verified.
import type { TargetView } from "../../backend";

export const KINDS: readonly { kind: TargetView["kind"]; label: string }[] = [
  { kind: "canonical", label: "Hintsmith" },
  { kind: "gateway", label: "Gateways" },
  { kind: "client", label: "Clients" },
  { kind: "document", label: "Documents" },
];

export const CHECKED: Record<TargetView["checked"], { short: string; long: string }> = {
  run: {
    short: "Read by its own program",
    long: "In our tests its own program reads what we write, and takes it.",
  },
  schema: {
    short: "Checked against its schema",
    long: "In our tests what we write is checked against its published schema. Its program does not run there.",
  },
  ourSchema: {
    short: "Checked against a schema of ours",
    long: "In our tests what we write is checked against a schema that we wrote from its source or its published one. Nothing of it runs there: look at the result once.",
  },
  source: {
    short: "Its parser was read",
    long: "We read how it parses the file and write accordingly. Nothing of it runs in our tests: look at the result once.",
  },
  docs: {
    short: "Its documentation was read",
    long: "We write what its documentation describes. Its parser was not read and nothing of it runs in our tests: try the result before you rely on it.",
  },
  people: { short: "For people", long: "Nothing but people reads it, so there is nothing to check it with." },
};

/** Format of the file, by its extension. */
export function formatOf({ fileName }: TargetView): string {
  const dot = fileName.lastIndexOf(".");
  return dot > 0 ? fileName.slice(dot + 1).toUpperCase() : "";
}

/** Notes are written into descriptions. */
export const holdsNotes = (target: TargetView): boolean => target.contents.includes("description");
