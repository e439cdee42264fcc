// Unit tests of the panel section of a finding, the remaining work, and the position after a finding is removed.
import { describe, expect, it } from "vitest";
import type { FindingRow } from "../../backend";
import { findingId, positionOf } from "../../shared/findings-filter";
import { sectionOf } from "./section-of";
import { formatRemainingWork } from "./strings";

const rowOf = (tool: string): FindingRow => ({
  server: "demo",
  tool,
  title: tool,
  seen: "",
  finding: { rule: "title-missing", severity: "note", field: "title", message: "the tool has no title", fix: null, suppression: null },
});

describe("a finding", () => {
  it.each([
    ["annotations.readOnlyHint", "hints"],
    ["annotations", "hints"],
    ["annotations.title", "text"],
    ["title", "text"],
    ["description", "text"],
    ["inputSchema.properties.id", "parameters"],
    ["inputSchema", "parameters"],
    ["inputSchemaOfSomethingElse", "findings"],
    ["name", "findings"],
  ])("about %s leads to %s", (field, section) => {
    expect(sectionOf(field)).toBe(section);
  });

  it("that was fixed is followed by the next one in the list", () => {
    const [a, b, c] = [rowOf("a"), rowOf("b"), rowOf("c")];
    expect(positionOf([a, b, c], null)).toBe(0);
    expect(positionOf([a, b, c], { id: findingId(b), at: 0 })).toBe(1);
    expect(positionOf([a, c], { id: findingId(b), at: 1 })).toBe(1);
    expect(positionOf([a, b], { id: findingId(c), at: 2 })).toBe(1);
    expect(positionOf([], { id: findingId(c), at: 2 })).toBe(-1);
  });
});

describe("the remaining work", () => {
  it("omits the kinds that are done", () => {
    expect(formatRemainingWork({ safeFixes: 1, hints: 0, texts: 0, server: 0 })).toBe("1 safe fix");
    expect(formatRemainingWork({ safeFixes: 1200, hints: 1, texts: 2, server: 3 })).toBe(
      "1,200 safe fixes, 1 hint to decide, 2 texts to write, 3 to fix in the server",
    );
    expect(formatRemainingWork({ safeFixes: 0, hints: 0, texts: 0, server: 0 })).toBe("");
  });
});
