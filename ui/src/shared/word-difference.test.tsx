// WordDifference: added, removed and unchanged text, including hostile text.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { USER_EVENT } from "../../test/virtual-clock";
import type { DiffSpan } from "../backend";
import { WordDifference } from "./word-difference";

const renderWords = (words: DiffSpan[]) => render(<p data-testid="words"><WordDifference words={words} /></p>);

describe("WordDifference", () => {
  it("marks removed and added words, also for screen readers", () => {
    renderWords([{ sign: "same", text: "a " }, { sign: "remove", text: "b" }, { sign: "add", text: "c" }]);
    expect(screen.getByTestId("words").querySelector("del")).toHaveTextContent("removed: b");
    expect(screen.getByTestId("words").querySelector("ins")).toHaveTextContent("added: c");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows added text in full, with hidden characters as codes", () => {
    renderWords([{ sign: "add", text: `${"x".repeat(500)}\u202e<img src=x>` }]);
    expect(screen.getByTestId("words")).toHaveTextContent("U+202E");
    expect(screen.getByTestId("words")).toHaveTextContent("<img src=x>");
    expect(screen.getByTestId("words").textContent).toContain("x".repeat(500));
  });

  it("limits a span of a hostile text, and shows how much is missing", () => {
    renderWords([{ sign: "remove", text: "x\u202e".repeat(500_000) }, { sign: "add", text: "new" }]);
    expect(screen.getByTestId("words").innerHTML.length).toBeLessThan(120_000);
    expect(screen.getByTestId("words")).toHaveTextContent(/ … 980,000 more characters.*new$/);
  });

  it("omits the middle of long unchanged text until the user expands it", async () => {
    renderWords([{ sign: "same", text: `begin ${"…".repeat(500)} middle ${"…".repeat(500)} end` }, { sign: "add", text: "new" }]);
    expect(screen.getByTestId("words")).not.toHaveTextContent("middle");
    expect(screen.getByTestId("words")).toHaveTextContent(/^begin.*end.*new/);
    await userEvent.setup(USER_EVENT).click(screen.getByRole("button", { name: "Show all" }));
    expect(screen.getByTestId("words")).toHaveTextContent("middle");
  });

  it("limits the number of rendered words until the user expands them", () => {
    const words = Array.from({ length: 10_000 }, (_, at): DiffSpan => ({ sign: at % 2 ? "add" : "remove", text: `w${at} ` }));
    renderWords(words);
    expect(screen.getByTestId("words").querySelectorAll("ins, del")).toHaveLength(200);
    expect(screen.getByRole("button", { name: "Show all" })).toBeInTheDocument();
  });
});
