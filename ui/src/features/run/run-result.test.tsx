// Results: order of content blocks, trees, untrusted content, schema violations, and hostile responses.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { reportOf } from "../../../test/run-data";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import type { ContentBlock, RunReport } from "../../backend";
import { readJson } from "../../shared/json-text";
import { RunResult } from "./run-result";
import { rowsOf, startFolding } from "./tree-rows";

beforeEach(() => {
  fake.current = recordedBackend("run");
});

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const draw = (over: Partial<RunReport> = {}, openWorld = false) =>
  renderPage(
    <main>
      <h1>Run</h1>
      <h2>A tool</h2>
      <RunResult report={reportOf(over)} openWorld={openWorld} />
    </main>,
  );
const drawPieces = (...pieces: ContentBlock[]) => draw({ content: pieces });
const result = () => screen.getByTestId("run-result");
const rows = () => within(screen.getByRole("tree")).getAllByRole("treeitem").map((row) => row.textContent);

describe("a result", () => {
  it("shows its pieces in order, as text that cannot be pressed", async () => {
    drawPieces(
      { kind: "text", text: "First\nline" },
      { kind: "image", picture: PNG, mime: "image/png", bytes: 2_048, why: null },
      { kind: "image", picture: null, mime: "image/svg+xml", bytes: 10, why: "it is no picture of pixels" },
      { kind: "audio", mime: "audio/wav", bytes: 3_000_000 },
      { kind: "link", uri: "https://example.org/\u202egpj", name: "A link", mime: "text/html" },
      { kind: "resource", uri: "file:///etc/notes", mime: "text/plain", text: "Inside", bytes: 6 },
      { kind: "unknown", json: '{"type":"new","x":1.0}' },
    );
    const words = screen.getByTestId("run-pieces").textContent ?? "";
    const parts = ["First\nline", "Image 2, image/png, 2 KiB", "Image 3, image/svg+xml, 10 bytes. It is not shown: it is no picture of pixels", "Audio 4", "https://example.org/U+202Egpj", "file:///etc/notes", "Inside", "1.0"];
    const places = parts.map((part) => words.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(screen.getAllByRole("img").map((image) => [image.getAttribute("src"), image.getAttribute("alt")])).toEqual([[PNG, "Image 2 of the result"]]);
    expect(within(result()).queryByRole("link")).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it.each(["https://example.org/a.png", "data:image/svg+xml;base64,AAAA", "data:text/html,x"])("never loads the picture %s", (picture) => {
    drawPieces({ kind: "image", picture, mime: "image/png", bytes: 1, why: null });
    expect(document.querySelector("img")).toBeNull();
    expect(result()).toHaveTextContent("It is not shown");
  });

  it.each([
    [{ outcome: "toolError" as const }, "Tool error", "The tool says that it failed:"],
    [{ outcome: "error" as const, error: "the server said -32602", content: [] }, "Error", "The server said -32602"],
    [{ outcome: "lost" as const, error: "the connection ended", content: [] }, "Lost", "The connection ended"],
    [{ verdict: "unknown" as const, outcome: null, why: null, content: [] }, "Not offered", "It was not sent."],
    [{ content: [] }, "OK", "It answered without any content."],
  ])("of %o is %s", (over, word, words) => {
    draw(over);
    expect(screen.getByTestId("run-outcome")).toHaveTextContent(word);
    expect(result()).toHaveTextContent(words);
  });

  it.each([
    [true, false],
    [false, true],
  ])("from a world that others control says so above itself (%s, %s)", (reported, held) => {
    draw({ openWorld: reported }, held);
    const warning = screen.getByTestId("run-untrusted");
    expect(warning).toHaveTextContent("Untrusted content: this came from systems that others control. Do not follow instructions in it.");
    expect(warning.compareDocumentPosition(screen.getByTestId("run-pieces"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("from nowhere else says nothing of the kind", () => {
    draw();
    expect(screen.queryByTestId("run-untrusted")).toBeNull();
  });

  it("shows what is structured, and where it is not what the schema says", () => {
    draw({ structured: '{"id":12345678901234567890}', violations: [{ path: "/id", message: "is no text" }] });
    expect(rows()).toEqual(["1 member", '"id": 12345678901234567890']);
    expect(screen.getByTestId("run-complaint")).toHaveTextContent("id: is no text");
  });

  it("is copied as it was sent, and as a command", async () => {
    const { user } = draw({ raw: '{"n":1.0}', command: "hintsmith run demo.x" });
    await user.click(screen.getByRole("button", { name: "Copy as JSON" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('{"n":1.0}'));
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("hintsmith run demo.x"));
  });

  it("of very many pieces is drawn in pages", () => {
    drawPieces(...Array.from({ length: 1_000 }, (): ContentBlock => ({ kind: "text", text: "x" })));
    expect(screen.getAllByTestId("run-text")).toHaveLength(20);
  });
});

describe("a tree", () => {
  const TEXT = '{"a":[1.0,{"b":"x\u200b"}],"__proto__":null,"e":{}}';

  it("shows JSON as it was written, folds and unfolds, and has the way back to the text", async () => {
    const { user } = drawPieces({ kind: "text", text: TEXT });
    expect(rows()).toEqual(["3 members", '"a": 2 items', "0: 1.0", "1: 1 member", '"b": "xU+200B"', '"__proto__": null', '"e": {}']);
    await user.click(screen.getByText("2 items"));
    expect(rows()).toEqual(["3 members", '"a": 2 items', '"__proto__": null', '"e": {}']);
    await user.click(screen.getByRole("button", { name: "Fold all" }));
    await user.click(screen.getByRole("button", { name: "Unfold all" }));
    expect(rows()).toHaveLength(7);
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "As plain text" }));
    expect(screen.queryByRole("tree")).toBeNull();
    expect(screen.getByTestId("run-text")).toHaveTextContent('{"a":[1.0,{"b":"xU+200B"}],"__proto__":null,"e":{}}');
  });

  it("is gone through by key", () => {
    drawPieces({ kind: "text", text: TEXT });
    const tree = screen.getByRole("tree");
    const current = () => document.getElementById(tree.getAttribute("aria-activedescendant") ?? "")?.textContent;
    const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(tree, { key }));
    press("ArrowDown", "ArrowDown");
    expect(current()).toBe("0: 1.0");
    press("ArrowLeft");
    expect(current()).toBe('"a": 2 items');
    press("ArrowLeft");
    expect(rows()).toHaveLength(4);
    press("ArrowRight");
    expect(rows()).toHaveLength(7);
    press("End");
    expect(current()).toBe('"e": {}');
    press("Home", "Enter");
    expect(rows()).toEqual(["3 members"]);
  });

  it("of more than two thousand values begins folded", () => {
    drawPieces({ kind: "text", text: JSON.stringify({ list: Array.from({ length: 2_000 }, (_, n) => n), more: [[1]] }) });
    expect(rows()).toEqual(["2 members", '"list": 2,000 items', '"more": 1 item']);
  });

  it("is for objects and lists alone", () => {
    drawPieces({ kind: "text", text: "12" }, { kind: "text", text: '{"a":' });
    expect(screen.queryByRole("tree")).toBeNull();
    expect(screen.getAllByTestId("run-text").map((one) => one.textContent)).toEqual(["12", '{"a":']);
  });
});

describe("a hostile answer", () => {
  it("shows what cannot be seen, and cannot fill the page with it", () => {
    drawPieces({ kind: "text", text: `a\u202eb ${"x\u200b".repeat(30_000)}` });
    const block = screen.getByTestId("run-text");
    expect(block.textContent).not.toMatch(/[\u202e\u200b]/);
    expect(block).toHaveTextContent("aU+202Eb");
    expect(block.querySelectorAll("*").length).toBeLessThan(300);
    expect(result()).toHaveTextContent("30,001 hidden characters are shown as their codes.");
  });

  it("of a megabyte is drawn to a part, and copied whole", async () => {
    const long = "x".repeat(1_000_000);
    const { user } = drawPieces({ kind: "text", text: long });
    expect(screen.getByTestId("run-text").textContent).toHaveLength(65_536);
    expect(result()).toHaveTextContent("Only the first 64 KiB are shown, of 976.6 KiB.");
    await user.click(screen.getByRole("button", { name: "Copy all of it" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toHaveLength(1_000_000));
  });

  it("that nests without end is a tree of which a part is drawn", () => {
    drawPieces({ kind: "text", text: "[".repeat(50_000) + "]".repeat(50_000) });
    expect(rows()).toEqual(["1 item", "0: 1 item"]);
    fireEvent.click(screen.getByRole("button", { name: "Unfold all" }));
    expect(rows().length).toBeLessThan(100);
  });

  it("of one value of a megabyte is a row of which a part is drawn", () => {
    drawPieces({ kind: "text", text: JSON.stringify({ ["k".repeat(500_000)]: "v".repeat(500_000) }) });
    expect(screen.getByRole("tree").textContent?.length).toBeLessThan(10_000);
  });
});

it("rows are found without recursion", () => {
  const read = readJson("[".repeat(100_000) + "]".repeat(100_000));
  if (!read.ok) throw new Error("not read");
  expect(rowsOf(read.root, { folded: false, turned: new Set() })).toHaveLength(100_000);
  expect(startFolding(read.root, read.count).folded).toBe(true);
});
