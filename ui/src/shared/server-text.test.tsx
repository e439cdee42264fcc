// ServerText: hostile text renders as text, and hidden characters are visible.
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { asPlainString, isPlain, splitHidden } from "./hidden-characters";
import { ServerText } from "./server-text";

const renderedText = (text: string, multiline = false) =>
  render(<ServerText text={text} multiline={multiline} />).container.textContent;

describe("ServerText", () => {
  it("truncates a single line of a megabyte and shows the number of remaining characters, but not multiline text", () => {
    const cut = `${"W".repeat(2_000)}… 998,000 more characters`;
    expect(renderedText("W".repeat(1e6))).toBe(cut);
    expect(asPlainString("W".repeat(1e6))).toBe(cut);
    expect(renderedText("W".repeat(1e6), true)).toHaveLength(1e6);
  });

  it.each([
    ["a bidi override", "Get\u202e Note", "GetU+202E Note"],
    ["a zero-width space", "n\u200botes", "nU+200Botes"],
    ["a left-to-right mark", "a\u200eb", "aU+200Eb"],
    ["an isolate", "a\u2066b\u2069", "aU+2066bU+2069"],
    ["a word joiner", "a\u2060b", "aU+2060b"],
    ["a byte order mark", "\ufeffa", "U+FEFFa"],
    ["a soft hyphen", "a\u00adb", "aU+00ADb"],
    ["an escape sequence", "\u001b[31mred", "U+001B[31mred"],
    ["a null", "a\u0000b", "aU+0000b"],
    ["a C1 control", "a\u0085b", "aU+0085b"],
    ["a carriage return", "a\rb", "aU+000Db"],
    ["tag characters", "a\u{e0041}\u{e007f}b", "aU+E0041U+E007Fb"],
    ["a lone surrogate", "a\ud800b", "aU+D800b"],
    ["a run, counted", "a\u200b\u200b\u200bb", "aU+200B ×3b"],
    ["ordinary text of any script", "Größe 値 مرحبا 👍🏽", "Größe 値 مرحبا 👍🏽"],
    ["markup, as text", "<b onclick=x>hi</b>", "<b onclick=x>hi</b>"],
  ])("shows %s", (_what, text, expected) => {
    expect(renderedText(text)).toBe(expected);
  });

  it("keeps line breaks and tabs only in multiline text", () => {
    expect(renderedText("a\n\tb", true)).toBe("a\n\tb");
    expect(renderedText("a\n\tb")).toBe("a  b");
  });

  it("isolates its direction and renders markup as text", () => {
    const { container } = render(<ServerText text={"<img src=x>\u202e"} />);
    expect(container.firstElementChild?.tagName).toBe("BDI");
    expect(container.querySelector("img")).toBeNull();
  });

  it("limits the DOM nodes of a hostile text and still hides nothing", () => {
    const hostile = "a\u200bb\u202e".repeat(5000);
    const { container } = render(<ServerText text={hostile} multiline />);
    expect(container.getElementsByTagName("*").length).toBeLessThan(50);
    expect(container.textContent?.match(/U\+202E/g)).toHaveLength(5000);
  });
});

describe("splitHidden", () => {
  it("inserts codes into the text beyond the limit", () => {
    expect(splitHidden("a\u200bb\u202ec", 1)).toEqual([
      { kind: "text", text: "a" },
      { kind: "code", code: "U+200B", times: 1 },
      { kind: "text", text: "b⟨U+202E⟩c" },
    ]);
  });
  it("returns a plain string for attributes", () => {
    expect(asPlainString("a\u202eb")).toBe("a⟨U+202E⟩b");
    expect(isPlain("plain")).toBe(true);
  });
});
