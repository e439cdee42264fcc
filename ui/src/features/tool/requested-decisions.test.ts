// Unit tests of the optimistic state of a tool.
import { expect, it } from "vitest";
import { keyOf } from "../../../test/inputs";
import { recordedBackend } from "../../../test/recorded-backend";
import { withDecision } from "./requested-decisions";

it("a new decision on a hint clears the notes about the previous decision", async () => {
  const recorded = await recordedBackend("tool").tool(keyOf("home_notes_delete_note"));
  const hints = recorded.hints.map((hint) => ({ ...hint, decided: false, because: "it keeps a copy", suspended: false, superseded: "contradicted" as const }));
  const { hints: updated } = withDecision({ ...recorded, hints }, { field: "hint", hint: "destructive", value: true }, null);
  expect(updated).toEqual(
    hints.map((hint) => (hint.hint === "destructive" ? { ...hint, decided: true, because: null, suspended: null, superseded: null } : hint)),
  );
});
