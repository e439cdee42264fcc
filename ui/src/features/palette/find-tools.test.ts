// Unit tests of the tool search among ten thousand cards: prefix matches first, at most twenty results.
import { describe, expect, it } from "vitest";
import { repeatCards } from "../../../test/many-tools";
import { recordedBackend } from "../../../test/recorded-backend";
import { findTools, MAX_TOOLS } from "./find-tools";

const cards = repeatCards((await recordedBackend("catalog").catalog()).cards, 10_000);

describe("findTools", () => {
  it("ranks prefix matches before substring matches", () => {
    const [first, second] = findTools(
      [{ ...cards[0], name: "reread", title: "Open Again" }, { ...cards[1], name: "x", title: "Read File" }] as typeof cards,
      "read",
    );
    expect([first?.title, second?.title]).toEqual(["Read File", "Open Again"]);
  });

  it("finds tools by several words in any order, and by the full name", () => {
    expect(findTools(cards, "note delete")[0]?.name).toBe("home_notes_delete_note");
    expect(findTools(cards, "demo.home_notes_share")[0]?.name).toBe("home_notes_share_note");
  });

  it("limits the results, and has none without a query", () => {
    expect(findTools(cards, "o")).toHaveLength(MAX_TOOLS);
    expect(findTools(cards, "  ")).toEqual([]);
    expect(findTools(cards, "no such tool at all")).toEqual([]);
  });
});
