import { describe, expect, it } from "vitest";
import type { TargetView, ToolReport } from "../../backend";
import { summarizeReport } from "./report-summary";

const TARGET = { contents: ["read-only", "title"] } as unknown as TargetView;
const report = (over: Partial<ToolReport>): ToolReport => ({ tool: "demo.get", exported: [], changed: [], dropped: [], ...over });
const left = (field: string) => [{ field, why: "not reviewed" }];

describe("a summary", () => {
  it("counts each tool once, so that the counts add up to the total", () => {
    const tools = [
      report({ exported: ["title"] }),
      report({ exported: ["title"], dropped: left("read-only") }),
      report({ exported: ["title"], changed: [{ field: "hints", why: "needs approval" }], dropped: left("read-only") }),
      report({ dropped: left("title") }),
      report({ exported: ["not offered"], dropped: left("title") }),
    ];
    const { summary } = summarizeReport({ tools, caveats: [] }, TARGET);
    expect(summary.outcomes).toEqual({ full: 1, partial: 2, none: 1, hidden: 1 });
    expect(Object.values(summary.outcomes).reduce((sum, count) => sum + count)).toBe(summary.tools);
    expect(summary.kept).toEqual([{ name: "title", tools: 3 }]);
    expect(summary.dropped).toEqual([
      { name: "read-only", tools: 2 },
      { name: "title", tools: 1 },
    ]);
  });

  it("counts what the target cannot hold separately, and does not call it a loss", () => {
    const tools = [report({ exported: ["title"], dropped: left("icon") }), report({ dropped: left("icon") })];
    const { summary } = summarizeReport({ tools, caveats: [] }, TARGET);
    expect(summary.outcomes).toEqual({ full: 1, partial: 0, none: 1, hidden: 0 });
    expect(summary.unsupported).toEqual([{ name: "icon", tools: 2 }]);
    expect(summary.dropped).toEqual([]);
  });
});
