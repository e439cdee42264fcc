// Unit tests of the consequences of deleting a toolset.
import { describe, expect, it } from "vitest";
import { describeDeletion } from "./strings";

const EMPTY = { tools: 0, notes: 0, activeIn: [] };

describe("the consequences of deleting a toolset", () => {
  it("name tools, notes and environments", () => {
    expect(describeDeletion({ tools: 1200, notes: 2, activeIn: ["base", "prod", "staging"] })).toEqual([
      "The 1,200 tools stay in the catalog.",
      "2 notes that apply only in this toolset are deleted.",
      "The toolset is active in base, prod and staging. After the deletion, no toolset is active there.",
      "Undo restores the toolset and its notes.",
    ]);
  });

  it("omit the tools of an empty toolset", () => {
    expect(describeDeletion(EMPTY)).toEqual(["No notes are deleted.", "Undo restores the toolset and its notes."]);
  });
});
