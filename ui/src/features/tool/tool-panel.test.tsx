// Tool panel: title, reasons, clients, parameters, JSON, findings, history, and token estimate.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { BackendError } from "../../backend/error";
import { useCollapsed } from "../../shared/collapsed-sections";
import { useFindingsFilter } from "../../shared/findings-filter";
import { goToTool, useArrivals } from "../../shared/go-to-tool";
import { useNavigation } from "../../shared/navigation";
import { ToolPanel } from "./tool-panel";

const DELETE = "home_notes_delete_note";
const KEY = { server: "demo", tool: DELETE };

let backend: RecordedBackend;
beforeEach(() => {
  localStorage.clear();
  useCollapsed.setState({ names: new Set() });
  backend = recordedBackend("tool");
  fake.current = backend;
});
/** The server declares hints that contradict the name of the tool. */
const declareHarmless = (over: { inputSchema?: object } = {}) =>
  backend.prepare("sendTools", { server: "demo", tools: [{ name: DELETE, annotations: { destructiveHint: false, openWorldHint: false }, ...over }] });
const decideIdempotent = () => backend.prepare("decide", decideHint(DELETE, "idempotent", true, { because: "so it is" }));
const addNote = (text: string) => backend.prepare("addNotes", { ...KEY, toolset: null, notes: [{ name: "no-undo", text }], allowHidden: true });

async function renderPanel(readOnly = false) {
  if (readOnly) backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds the store" }));
  const app = renderPage(<ToolPanel selected={KEY} readOnly={readOnly} onPrevious={null} onNext={() => {}} />);
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return app;
}
const decided = () => backend.decide.mock.calls.map(([{ decisions, because }]) => ({ decisions, because }));
const section = (name: RegExp | string) => screen.getByRole("region", { name });
describe("the panel", () => {
  it("has its sections in order, and shows token estimate and review status in the header", async () => {
    await renderPanel();
    const heads = screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent);
    expect(heads).toEqual(["Hints", "Findings1", "Text", "Notes0", "Toolsets0", "Approval", "What clients will do", "Parameters2", "JSON", "Comment", "History"]);
    expect(screen.getByText("Not reviewed")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Never reviewed" })).toBeInTheDocument();
    const tokens = screen.getByTestId("tokens");
    expect(tokens).toHaveTextContent(/^~\d+ tokens$/);
    tokens.focus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Estimated number of tokens that this tool adds to a model’s context");
  });

  it("marks a guess as wrong in Why?, and removes the mark", async () => {
    const { user } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    await user.click(await screen.findByRole("button", { name: "This guess is wrong: Destructive" }));
    expect(backend.markWrong).toHaveBeenCalledExactlyOnceWith({ ...KEY, hint: "destructive" });
    expect(await screen.findByText("You marked this guess as wrong.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove the mark of Destructive" }));
    expect(backend.unmarkWrong).toHaveBeenCalledExactlyOnceWith({ ...KEY, hint: "destructive" });
    expect(await screen.findByRole("button", { name: "This guess is wrong: Destructive" })).toBeInTheDocument();
  });

  it("collapses a section and saves that", async () => {
    const { user, unmount } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "What clients will do" }));
    expect(screen.queryByTestId("clients")).toBeNull();
    expect(localStorage.getItem("hintsmith.panel.collapsed")).toBe('["clients"]');
    unmount();
    await renderPanel();
    expect(screen.getByRole("button", { name: "What clients will do" })).toHaveAttribute("aria-expanded", "false");
  });

  it("shows why editing is disabled, and disables all controls", async () => {
    await declareHarmless();
    await decideIdempotent();
    await renderPanel(true);
    expect(await screen.findByTestId("read-only-note")).toHaveTextContent("Editing is disabled. Another window holds the store.");
    for (const field of screen.getAllByRole("textbox")) {
      expect(field).toBeDisabled();
      expect(field).toHaveAttribute("title", "another window holds the store");
    }
    expect(screen.getByRole("button", { name: /Set Destructive to Yes/ })).toBeDisabled();
    expect(screen.queryByRole("button", { name: /reason|Reset|Undo|Accept/ })).toBeNull();
  });

  it("has no accessibility violations that axe can see", async () => {
    await declareHarmless();
    await decideIdempotent();
    await addNote("Ask first.");
    await renderPanel();
    await screen.findByTestId("tool-history");
    expect(await violations()).toEqual([]);
  });
});

describe("the title", () => {
  it("is focused with e, even in a collapsed section; Enter saves, Escape restores the saved title", async () => {
    useCollapsed.setState({ names: new Set(["text"]) });
    const { user } = await renderPanel();
    await user.keyboard("e");
    const title = screen.getByTestId("title");
    expect(title).toHaveFocus();
    expect(title).toHaveValue("");
    expect(title).toHaveAttribute("placeholder", "Delete Note");
    expect(section("Text")).toHaveTextContent("inferred");
    await user.keyboard("Throw away{Escape}");
    expect(title).toHaveValue("");
    expect(backend.decide).not.toHaveBeenCalled();
    await user.keyboard("eBin it{Enter}");
    await waitFor(() => expect(decided()).toEqual([{ decisions: [{ field: "title", value: "Bin it" }], because: null }]));
    expect(screen.getByTestId("title")).toHaveValue("Bin it");
  });

  it("can be reset only if it is decided", async () => {
    const { user } = await renderPanel();
    expect(screen.queryByRole("button", { name: "Reset the title" })).toBeNull();
    await user.type(screen.getByTestId("title"), "Bin it{Enter}");
    await user.click(await screen.findByRole("button", { name: "Reset the title" }));
    await waitFor(() => expect(decided()[1]?.decisions).toEqual([{ field: "title", value: null }]));
    expect(screen.getByTestId("title")).toHaveValue("");
  });
});

describe("a reason", () => {
  it("is saved with its decision, and can be undone", async () => {
    await backend.prepare("decide", decideHint(DELETE, "destructive", true));
    const { user } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "Add a reason for Destructive" }));
    await user.keyboard("no bin on this server{Enter}");
    await waitFor(() =>
      expect(decided()).toEqual([{ decisions: [{ field: "hint", hint: "destructive", value: true }], because: "no bin on this server" }]),
    );
    expect(await screen.findByTestId("because")).toHaveTextContent("Reason: no bin on this server");
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Reason for Destructive saved on Delete Note");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(screen.queryByTestId("because")).toBeNull());
  });
});

describe("the text", () => {
  it("is what the model reads, including the notes", async () => {
    await addNote("Ask\u202e first.");
    await renderPanel();
    const about = screen.getByRole("group", { name: "About" });
    expect(about).toHaveTextContent("Delete one by its id. It cannot be restored afterwards. ### Additional Tool Notes • **no-undo**: AskU+202E first.");
    expect(about).toHaveTextContent(/Your text adds about \d+ tokens to the model’s context$/);
  });

  it("links to the parameters, and expands them", async () => {
    useCollapsed.setState({ names: new Set(["parameters"]) });
    const { user } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "2 parameters" }));
    expect(screen.getByTestId("parameters")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Parameters/ })).toHaveFocus();
  });
});

describe("a comment", () => {
  const field = () => screen.getByRole("textbox", { name: "Comment (not sent to models)" });

  it("is saved on blur or with Ctrl+Enter, and can be undone", async () => {
    const { user } = await renderPanel();
    await user.type(field(), "Ask Anna{Control>}{Enter}{/Control}");
    await waitFor(() => expect(backend.setComment).toHaveBeenLastCalledWith({ ...KEY, text: "Ask Anna" }));
    expect(field()).toHaveValue("Ask Anna");
    await user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(field()).toHaveValue(""));
    await user.type(field(), "Ask Bob");
    await user.tab();
    await waitFor(() => expect(backend.setComment).toHaveBeenLastCalledWith({ ...KEY, text: "Ask Bob" }));
    await user.clear(field());
    await user.tab();
    await waitFor(() => expect(backend.setComment).toHaveBeenLastCalledWith({ ...KEY, text: null }));
  });

  it("is restored on Escape, and if the request fails", async () => {
    await backend.prepare("setComment", { ...KEY, text: "Ask Anna" });
    const { user } = await renderPanel();
    await user.type(field(), " or Bob{Escape}");
    expect(field()).toHaveValue("Ask Anna");
    expect(backend.setComment).not.toHaveBeenCalled();
    backend.setComment.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Make room."));
    await user.type(field(), " or Bob");
    await user.tab();
    expect(await screen.findByText("The disk is full")).toBeInTheDocument();
    await waitFor(() => expect(field()).toHaveValue("Ask Anna"));
  });
});

describe("the toolsets of a tool", () => {
  const names = () => within(screen.getByRole("list", { name: "Toolsets of this tool" })).getAllByRole("listitem").map((i) => i.textContent);
  const open = async (user: Awaited<ReturnType<typeof renderPanel>>["user"]) => {
    within(section(/^Toolsets/)).getByRole("button", { name: "Change toolsets" }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("menu");
  };

  it("are changed by keyboard in a menu that stays open, with undo", async () => {
    const other = { by: "tools" as const, tools: [{ server: "demo", tool: "home_notes_get_note" }] };
    await backend.prepare("buildToolset", { name: "reading", description: null, tools: other, activate: false });
    await backend.prepare("buildToolset", { name: "triage", description: null, tools: { by: "tools", tools: [KEY] }, activate: true });
    const { user } = await renderPanel();
    expect(names()).toEqual(["triage active"]);
    await open(user);
    expect(screen.getByRole("menuitemcheckbox", { name: "triage" })).toBeChecked();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(backend.addToToolset).toHaveBeenCalledWith({ name: "reading", tools: { by: "tools", tools: [KEY] } }));
    await waitFor(() => expect(screen.getByRole("menuitemcheckbox", { name: "reading" })).toBeChecked());
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(backend.removeFromToolset).toHaveBeenCalledWith({ name: "triage", references: [`demo.${DELETE}`] }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(names()).toEqual(["reading"]));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Delete Note removed from triage");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(names()).toEqual(["reading", "triage active"]));
  });

  it("can be a new toolset with this tool", async () => {
    const { user } = await renderPanel();
    expect(section(/^Toolsets/)).toHaveTextContent("Not in any toolset");
    await open(user);
    await user.click(screen.getByRole("menuitem", { name: "New toolset…" }));
    expect(useNavigation.getState().dialog).toEqual({ kind: "newToolset", from: { kind: "tool", tool: KEY } });
  });
});

describe("what clients will do", () => {
  const row = (name: RegExp) => within(screen.getByTestId("clients")).getByRole("row", { name });

  it("is shown for both sets of hints, bold where they differ, and follows a decision", async () => {
    await declareHarmless();
    const { user } = await renderPanel();
    const [server, yours] = within(row(/^Codex, auto/)).getAllByRole("cell");
    expect(server?.querySelector("[role=img]")).toHaveAccessibleName("Runs at once: destructiveHint and openWorldHint are false");
    expect(yours).toHaveTextContent("Runs at once");
    expect(yours?.querySelector("b")).toBeNull();
    await user.click(within(screen.getByTestId("hint-destructive")).getByRole("radio", { name: "Yes" }));
    await waitFor(() => expect(row(/^Codex, auto/).querySelector("b")).toHaveTextContent("Asks"));
  });

  it("shows the usual modes, and the others on request", async () => {
    const { user } = await renderPanel();
    expect(within(screen.getByTestId("clients")).getAllByRole("row")).toHaveLength(9);
    await user.click(screen.getByRole("button", { name: "Show other modes (5)" }));
    expect(row(/^Cursor, ask mode/)).toHaveTextContent("Not offered");
    await user.click(screen.getByRole("button", { name: "Show usual modes only" }));
    expect(within(screen.getByTestId("clients")).getAllByRole("row")).toHaveLength(9);
  });

  it("shows reason and source of a client on focus", async () => {
    await renderPanel();
    within(row(/^VS Code/)).getByRole("button").focus();
    const tip = await screen.findByRole("tooltip");
    expect(tip).toHaveTextContent("Asks: readOnlyHint is not set");
    expect(tip).toHaveTextContent("microsoft/vscode, mcpLanguageModelToolContribution.ts");
  });
});

describe("the description", () => {
  it("is edited beside the server’s text, compared with it word by word, and reset", async () => {
    const { user } = await renderPanel();
    expect(screen.queryByTestId("description-difference")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Edit description" }));
    const editor = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Description" });
    const declared = editor.value;
    expect(screen.getByRole("group", { name: "About" })).toHaveTextContent(`Current text${declared}`);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Description" })).toBeNull();

    // The server's own text is no decision.
    await user.click(screen.getByRole("button", { name: "Edit description" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(backend.decide).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Edit description" }));
    await user.type(screen.getByRole("textbox", { name: "Description" }), " There is no undo.{Control>}{Enter}{/Control}");
    const value = `${declared} There is no undo.`;
    await waitFor(() => expect(decided()).toEqual([{ decisions: [{ field: "description", value }], because: null }]));
    const difference = await screen.findByTestId("description-difference");
    await waitFor(() => expect(difference.querySelector("ins")).toHaveTextContent("There is no undo."));
    expect(screen.getByRole("group", { name: "About" })).toHaveTextContent(value);
    await user.click(screen.getByRole("button", { name: "Reset the description" }));
    await waitFor(() => expect(decided()[1]?.decisions).toEqual([{ field: "description", value: null }]));
    await waitFor(() => expect(screen.queryByTestId("description-difference")).toBeNull());
    expect(await violations()).toEqual([]);
  });
});

describe("the icon", () => {
  /** A PNG of eight by four pixels. */
  const PNG =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAABGdBTUEAALGPC/xhBQAAAAJiS0dEAP+Hj8y/AAAAB3RJTUUH6gsRBwkbupb3jwAAABBJREFUCNdjrGeAACYGnAwAEhEAh4wCDQAAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMTdUMDc6MDk6MjcrMDA6MDCwU6A7AAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTE3VDA3OjA5OjI3KzAwOjAwwQ4YhwAAAABJRU5ErkJggg==";

  it("is set, shown as the engine redraws it, and reset", async () => {
    const { user } = await renderPanel();
    const icon = screen.getByTestId("icon");
    expect(icon).toHaveTextContent("No icon");
    await user.click(within(icon).getByRole("button", { name: "Set icon…" }));
    const source = within(icon).getByRole("textbox", { name: "Image as a data URI, or an https URL" });
    await user.keyboard("{Escape}");
    expect(source).not.toBeInTheDocument();

    await user.click(within(icon).getByRole("button", { name: "Set icon…" }));
    await user.click(within(icon).getByRole("textbox"));
    await user.paste(PNG);
    await user.click(within(icon).getByRole("button", { name: "Set icon" }));
    await waitFor(() => expect(decided()).toEqual([{ decisions: [{ field: "icon", value: PNG }], because: null }]));
    const image = await within(icon).findByRole("img");
    expect(image).toHaveAttribute("src", expect.stringMatching(/^data:image\/png/));
    expect(image).not.toHaveAttribute("src", PNG);
    await user.click(within(icon).getByRole("button", { name: "Reset the icon" }));
    await waitFor(() => expect(decided()[1]?.decisions).toEqual([{ field: "icon", value: null }]));
    await waitFor(() => expect(icon).toHaveTextContent("No icon"));
    expect(await violations()).toEqual([]);
  });
});

describe("parameters", () => {
  const field = (name: string) => screen.getByRole("textbox", { name: `Description of ${name}` });

  it("show type, required, choices and the source of the description", async () => {
    await renderPanel();
    const list = screen.getByTestId("parameters");
    expect(list).toHaveTextContent("idstring, required");
    expect(list).toHaveTextContent("One of fast, thorough");
    expect(field("id")).toHaveAttribute("placeholder", "Which one");
    expect(field("mode")).toHaveAttribute("placeholder", "No description");
    expect(section(/^Parameters/)).toHaveTextContent("1 of 2 parameters has a description");
  });

  it("inherit from the base where an environment has its own decision, as the title does", async () => {
    const decide = (environment: string | null, text: string) =>
      backend.prepare("decide", {
        ...KEY,
        environment,
        seen: null,
        decisions: [
          { field: "title", value: `${text} title` },
          { field: "parameter", name: "id", value: `${text} description` },
        ],
        because: null,
      });
    await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
    await decide(null, "Base");
    await decide("prod", "Prod");
    await backend.prepare("chooseEnvironment", { environment: "prod" });
    await renderPanel();
    expect(screen.getByTestId("title")).toHaveValue("Prod title");
    expect(screen.getByTestId("title")).toHaveAttribute("placeholder", "Base title");
    expect(field("id")).toHaveValue("Prod description");
    expect(field("id")).toHaveAttribute("placeholder", "Base description");
  });

  it("are saved with Ctrl+Enter, keep line breaks, and can be reset", async () => {
    const { user } = await renderPanel();
    await user.type(field("id"), "The id,{Enter}as search_notes tells it{Control>}{Enter}{/Control}");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledOnce());
    expect(decided()[0]?.decisions).toEqual([{ field: "parameter", name: "id", value: "The id,\nas search_notes tells it" }]);
    expect(await screen.findByTestId("toast")).toHaveTextContent("Description of id changed on Delete Note");
    await user.click(screen.getByRole("button", { name: "Reset the description of id" }));
    await waitFor(() => expect(decided()[1]?.decisions).toEqual([{ field: "parameter", name: "id", value: null }]));
    expect(field("id")).toHaveValue("");
    expect(screen.queryByRole("button", { name: "Reset the description of id" })).toBeNull();
  });

  it("are saved on blur, discarded on Escape, and can be undone", async () => {
    const { user } = await renderPanel();
    await user.type(field("id"), "no{Escape}");
    expect(field("id")).toHaveValue("");
    await user.type(field("id"), "Mine");
    await user.tab();
    await waitFor(() => expect(backend.decide).toHaveBeenCalledOnce());
    await user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(field("id")).toHaveValue(""));
  });

  it("are restored if the request fails", async () => {
    const { user } = await renderPanel();
    backend.decide.mockRejectedValueOnce(new BackendError("invalid", "it is too long", "Write less."));
    await user.type(field("id"), "Mine");
    await user.tab();
    expect(await screen.findByTestId("toast")).toHaveTextContent("It is too long");
    await waitFor(() => expect(field("id")).toHaveValue(""));
  });

  it("are limited to twelve until the user expands the list", async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, { type: "string" }]));
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: DELETE, inputSchema: { type: "object", properties } }] });
    const { user } = await renderPanel();
    expect(within(screen.getByTestId("parameters")).getAllByRole("listitem")).toHaveLength(12);
    await user.click(screen.getByRole("button", { name: "Show all 30" }));
    expect(within(screen.getByTestId("parameters")).getAllByRole("listitem")).toHaveLength(30);
  });
});

describe("JSON", () => {
  it("is shown side by side in a dialog with synchronized scrolling", async () => {
    const { user } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "Side by side" }));
    const dialog = await screen.findByRole("dialog", { name: "Server and effective JSON" });
    const left = within(dialog).getByRole("region", { name: "JSON from the server" });
    const right = within(dialog).getByRole("region", { name: "Effective JSON" });
    expect(right).toHaveTextContent('"readOnlyHint": false');
    expect(right.querySelectorAll("[data-sign=add]").length).toBeGreaterThan(0);
    expect(left.querySelectorAll("[data-sign]").length).toBe(right.querySelectorAll("[data-sign]").length);
    left.scrollTop = 120;
    left.dispatchEvent(new Event("scroll", { bubbles: true }));
    expect(right.scrollTop).toBe(120);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is copied as displayed, and shows an error if the clipboard rejects it", async () => {
    const { user } = await renderPanel();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(screen.getByRole("tab", { name: "Server" }));
    await user.click(screen.getByRole("button", { name: "Copy the server’s JSON" }));
    expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"name": "home_notes_delete_note"'));
    expect(await screen.findByText("Copied")).toBeInTheDocument();
    write.mockRejectedValueOnce(new Error("no"));
    await user.click(screen.getByRole("tab", { name: "Effective" }));
    await user.click(screen.getByRole("button", { name: "Copy the effective JSON" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Could not copy: the clipboard rejected the text");
  });
});

describe("findings", () => {
  it("are fixed with one click, with undo", async () => {
    await declareHarmless({ inputSchema: [] });
    const { user } = await renderPanel();
    expect(section(/^Findings/)).toHaveTextContent("is a list, not an object");
    expect(screen.getByTestId("findings")).toHaveTextContent("declared-disagrees");
    expect(screen.getByTestId("findings")).toHaveTextContent("The server declares Destructive No, but “delete” removes or ends something, which suggests Yes");
    await user.click(screen.getByRole("button", { name: "Set Destructive to Yes (unsafe fix)" }));
    await waitFor(() => expect(decided()).toEqual([{ decisions: [{ field: "hint", hint: "destructive", value: true }], because: null }]));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Set Destructive to Yes on Delete Note");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledOnce());
  });

  it("stay in their place when the last one is fixed", async () => {
    await declareHarmless({ inputSchema: [] });
    backend.amend("decide", ({ detail, ...change }) => ({ ...change, detail: { ...detail, findings: [], problems: [] } }));
    const { user } = await renderPanel();
    const heads = () => screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent?.replace(/\d+$/, ""));
    expect(heads().slice(0, 2)).toEqual(["Hints", "Findings"]);
    await user.click(screen.getByRole("button", { name: "Set Destructive to Yes (unsafe fix)" }));
    await screen.findByText("No findings");
    expect(heads().slice(0, 2)).toEqual(["Hints", "Findings"]);
  });

  it("show their severity, most severe first, and whether a fix is unsafe", async () => {
    const finding = { rule: "a-note", severity: "note" as const, field: "title", message: "a note", fix: null, suppression: null };
    const unsafeFix = { label: "Set Destructive to Yes", decisions: [], safe: false };
    const findings = [finding, { ...finding, rule: "a-warning", severity: "warning" as const, fix: unsafeFix }, { ...finding, rule: "an-error", severity: "error" as const }];
    backend.amend("tool", (detail) => ({ ...detail, findings }));
    await renderPanel();
    const list = within(await screen.findByTestId("findings")).getAllByRole("listitem");
    expect(list.map((one) => [...one.querySelectorAll("p")].map((line) => line.textContent).join(" "))).toEqual([
      "A note Error · an-error",
      "A note Warning · a-warning",
      "A note Note · a-note",
    ]);
    expect(screen.getByRole("button", { name: "Set Destructive to Yes (unsafe fix)" })).toBeInTheDocument();
    // The number is that of the tool's card, which does not count notes.
    expect(screen.getByRole("heading", { name: /^Findings/ })).toHaveTextContent("Findings2");
    expect(section(/^Findings/)).toHaveTextContent("1 informational");
  });

  it("can be suppressed; the number of suppressed findings links to the findings page", async () => {
    await declareHarmless();
    const { user, unmount } = await renderPanel();
    await user.click(screen.getByRole("button", { name: "Suppress declared-disagrees…" }));
    expect(useNavigation.getState().dialog).toMatchObject({ kind: "suppressFinding", finding: { ...KEY, rule: "declared-disagrees" } });
    unmount();
    await backend.prepare("suppress", { ...KEY, rule: "declared-disagrees", reason: "It is asked about anyway." });
    const app = await renderPanel();
    expect(section(/^Findings/)).not.toHaveTextContent("declared-disagrees");
    await app.user.click(screen.getByRole("button", { name: "Show 1 suppressed finding" }));
    expect(useNavigation.getState().view).toBe("findings");
    expect(useFindingsFilter.getState()).toMatchObject({ server: KEY.server, text: KEY.tool, suppressed: true });
  });
});

describe("navigation to a section", () => {
  it("expands and focuses it once the tool is loaded", async () => {
    await renderPanel();
    useCollapsed.getState().toggle("parameters");
    const seen = vi.spyOn(Element.prototype, "scrollIntoView");
    act(() => goToTool(KEY, "parameters"));
    await waitFor(() => expect(screen.getByRole("button", { name: /^Parameters/ })).toHaveFocus());
    expect(screen.getByRole("button", { name: /^Parameters/ })).toHaveAttribute("aria-expanded", "true");
    expect(seen).toHaveBeenCalled();
    expect(useArrivals.getState().target).toBeNull();
  });
});

describe("the history of the tool", () => {
  it("lists new decisions, undoes them, and links to the history page", async () => {
    const { user } = await renderPanel();
    await screen.findByText("No changes to this tool yet.");
    await user.click(within(screen.getByTestId("hint-openWorld")).getByRole("radio", { name: "Yes" }));
    const list = await screen.findByTestId("tool-history");
    await waitFor(() => expect(list).toHaveTextContent("Open-world Yesanna · Desktop app · 1 minute ago"));
    expect(backend.toolHistory).toHaveBeenLastCalledWith(KEY);
    await user.click(within(list).getByRole("button", { name: "Undo: open-world Yes" }));
    await waitFor(() => expect(screen.getByTestId("tool-history")).toHaveTextContent(/^Undid: open-world Yes/));
    // An undone entry cannot be undone again; the undo itself can.
    expect(within(screen.getByTestId("tool-history")).queryByRole("button", { name: "Undo: open-world Yes" })).toBeNull();
    expect(within(screen.getByTestId("tool-history")).getAllByRole("button")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Show all in History" }));
    expect(useNavigation.getState().view).toBe("history");
  });

  it("is not requested while it is collapsed, and shows an error with a retry", async () => {
    useCollapsed.setState({ names: new Set(["history"]) });
    const { user } = await renderPanel();
    expect(backend.toolHistory).not.toHaveBeenCalled();
    backend.toolHistory.mockRejectedValueOnce(new BackendError("store", "the disk is gone", ""));
    await user.click(screen.getByRole("button", { name: "History" }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No changes to this tool yet.")).toBeInTheDocument();
  });
});

describe("approval", () => {
  const mode = () => within(section("Approval")).getByRole("combobox", { name: "Calls" });

  it("shows how a call is treated now and why", async () => {
    await renderPanel();
    expect(mode()).toHaveValue("inherit");
    expect(within(mode()).getAllByRole("option").map((o) => o.textContent)).toEqual([
      "Inherit", "By hints", "Always ask", "Ask the first time", "Never ask", "Block",
    ]);
    expect(mode()).toHaveAccessibleDescription("Asks for approval · It may make destructive changes");
  });

  it("is set by a mode, updated optimistically, and undone", async () => {
    const { user } = await renderPanel();
    await user.selectOptions(mode(), "Block");
    expect(mode()).toHaveValue("block");
    expect(backend.setMode).toHaveBeenCalledExactlyOnceWith({ ...KEY, mode: "block" });
    await waitFor(() => expect(screen.getByTestId("approval-comes")).toHaveTextContent("Refused · The user blocked this tool"));
    expect(screen.getByTestId("toast")).toHaveTextContent("Approval of Delete Note set to Block");
    await user.click(within(screen.getByTestId("toast")).getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(mode()).toHaveValue("inherit"));
  });

  it("is reset to Inherit", async () => {
    await backend.prepare("setMode", { ...KEY, mode: "alwaysAsk" });
    const { user } = await renderPanel();
    await user.selectOptions(mode(), "Inherit");
    expect(backend.setMode).toHaveBeenCalledExactlyOnceWith({ ...KEY, mode: null });
  });

  it.each([
    ["shows that Hintsmith still asks for a destructive tool", true],
    ["shows no such note for another tool", false],
  ])("with Never ask: %s", async (_, isVisible) => {
    if (!isVisible) await backend.prepare("decide", decideHint(DELETE, "destructive", false));
    await backend.prepare("setMode", { ...KEY, mode: "neverAsk" });
    await renderPanel();
    expect(mode()).toHaveValue("neverAsk");
    const note = () => screen.queryByText("Hintsmith still asks while “Always confirm destructive calls” is on.");
    await waitFor(() => expect(note() !== null).toBe(isVisible));
  });

  it("is disabled while the store is read-only", async () => {
    await renderPanel(true);
    expect(mode()).toBeDisabled();
  });
});

describe("a hostile server", () => {
  it("cannot fill the page with megabytes of text, nor hide characters", async () => {
    const huge = "x\u202e".repeat(500_000);
    await addNote("Ask first.");
    backend.amend("tool", (detail) => ({
      ...detail,
      description: {
        ...detail.description,
        declared: huge,
        inherited: huge,
        layer: "override",
        reason: huge,
        difference: [{ sign: "remove", text: huge }],
      },
      modelText: huge,
      serverJson: huge,
      card: { ...detail.card, description: huge },
      notes: detail.notes.map((note) => ({ ...note, name: huge, text: huge })),
      parameters: detail.parameters.map((one) => ({ ...one, name: huge + one.name, kind: huge, description: huge, declared: huge, mark: "declared", choices: Array.from({ length: 50 }, () => huge) })),
    }));
    const { user } = await renderPanel();
    await user.click(screen.getByRole("tab", { name: "Server" }));
    const html = screen.getByTestId("panel").outerHTML;
    expect(html.length).toBeLessThan(200_000);
    expect(html).not.toContain("\u202e");
    expect(screen.getByRole("region", { name: "JSON from the server" })).toHaveTextContent(/… [\d,]+ more characters/);
  });
});
