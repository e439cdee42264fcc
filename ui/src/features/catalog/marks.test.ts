// Unit tests of marking single tools and ranges.
import { describe, expect, it } from "vitest";
import type { MarkState } from "./marks";
import { extended, toggled } from "./marks";

const IDS = ["a", "b", "c", "d", "e"];
const none: MarkState = { marked: new Set(), from: null };
const at = (id: string) => IDS.indexOf(id);
const toggle = (marked: ReadonlySet<string>, id: string) => toggled(marked, id, at(id));
const names = ({ marked }: MarkState) => [...marked].sort().join("");

describe("marking", () => {
  it("marks and unmarks a tool", () => {
    const one = toggle(new Set(), "b");
    expect(names(one)).toBe("b");
    expect(names(toggle(one.marked, "b"))).toBe("");
  });
  it("marks from the current tool to another in both directions", () => {
    expect(names(extended(none, IDS, at("b"), at("d")))).toBe("bcd");
    expect(names(extended(none, IDS, at("d"), at("b")))).toBe("bcd");
  });
  it("unmarks the tools that a shrinking range leaves, and keeps earlier marks", () => {
    const before = toggle(toggle(new Set(), "e").marked, "b");
    const wide = extended(before, IDS, -1, at("d"));
    expect(names(wide)).toBe("bcde");
    expect(names(extended(wide, IDS, -1, at("c")))).toBe("bce");
    expect(names(extended(wide, IDS, -1, at("a")))).toBe("abe");
  });
  it("starts a new range if the anchor is no longer listed", () => {
    const removed = toggle(new Set(), "x");
    expect(names(extended(removed, IDS, -1, at("c")))).toBe("cx");
  });
  it("marks a range between two occurrences of the same tool", () => {
    const twice = ["a", "b", "c", "a", "d"];
    const down = extended(none, twice, 3, 4);
    expect(names(down)).toBe("ad");
    expect(names(extended(down, twice, 4, 1))).toBe("abc");
    expect(names(extended(toggled(new Set(), "a", 3), twice, -1, 4))).toBe("ad");
  });
});
