// Invented tools in every state of a review: drifted, disagreeing, new, reviewed, with decisions that wait.
import type { Drift } from "../src/backend/bindings";
import type { Fake } from "./fixtures";

export const DRIFT: Drift = {
  reviewed: true,
  by: "anna",
  at: "2026-09-12T09:30:00Z",
  unknown: false,
  changes: [
    {
      field: "description",
      kind: "changed",
      words: [
        { sign: "same", text: "Delete one by its id. " },
        { sign: "remove", text: "It can be restored for 30 days." },
        { sign: "add", text: "It cannot be restored afterwards." },
      ],
      risk: null,
    },
    {
      field: "inputSchema.etag",
      kind: "removed",
      words: [{ sign: "remove", text: "etag: string" }],
      risk: "it may now overwrite what someone else changed in between",
    },
    {
      field: "annotations.destructiveHint",
      kind: "changed",
      words: [
        { sign: "same", text: "destructiveHint: " },
        { sign: "remove", text: "true" },
        { sign: "add", text: "false" },
      ],
      risk: "the server now says that it destroys nothing",
    },
  ],
};

/** The first tools in every state; the rest stay as they are. Expects at least fourteen. */
export function inReview(fakes: readonly Fake[]): Fake[] {
  const states: Record<number, Partial<Fake>> = {
    0: { review: "reviewed" },
    1: { ruled: { readOnly: { value: true, rule: "demo.*_get_*" } }, elsewhere: { readOnly: ["prod"] } },
    2: { review: "new" },
    3: { conflict: true, declared: { readOnly: true } },
    4: { review: "drifted", decided: { destructive: false }, drift: { ...DRIFT, reviewed: false, by: null, at: null, unknown: true, changes: [] }, suspended: ["destructive"] },
    6: {
      review: "drifted",
      drift: DRIFT,
      declared: { destructive: false },
      decided: { idempotent: true, openWorld: false, destructive: true },
      suspended: ["idempotent"],
      overtaken: { destructive: "contradicted" },
    },
    13: { conflict: true, declared: { readOnly: true } },
  };
  return fakes.map((fake, index) => ({ ...fake, ...states[index] }));
}
