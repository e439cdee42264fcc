// Marking single tools and ranges, without a page.
import { describe, expect, it } from "vitest";
import type { MarkState } from "./marks";
import { extended, toggled } from "./marks";

const IDS = ["a", "b", "c", "d", "e"];
const none: MarkState = { marked: new Set(), from: null };
const names = ({ marked }: MarkState) => [...marked].sort().join("");

describe("marking", () => {
  it("marks one, and takes the mark back", () => {
    const one = toggled(new Set(), "b");
    expect(names(one)).toBe("b");
    expect(names(toggled(one.marked, "b"))).toBe("");
  });
  it("marks from the current tool to another, in both directions", () => {
    expect(names(extended(none, IDS, "b", "d"))).toBe("bcd");
    expect(names(extended(none, IDS, "d", "b"))).toBe("bcd");
  });
  it("gives back what a shrinking range took, and keeps what was marked before it", () => {
    const before = toggled(toggled(new Set(), "e").marked, "b");
    const wide = extended(before, IDS, null, "d");
    expect(names(wide)).toBe("bcde");
    expect(names(extended(wide, IDS, null, "c"))).toBe("bce");
    expect(names(extended(wide, IDS, null, "a"))).toBe("abe");
  });
  it("begins anew where the beginning is not shown any more", () => {
    const gone = toggled(new Set(), "x");
    expect(names(extended(gone, IDS, null, "c"))).toBe("cx");
  });
});
