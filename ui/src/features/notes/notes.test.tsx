// Notes in the tool panel with recorded engine responses: add, edit, delete, templates, copies, and the shortcut.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { keyOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { renderPage } from "../../../test/render-page";
import { useAppearance } from "../../shared/appearance";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useCollapsed } from "../../shared/collapsed-sections";
import { useSelection } from "../../shared/selection";
import { ToolPanel } from "../tool/tool-panel";
import { suggestNoteName } from "./note-fields";

const DELETE = "home_notes_delete_note";
const KEY = keyOf(DELETE);

let backend: RecordedBackend;
beforeEach(() => {
  useCollapsed.setState({ names: new Set() });
  backend = recordedBackend("notes");
  fake.current = backend;
});

/** Adds notes to the tool, in every toolset or in one. */
const addNotes = (notes: Record<string, string>, toolset: string | null = null, tool = DELETE) =>
  backend.prepare("addNotes", {
    ...keyOf(tool),
    toolset,
    notes: Object.entries(notes).map(([name, text]) => ({ name, text })),
    allowHidden: true,
  });
/** Creates the toolsets reading (with the tool) and triage (with the given tools, active). */
async function addToolsets(triage: readonly string[] = [DELETE]) {
  const of = (tools: readonly string[]) => ({ by: "tools" as const, tools: tools.map(keyOf) });
  await backend.prepare("buildToolset", { name: "reading", description: null, tools: of([DELETE]), activate: false });
  await backend.prepare("buildToolset", { name: "triage", description: null, tools: of(triage), activate: true });
}

async function renderPanel(readOnly = false) {
  const app = renderPage(<ToolPanel selected={KEY} readOnly={readOnly} onPrevious={null} onNext={null} />);
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", `demo.${DELETE}`));
  return app;
}
async function renderForm() {
  const app = await renderPanel();
  await app.user.click(screen.getByRole("button", { name: /^Add note/ }));
  return app;
}
const section = () => within(screen.getByRole("region", { name: /^Notes/ }));
const form = () => within(screen.getByTestId("note-form"));
const name = () => form().getByRole("textbox", { name: "Name" });
const text = () => form().getByRole("textbox", { name: "Text for the model" });
async function rename(user: Awaited<ReturnType<typeof renderForm>>["user"], to: string) {
  await user.clear(name());
  await user.type(name(), to);
}
const scope = () => form().getByRole("combobox", { name: "Applies in" });
const preview = () => screen.getByRole("region", { name: "What the model will read" });
const notes = () => screen.getAllByTestId("note").map((row) => row.textContent);

describe("the notes of a tool", () => {
  it("show their toolset, whether it is active, and their author", async () => {
    await addToolsets();
    await addNotes({ "no-undo": "Ask\u202e first." });
    await addNotes({ "find-id": "Search." }, "triage");
    await addNotes({ late: "Wait." }, "reading");
    backend.amend("tool", (tool) => ({ ...tool, notes: tool.notes.map((note) => (note.name === "late" ? { ...note, author: null } : note)) }));
    await renderPanel();
    expect(notes()[0]).toMatch(/^no-undoEvery toolsetAskU\+202E first\.anna · 1 minute ago/);
    expect(notes()[1]).toMatch(/^find-idOnly in triageSearch\./);
    expect(notes()[2]).toMatch(/^lateOnly in reading, inactiveWait\.1 minute ago/);
    expect(await violations()).toEqual([]);
  });

  it("are read-only in a read-only store", async () => {
    await addNotes({ "no-undo": "Ask first." });
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds the store" }));
    await renderPanel(true);
    expect(notes()).toHaveLength(1);
    expect(section().queryByRole("button", { name: /Add|Edit|Copy|Delete/ })).toBeNull();
  });

  it("are limited to twenty until expanded, with a warning when they are too long", async () => {
    await addNotes({ a: "One.", b: "Two." });
    backend.amend("tool", (tool) => ({
      ...tool,
      notes: tool.notes.flatMap((note) => Array.from({ length: 12 }, (_, index) => ({ ...note, name: `${note.name}-${index}` }))),
      manyNotes: true,
    }));
    const { user } = await renderPanel();
    expect(notes()).toHaveLength(20);
    expect(section().getByText(/longer than 8,000 characters/)).toBeInTheDocument();
    await user.click(section().getByRole("button", { name: "Show all 24 notes" }));
    expect(notes()).toHaveLength(24);
  });

  it("are deleted at once, with undo, and focus stays in the section", async () => {
    await addToolsets();
    await addNotes({ a: "One." }, "triage");
    await addNotes({ b: "Two." });
    const { user } = await renderPanel();
    await user.click(section().getByRole("button", { name: "Delete: a" }));
    expect(backend.deleteNote).toHaveBeenCalledExactlyOnceWith({ ...KEY, toolset: "triage", name: "a" });
    await waitFor(() => expect(notes()).toHaveLength(1));
    await waitFor(() => expect(section().getByRole("button", { name: /^Add note/ })).toHaveFocus());
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Note a deleted from Delete Note");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(notes()).toHaveLength(2));
  });
});

describe("adding a note", () => {
  it("previews the model text before the note is saved", async () => {
    await addNotes({ "no-undo": "Ask first." });
    const { user } = await renderForm();
    expect(text()).toHaveFocus();
    expect(name()).toHaveValue("guidance");
    expect(name()).toHaveAccessibleDescription(/^Heading of the note in the description/);
    expect(preview()).toHaveTextContent("The preview appears once the note has a name and a text.");
    await rename(user, "find-id");
    await user.type(text(), "Search first.");
    await waitFor(() => expect(preview()).toHaveTextContent("• **no-undo**: Ask first. • **find-id**: Search first."));
    expect(preview()).toHaveTextContent(/adds about \d+ tokens to the model’s context/);
    expect(form().getByText("13 of 2,000")).toBeInTheDocument();
    expect(backend.previewNotes.mock.calls.length).toBeLessThan(10);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(notes()[1]).toMatch(/^find-id/));
    expect(backend.addNotes).toHaveBeenCalledExactlyOnceWith({
      ...KEY,
      toolset: null,
      notes: [{ name: "find-id", text: "Search first." }],
      allowHidden: false,
    });
    expect(screen.queryByTestId("note-form")).toBeNull();
    expect(screen.getByRole("button", { name: /^Add note/ })).toHaveFocus();
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Note find-id added to Delete Note");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(notes()).toHaveLength(1));
  });

  it("applies in the active toolset of the tool by default, or in the chosen one", async () => {
    await addToolsets();
    const { user } = await renderForm();
    expect(scope()).toHaveValue("triage");
    expect(within(scope()).getAllByRole("option").map((o) => o.textContent)).toEqual([
      "Every toolset",
      "Only in reading",
      "Only in triage (active)",
    ]);
    await user.selectOptions(scope(), "Every toolset");
    await rename(user, "a");
    await user.type(text(), "b");
    await user.click(form().getByRole("button", { name: "Add note" }));
    await waitFor(() => expect(backend.addNotes).toHaveBeenCalledWith(expect.objectContaining({ toolset: null })));
  });

  it("applies in every toolset if the active one does not contain the tool", async () => {
    await addToolsets(["home_notes_get_note"]);
    await renderForm();
    expect(scope()).toHaveDisplayValue("Every toolset");
  });

  it("shows each error beside its field, and focuses the field instead of saving", async () => {
    await addNotes({ "no-undo": "Ask first." });
    const { user } = await renderForm();
    expect(form().queryByRole("alert")).toBeNull();
    await user.click(form().getByRole("button", { name: "Add note" }));
    expect(text()).toHaveFocus();
    await user.clear(name());
    await user.click(form().getByRole("button", { name: "Add note" }));
    expect(name()).toHaveFocus();
    expect(name()).toHaveAccessibleDescription("Enter a name.");
    expect(text()).toHaveAccessibleDescription("0 of 2,000 Enter a text.");
    await rename(user, "No Undo");
    await user.type(text(), "Ask.");
    await waitFor(() => expect(name()).toHaveAccessibleDescription(/"No Undo" is not a valid note name/));
    expect(name()).toBeInvalid();
    await rename(user, "no-undo");
    await waitFor(() => expect(name()).toHaveAccessibleDescription("The tool already has a note named no-undo."));
    await user.type(name(), "-2");
    await waitFor(() => expect(name()).toBeValid());
    await user.clear(text());
    await user.click(text());
    await user.paste("x".repeat(2_001));
    await waitFor(() => expect(text()).toHaveAccessibleDescription(/^2,001 of 2,000 The note no-undo-2 has 2001 characters; the maximum is 2000\.$/));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(backend.addNotes).not.toHaveBeenCalled();
  });

  it("rejects hidden characters until the user confirms them", async () => {
    const { user } = await renderForm();
    await rename(user, "a");
    await user.click(text());
    await user.paste("zero\u200bwidth");
    const confirm = await form().findByRole("checkbox", { name: /Keep these characters/ });
    expect(text()).toHaveAccessibleDescription(/invisible characters: U\+200B\.$/);
    await waitFor(() => expect(preview()).toHaveTextContent("zeroU+200Bwidth"));
    await user.click(form().getByRole("button", { name: "Add note" }));
    expect(text()).toHaveFocus();
    expect(backend.addNotes).not.toHaveBeenCalled();
    await user.click(confirm);
    expect(text()).toBeValid();
    await user.click(form().getByRole("button", { name: "Add note" }));
    await waitFor(() => expect(backend.addNotes).toHaveBeenCalledWith(expect.objectContaining({ allowHidden: true })));
  });

  it("is not saved with hidden characters that were not shown yet", async () => {
    const { user } = await renderForm();
    await rename(user, "a");
    await user.click(text());
    await user.paste("zero\u200bwidth");
    await user.click(await form().findByRole("checkbox", { name: /Keep these characters/ }));
    await user.click(text());
    await user.paste("\u202eturned");
    // The debounce has not elapsed: the preview has not reported the new character yet.
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(backend.addNotes).toHaveBeenCalledWith(expect.objectContaining({ allowHidden: false })));
    expect(await screen.findByText(/contains invisible characters/, { selector: "[data-testid=toast] *" })).toBeInTheDocument();
  });

  it("asks again when hidden characters are added to the confirmed ones", async () => {
    const { user } = await renderForm();
    await rename(user, "a");
    await user.click(text());
    await user.paste("zero\u200bwidth");
    const confirm = await form().findByRole("checkbox", { name: /Keep these characters/ });
    await user.click(confirm);
    await user.click(text());
    await user.paste("\u202eturned");
    await waitFor(() => expect(confirm).not.toBeChecked());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(text()).toBeInvalid();
    expect(backend.addNotes).not.toHaveBeenCalled();
  });

  it("warns when the notes of the tool become too long", async () => {
    const { user } = await renderForm();
    const long = "x".repeat(2_000);
    await addNotes({ "note-1": long, "note-2": long, "note-3": long, "note-4": long });
    await rename(user, "a");
    await user.type(text(), "b");
    expect(await within(preview()).findByText(/models may ignore parts of more than 8000\.$/)).toBeInTheDocument();
  });

  it("reports a name that was taken meanwhile, and keeps the draft", async () => {
    const { user } = await renderForm();
    await rename(user, "a");
    await user.type(text(), "b");
    await addNotes({ a: "One." });
    await user.keyboard("{Control>}{Enter}{/Control}");
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("No changes were needed");
    expect(toast).toHaveTextContent("demo.home_notes_delete_note already has a note named a, which was not changed.");
    expect(text()).toHaveValue("b");
  });

  it("is closed by Cancel, and by Escape when the form is empty", async () => {
    const { user } = await renderForm();
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("note-form")).toBeNull();
    expect(screen.getByRole("button", { name: /^Add note/ })).toHaveFocus();
    await user.keyboard("{Enter}");
    await rename(user, "a");
    await user.click(form().getByRole("button", { name: "Cancel" }));
    expect(screen.queryByTestId("note-form")).toBeNull();
    expect(backend.addNotes).not.toHaveBeenCalled();
  });
});

it("suggests a name that no note of the tool has", () => {
  expect(suggestNoteName([])).toBe("guidance");
  expect(suggestNoteName([{ name: "guidance" }, { name: "guidance-2" }])).toBe("guidance-3");
});

describe("editing a note", () => {
  it("happens in place, with a preview, and keeps the toolset", async () => {
    await addToolsets();
    await addNotes({ a: "One." }, "triage");
    await addNotes({ b: "Two." });
    const { user } = await renderPanel();
    await user.click(section().getByRole("button", { name: "Edit: a" }));
    expect(screen.getByRole("form", { name: "Edit note a" })).toBeInTheDocument();
    expect(text()).toHaveFocus();
    expect(form().queryByRole("combobox")).toBeNull();
    await user.type(text(), " More.");
    await waitFor(() => expect(preview()).toHaveTextContent("• **a**: One. More. • **b**: Two."));
    await user.clear(name());
    await user.type(name(), "b");
    await waitFor(() => expect(name()).toHaveAccessibleDescription("The tool already has a note named b."));
    await user.clear(name());
    await user.type(name(), "a-1");
    await waitFor(() => expect(name()).toBeValid());
    await user.click(form().getByRole("button", { name: "Save note" }));
    expect(backend.editNote).toHaveBeenCalledExactlyOnceWith({
      key: { ...KEY, toolset: "triage", name: "a" },
      text: "One. More.",
      rename: "a-1",
      allowHidden: false,
    });
    await waitFor(() => expect(notes()[0]).toMatch(/^a-1Only in triageOne\. More\./));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Note a-1 of Delete Note edited");
    await waitFor(() => expect(section().getByRole("button", { name: /^Add note/ })).toHaveFocus());
  });

  it("is discarded by Cancel, and focus returns to the link", async () => {
    await addNotes({ a: "One.", b: "Two." });
    const { user } = await renderPanel();
    await user.click(section().getByRole("button", { name: "Edit: a" }));
    await user.type(text(), "x");
    await user.click(form().getByRole("button", { name: "Cancel" }));
    expect(notes()[0]).toMatch(/^aEvery toolsetOne\./);
    expect(section().getByRole("button", { name: "Edit: a" })).toHaveFocus();
    expect(backend.editNote).not.toHaveBeenCalled();
  });
});

describe("templates", () => {
  const open = async (user: Awaited<ReturnType<typeof renderForm>>["user"]) => {
    await user.click(form().getByRole("button", { name: "Templates" }));
    return within(await screen.findByRole("dialog", { name: "Templates" }));
  };

  it("fill name and text, and a replaced text can be restored", async () => {
    const { user } = await renderForm();
    await user.clear(name());
    await user.type(text(), "Mine.");
    const list = await open(user);
    await user.click(await list.findByRole("button", { name: /^confirm-first/ }));
    expect(name()).toHaveValue("confirm-first");
    expect(text()).toHaveValue(
      "Say what you are about to do and with which arguments, and wait for a yes before you call the tool.",
    );
    await user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: "Restore text" }));
    expect(text()).toHaveValue("Mine.");
  });

  it("can be saved from the form, and custom ones removed", async () => {
    const { user } = await renderForm();
    let list = await open(user);
    expect(list.getByRole("button", { name: "Save as template…" })).toBeDisabled();
    await user.keyboard("{Escape}");
    expect(screen.getByTestId("note-form")).toBeInTheDocument();
    await rename(user, "mine");
    await user.type(text(), "My own words.");
    list = await open(user);
    await user.click(list.getByRole("button", { name: "Save as template…" }));
    expect(await violations()).toEqual([]);
    await user.keyboard("-2{Enter}");
    await waitFor(() => expect(backend.saveTemplate).toHaveBeenCalledWith({ name: "mine-2", text: "My own words." }));
    expect(backend.addNotes).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    list = await open(user);
    expect(list.queryByRole("button", { name: "Remove template confirm-first" })).toBeNull();
    await user.click(await list.findByRole("button", { name: "Remove template mine-2" }));
    await waitFor(() => expect(list.queryByText("mine-2")).toBeNull());
    expect(backend.removeTemplate).toHaveBeenCalledWith({ name: "mine-2" });
  });
});

describe("copying notes", () => {
  const open = async (user: Awaited<ReturnType<typeof renderPanel>>["user"]) => {
    await user.click(section().getByRole("button", { name: "Copy to other tools…: a" }));
    return within(await screen.findByRole("dialog", { name: "Copy notes to other tools" }));
  };

  it("copies to tools found by search, never to the tool itself", async () => {
    await addNotes({ a: "One.", b: "Two." });
    const { user } = await renderPanel();
    const dialog = await open(user);
    expect(dialog.getByRole("checkbox", { name: "a" })).toBeChecked();
    expect(dialog.getByRole("checkbox", { name: "b" })).not.toBeChecked();
    expect(dialog.getByRole("button", { name: "Copy" })).toBeDisabled();
    await user.type(dialog.getByRole("textbox", { name: "Tools" }), "note");
    expect(await dialog.findByText("6 tools found")).toBeInTheDocument();
    await user.click(dialog.getByRole("checkbox", { name: /^Get Note/ }));
    expect(await violations()).toEqual([]);
    await user.clear(dialog.getByRole("textbox", { name: "Tools" }));
    expect(await dialog.findByText("1 tool selected")).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Copy to 1 tool" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.copyNotes).toHaveBeenCalledExactlyOnceWith({ from: KEY, names: ["a"], to: [keyOf("home_notes_get_note")] });
    expect(await screen.findByTestId("toast")).toHaveTextContent("1 note of Delete Note copied to 1 tool");
  });

  it("copies to the tools selected in the catalog, and lists the skipped notes", async () => {
    await addNotes({ a: "One.", b: "Two." });
    await addNotes({ a: "Mine." }, null, "home_notes_list_note");
    const { user } = await renderPanel();
    useSelection.getState().setMarked(new Set(["demo.home_notes_get_note", "demo.home_notes_list_note", `demo.${DELETE}`]));
    const dialog = await open(user);
    await user.click(dialog.getByRole("button", { name: "Add 2 selected in the catalog" }));
    await user.click(dialog.getByRole("checkbox", { name: "b" }));
    await user.click(dialog.getByRole("button", { name: "Copy to 2 tools" }));
    expect(await dialog.findByTestId("skipped")).toHaveTextContent(
      "demo.home_notes_list_note already has a note named a, which was not changed.",
    );
    expect(await violations()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    const { notes: copies } = await backend.tool(keyOf("home_notes_list_note"));
    expect(copies.map((note) => note.text)).toEqual(["Mine.", "Two."]);
  });
});

describe("the key n", () => {
  async function openApp() {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
    return app;
  }

  it("opens the section and focuses the text, but not in a text field", async () => {
    useCollapsed.setState({ names: new Set(["notes"]) });
    const { user } = await openApp();
    await user.keyboard("n");
    expect(await screen.findByRole("textbox", { name: "Text for the model" })).toHaveFocus();
    await user.clear(name());
    await user.click(text());
    await user.keyboard("n");
    expect(text()).toHaveValue("n");
    expect(useCollapsed.getState().names.has("notes")).toBe(false);
  });

  it("opens the panel beside the table", async () => {
    const { user } = await openApp();
    useCatalogFilter.getState().setLayout("table");
    await waitFor(() => expect(screen.queryByTestId("panel")).toBeNull());
    await user.keyboard("n");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Text for the model" })).toHaveFocus());
  });

  it("opens the panel in a narrow window", async () => {
    const { user } = await openApp();
    act(() => {
      window.innerWidth = 800;
      window.dispatchEvent(new Event("resize"));
    });
    await user.keyboard("n");
    expect(await screen.findByRole("textbox", { name: "Text for the model" })).toHaveFocus();
    expect(document.querySelector("[data-drawer=tool]")).not.toBeNull();
    window.innerWidth = 1024;
  });

  it("keeps an unsaved draft per tool", async () => {
    const { user } = await openApp();
    await user.keyboard("n");
    await user.clear(await screen.findByRole("textbox", { name: "Name" }));
    await user.type(text(), "half a thought{Escape}");
    expect(text()).toHaveValue("half a thought");
    const [list, ...others] = screen.getAllByTestId("card");
    await user.click(others.find((card) => card.dataset.tool === `demo.${DELETE}`) as HTMLElement);
    await waitFor(() => expect(screen.queryByTestId("note-form")).toBeNull());
    await user.click(list as HTMLElement);
    await waitFor(() => expect(text()).toHaveValue("half a thought"));
  });

  it("is in the list of shortcuts, and off when single keys are off", async () => {
    const { user } = await openApp();
    await user.keyboard("?");
    expect(await screen.findByText("Write a note for the model")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    useAppearance.setState({ singleKeys: false });
    await user.keyboard("n");
    expect(screen.queryByTestId("note-form")).toBeNull();
  });
});
