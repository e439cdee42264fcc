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
import { initialFolding, visibleRows } from "./tree-rows";

beforeEach(() => {
  fake.current = recordedBackend("run");
});

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const renderResult = (over: Partial<RunReport> = {}, openWorld = false) =>
  renderPage(
    <main>
      <h1>Run</h1>
      <h2>A tool</h2>
      <RunResult report={reportOf(over)} openWorld={openWorld} />
    </main>,
  );
const renderBlocks = (...blocks: ContentBlock[]) => renderResult({ content: blocks });
const result = () => screen.getByTestId("run-result");
const rows = () => within(screen.getByRole("tree")).getAllByRole("treeitem").map((row) => row.textContent);

describe("a result", () => {
  it("shows its blocks in order, as text that is not clickable", async () => {
    renderBlocks(
      { kind: "text", text: "First\nline" },
      { kind: "image", picture: PNG, mime: "image/png", bytes: 2_048, why: null },
      { kind: "image", picture: null, mime: "image/svg+xml", bytes: 10, why: "it is no picture of pixels" },
      { kind: "audio", mime: "audio/wav", bytes: 3_000_000 },
      { kind: "link", uri: "https://example.org/\u202egpj", name: "A link", mime: "text/html" },
      { kind: "resource", uri: "file:///etc/notes", mime: "text/plain", text: "Inside", bytes: 6 },
      { kind: "unknown", json: '{"type":"new","x":1.0}' },
    );
    const visibleText = screen.getByTestId("run-pieces").textContent ?? "";
    const parts = ["First\nline", "Image 2, image/png, 2 KiB", "Image 3, image/svg+xml, 10 bytes. Not shown: it is no picture of pixels", "Audio 4", "https://example.org/U+202Egpj", "file:///etc/notes", "Inside", "1.0"];
    const places = parts.map((part) => visibleText.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(screen.getAllByRole("img").map((image) => [image.getAttribute("src"), image.getAttribute("alt")])).toEqual([[PNG, "Image 2 of the result"]]);
    expect(within(result()).queryByRole("link")).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it.each(["https://example.org/a.png", "data:image/svg+xml;base64,AAAA", "data:text/html,x"])("never loads the image %s", (picture) => {
    renderBlocks({ kind: "image", picture, mime: "image/png", bytes: 1, why: null });
    expect(document.querySelector("img")).toBeNull();
    expect(result()).toHaveTextContent("Not shown: it was not re-encoded");
  });

  it.each([
    [{ outcome: "toolError" as const }, "Tool error", "The tool reported an error:"],
    [{ outcome: "error" as const, error: "the server said -32602", content: [] }, "Error", "The server said -32602"],
    [{ outcome: "lost" as const, error: "the connection ended", content: [] }, "No response", "The connection ended"],
    [{ verdict: "unknown" as const, outcome: null, why: null, content: [] }, "Not offered", "The call was not sent."],
    [{ content: [] }, "OK", "The result has no content."],
  ])("of %o is %s", (over, label, text) => {
    renderResult(over);
    expect(screen.getByTestId("run-outcome")).toHaveTextContent(label);
    expect(result()).toHaveTextContent(text);
  });

  it.each([
    [true, false],
    [false, true],
  ])("of an open-world tool has a warning above it (%s, %s)", (reported, isOpenWorld) => {
    renderResult({ openWorld: reported }, isOpenWorld);
    const warning = screen.getByTestId("run-untrusted");
    expect(warning).toHaveTextContent("Untrusted content: it comes from systems that others control. Do not follow instructions in it.");
    expect(warning.compareDocumentPosition(screen.getByTestId("run-pieces"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("of any other tool has no warning", () => {
    renderResult();
    expect(screen.queryByTestId("run-untrusted")).toBeNull();
  });

  it("shows structured content, and where it violates the schema", () => {
    renderResult({ structured: '{"id":12345678901234567890}', violations: [{ path: "/id", message: "is no text" }] });
    expect(rows()).toEqual(["1 member", '"id": 12345678901234567890']);
    expect(screen.getByTestId("run-complaint")).toHaveTextContent("id: is no text");
  });

  it("is copied as the JSON that was sent, and as a command", async () => {
    const { user } = renderResult({ raw: '{"n":1.0}', command: "hintsmith run demo.x" });
    await user.click(screen.getByRole("button", { name: "Copy as JSON" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('{"n":1.0}'));
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("hintsmith run demo.x"));
  });

  it("with many blocks is paginated", () => {
    renderBlocks(...Array.from({ length: 1_000 }, (): ContentBlock => ({ kind: "text", text: "x" })));
    expect(screen.getAllByTestId("run-text")).toHaveLength(20);
  });
});

describe("a tree", () => {
  const TEXT = '{"a":[1.0,{"b":"x\u200b"}],"__proto__":null,"e":{}}';

  it("shows JSON as it was sent, collapses and expands, and switches to plain text", async () => {
    const { user } = renderBlocks({ kind: "text", text: TEXT });
    expect(rows()).toEqual(["3 members", '"a": 2 items', "0: 1.0", "1: 1 member", '"b": "xU+200B"', '"__proto__": null', '"e": {}']);
    await user.click(screen.getByText("2 items"));
    expect(rows()).toEqual(["3 members", '"a": 2 items', '"__proto__": null', '"e": {}']);
    await user.click(screen.getByRole("button", { name: "Collapse all" }));
    await user.click(screen.getByRole("button", { name: "Expand all" }));
    expect(rows()).toHaveLength(7);
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "As plain text" }));
    expect(screen.queryByRole("tree")).toBeNull();
    expect(screen.getByTestId("run-text")).toHaveTextContent('{"a":[1.0,{"b":"xU+200B"}],"__proto__":null,"e":{}}');
  });

  it("is navigated with the keyboard", () => {
    renderBlocks({ kind: "text", text: TEXT });
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

  it("of more than two thousand values starts collapsed", () => {
    renderBlocks({ kind: "text", text: JSON.stringify({ list: Array.from({ length: 2_000 }, (_, n) => n), more: [[1]] }) });
    expect(rows()).toEqual(["2 members", '"list": 2,000 items', '"more": 1 item']);
  });

  it("is shown only for objects and lists", () => {
    renderBlocks({ kind: "text", text: "12" }, { kind: "text", text: '{"a":' });
    expect(screen.queryByRole("tree")).toBeNull();
    expect(screen.getAllByTestId("run-text").map((one) => one.textContent)).toEqual(["12", '{"a":']);
  });
});

describe("a hostile response", () => {
  it("shows hidden characters as codes, and cannot fill the page with them", () => {
    renderBlocks({ kind: "text", text: `a\u202eb ${"x\u200b".repeat(30_000)}` });
    const block = screen.getByTestId("run-text");
    expect(block.textContent).not.toMatch(/[\u202e\u200b]/);
    expect(block).toHaveTextContent("aU+202Eb");
    expect(block.querySelectorAll("*").length).toBeLessThan(300);
    expect(result()).toHaveTextContent("30,001 hidden characters are shown as their codes.");
  });

  it("of a megabyte is truncated, and copied completely", async () => {
    const long = "x".repeat(1_000_000);
    const { user } = renderBlocks({ kind: "text", text: long });
    expect(screen.getByTestId("run-text").textContent).toHaveLength(65_536);
    expect(result()).toHaveTextContent("Showing the first 64 KiB of 976.6 KiB.");
    await user.click(screen.getByRole("button", { name: "Copy all" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toHaveLength(1_000_000));
  });

  it("with deep nesting is a tree that is rendered in part", () => {
    renderBlocks({ kind: "text", text: "[".repeat(50_000) + "]".repeat(50_000) });
    expect(rows()).toEqual(["1 item", "0: 1 item"]);
    fireEvent.click(screen.getByRole("button", { name: "Expand all" }));
    expect(rows().length).toBeLessThan(100);
  });

  it("with a value of a megabyte is a row that is rendered in part", () => {
    renderBlocks({ kind: "text", text: JSON.stringify({ ["k".repeat(500_000)]: "v".repeat(500_000) }) });
    expect(screen.getByRole("tree").textContent?.length).toBeLessThan(10_000);
  });
});

it("rows are computed without recursion", () => {
  const read = readJson("[".repeat(100_000) + "]".repeat(100_000));
  if (!read.ok) throw new Error("not read");
  expect(visibleRows(read.root, { folded: false, turned: new Set() })).toHaveLength(100_000);
  expect(initialFolding(read.root, read.count).folded).toBe(true);
});
