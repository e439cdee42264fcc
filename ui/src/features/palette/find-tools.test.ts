// Unit tests of the tool search among ten thousand cards: prefix matches first, at most twenty results.
import { describe, expect, it } from "vitest";
import { repeatCards } from "../../../test/many-tools";
import { recordedBackend } from "../../../test/recorded-backend";
import { findTools, MOST_TOOLS } from "./find-tools";

const cards = repeatCards((await recordedBackend("catalog").catalog()).cards, 10_000);

describe("findTools", () => {
  it("puts what begins with the text before what merely holds it", () => {
    const [first, second] = findTools(
      [{ ...cards[0], name: "reread", title: "Look Again" }, { ...cards[1], name: "x", title: "Read File" }] as typeof cards,
      "read",
    );
    expect([first?.title, second?.title]).toEqual(["Read File", "Look Again"]);
  });

  it("finds by several words in any order, and by the full name", () => {
    expect(findTools(cards, "note delete")[0]?.name).toBe("home_notes_delete_note");
    expect(findTools(cards, "demo.home_notes_share")[0]?.name).toBe("home_notes_share_note");
  });

  it("never shows more than fit, and nothing while nothing is typed", () => {
    expect(findTools(cards, "o")).toHaveLength(MOST_TOOLS);
    expect(findTools(cards, "  ")).toEqual([]);
    expect(findTools(cards, "no such tool at all")).toEqual([]);
  });
});
