// Creating, filling, renaming, copying, deleting, exporting and importing toolsets.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { addToolsets } from "../../../test/toolsets";
import { useNavigation } from "../../shared/navigation";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { toolsetNameProblem } from "./toolset-name";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("toolsets");
  fake.current = backend;
  await addToolsets(backend);
});

const dialog = () => screen.getByRole("dialog");
const toast = () => screen.findByTestId("toast");
const found = () => screen.getByTestId("toolset-found");

async function start() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  return app;
}
async function open(of: Parameters<ReturnType<typeof useNavigation.getState>["open"]>[0]) {
  const app = await start();
  act(() => useNavigation.getState().open(of));
  await screen.findByRole("dialog");
  return app;
}

describe("a new toolset", () => {
  it("is created from a pattern, with the number of matches, and its page opens", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("new-toolset"));
    await app.user.type(screen.getByTestId("toolset-name"), "reading");
    expect(screen.getByTestId("build-toolset")).toBeDisabled();
    expect(screen.getByTestId("build-toolset")).toHaveAccessibleDescription("Choose the tools.");
    await app.user.type(screen.getByTestId("toolset-pattern"), "demo.*_get_*");
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match."));
    await app.user.click(screen.getByRole("checkbox", { name: "Activate in base" }));
    await app.user.click(screen.getByTestId("build-toolset"));
    expect(backend.buildToolset).toHaveBeenCalledExactlyOnceWith({
      name: "reading",
      description: null,
      tools: { by: "pattern", selector: "demo.*_get_*" },
      activate: true,
    });
    expect(await toast()).toHaveTextContent("Created and activated toolset reading");
    expect(await screen.findByTestId("toolset")).toHaveAttribute("data-toolset", "reading");
    expect(await screen.findAllByTestId("member")).toHaveLength(3);
  });

  it("shows what is wrong with a pattern or a filter", async () => {
    const app = await open({ kind: "newToolset" });
    await app.user.type(screen.getByTestId("toolset-pattern"), "get");
    await waitFor(() => expect(found()).toHaveTextContent("A selector has the form SERVER.TOOL, for example github.get_* or *.delete_*. Write SERVER.TOOL, where"));
    await app.user.click(screen.getByRole("radio", { name: "By filter" }));
    await app.user.type(screen.getByTestId("toolset-filter"), "is:foo");
    await waitFor(() => expect(found()).toHaveTextContent("is:foo is not a filter; is: takes inferred"));
    await app.user.clear(screen.getByTestId("toolset-filter"));
    await app.user.type(screen.getByTestId("toolset-filter"), "nothing_like_it");
    await waitFor(() => expect(found()).toHaveTextContent("No matching tools."));
  });

  it("shows an error with its hint, and stays open", async () => {
    const app = await open({ kind: "newToolset", from: { kind: "filter", query: "delete" } });
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match."));
    await backend.prepare("buildToolset", { name: "late", description: null, tools: { by: "filter", query: "delete" }, activate: false });
    await app.user.type(screen.getByTestId("toolset-name"), "late");
    await app.user.click(screen.getByTestId("build-toolset"));
    expect(await toast()).toHaveTextContent("A toolset named late already existsChoose another name");
    expect(dialog()).toBeInTheDocument();
  });

  it("is created from the tools listed in the catalog", async () => {
    const app = await start();
    act(() => useCatalogFilter.getState().setQuery("delete"));
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
    await app.user.click(screen.getByRole("button", { name: "Saved filters" }));
    await app.user.click(screen.getByRole("button", { name: "Create a toolset from these 3 tools…" }));
    expect(found()).toHaveTextContent("The 3 tools listed in the catalog.");
    expect(within(screen.getByRole("list", { name: "Tools of the new toolset" })).getAllByRole("listitem")[0]).toHaveTextContent("demo.home_notes_delete_note");
    await app.user.type(screen.getByTestId("toolset-name"), "danger");
    await app.user.click(screen.getByTestId("build-toolset"));
    await waitFor(() =>
      expect(backend.buildToolset.mock.calls[0]?.[0].tools).toEqual({
        by: "tools",
        tools: [
          { server: "demo", tool: "home_notes_delete_note" },
          { server: "demo", tool: "home_boards_delete_board" },
          { server: "demo", tool: "home_recipes_delete_recipe" },
        ],
      }),
    );
  });

  it.each([
    ["Daily", "Use only the characters a-z, 0-9 and -."],
    ["d", "Use at least 2 characters."],
    ["d".repeat(51), "Use at most 50 characters."],
    ["daily", "A toolset named daily already exists."],
    ["daily-2", null],
  ])("named %s: %s", (name, problem) => {
    expect(toolsetNameProblem(name, ["daily"])).toBe(problem);
  });
});

describe("selected tools", () => {
  it("are added to a toolset, with the number that it already contains", async () => {
    const app = await start();
    act(() => useSelection.getState().setMarked(new Set(["demo.home_notes_get_note", "demo.home_notes_share_note"])));
    await app.user.click(await screen.findByRole("button", { name: "Add to toolset…" }));
    const popover = screen.getByRole("dialog", { name: "Add the selected tools to a toolset" });
    await app.user.click(within(popover).getByRole("button", { name: "notes-only already contains 1 of 2" }));
    expect(backend.addToToolset).toHaveBeenCalledExactlyOnceWith({
      name: "notes-only",
      tools: {
        by: "tools",
        tools: [
          { server: "demo", tool: "home_notes_get_note" },
          { server: "demo", tool: "home_notes_share_note" },
        ],
      },
    });
    expect(await toast()).toHaveTextContent("Added 1 tool to notes-only");
    await waitFor(() => expect(screen.getByTestId("nav-toolset-notes-only")).toHaveTextContent("3"));
    await app.user.click(screen.getByRole("button", { name: "Add to toolset…" }));
    expect(screen.getByRole("button", { name: "notes-only already contains all" })).toBeDisabled();
  });

  it("become a new toolset", async () => {
    const app = await start();
    act(() => useSelection.getState().setMarked(new Set(["demo.home_notes_get_note"])));
    await app.user.click(await screen.findByRole("button", { name: "Add to toolset…" }));
    await app.user.click(screen.getByRole("button", { name: "New toolset…" }));
    expect(found()).toHaveTextContent("The tool selected in the catalog, even if its filter hides it.");
    await app.user.type(screen.getByTestId("toolset-name"), "one");
    await app.user.click(screen.getByTestId("build-toolset"));
    expect((await screen.findAllByTestId("member")).map((row) => row.dataset.reference)).toEqual(["demo.home_notes_get_note"]);
  });
});

it("offers tools that are still selected, but does not choose them unasked", async () => {
  const app = await start();
  const marked = ["demo.home_notes_get_note", "demo.home_notes_share_note"];
  act(() => useSelection.getState().setMarked(new Set(marked)));
  act(() => useCatalogFilter.getState().setQuery("delete"));
  await app.user.click(screen.getByTestId("new-toolset"));
  expect(await screen.findByRole("radio", { name: "By pattern" })).toBeChecked();
  expect(screen.queryByRole("list", { name: "Tools of the new toolset" })).toBeNull();
  await app.user.click(screen.getByRole("radio", { name: "These 2 tools" }));
  expect(found()).toHaveTextContent("The 2 tools selected in the catalog, including any that its filter hides.");
  const listed = within(screen.getByRole("list", { name: "Tools of the new toolset" })).getAllByRole("listitem");
  expect(listed.map((item) => item.textContent)).toEqual(marked);
});

describe("an existing toolset", () => {
  it("gets more tools by a filter, with the number that it already contains", async () => {
    const app = await open({ kind: "toolset", act: "addTools", name: "notes-only" });
    await app.user.click(screen.getByRole("radio", { name: "By filter" }));
    await app.user.type(screen.getByTestId("toolset-filter"), "delete");
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match, 1 already in the toolset."));
    backend.amend("addToToolset", (report) => ({ ...report, warnings: ["demo.a does not exist now, but stays in the toolset"] }));
    await app.user.click(screen.getByTestId("add-tools"));
    expect(backend.addToToolset).toHaveBeenCalledExactlyOnceWith({ name: "notes-only", tools: { by: "filter", query: "delete" } });
    expect(await toast()).toHaveTextContent("Added 2 tools to notes-onlydemo.a does not exist now, but stays in the toolset.");
    expect(within(await toast()).getByRole("button", { name: /Undo/ })).toBeInTheDocument();
  });

  it("opens the catalog, where tools are selected", async () => {
    const app = await open({ kind: "toolset", act: "addTools", name: "daily" });
    await app.user.click(screen.getByRole("radio", { name: "From the catalog" }));
    await app.user.click(screen.getByRole("button", { name: "Go to catalog" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(useNavigation.getState().view).toBe("catalog");
  });

  it("is renamed, and its page shows the new name", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("nav-toolset-daily"));
    await app.user.click(await screen.findByRole("button", { name: "More actions for daily" }));
    await app.user.click(screen.getByRole("menuitem", { name: "Rename…" }));
    const name = within(dialog()).getByLabelText("Name");
    await app.user.clear(name);
    await app.user.type(name, "notes-only");
    expect(within(dialog()).getByRole("alert")).toHaveTextContent("A toolset named notes-only already exists.");
    await app.user.clear(name);
    await app.user.type(name, "mornings{Enter}");
    await waitFor(() => expect(backend.renameToolset).toHaveBeenCalledExactlyOnceWith({ name: "daily", to: "mornings" }));
    expect(await screen.findByRole("heading", { name: "mornings", level: 1 })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId("nav-toolset-mornings")).toHaveAttribute("aria-current", "page"));
  });

  it("is copied, and the copy opens", async () => {
    const app = await open({ kind: "toolset", act: "copy", name: "daily" });
    await app.user.type(within(dialog()).getByLabelText("Name"), "daily-2{Enter}");
    await waitFor(() => expect(backend.copyToolset).toHaveBeenCalledExactlyOnceWith({ name: "daily", to: "daily-2" }));
    expect(await screen.findByTestId("toolset")).toHaveAttribute("data-toolset", "daily-2");
  });

  it("is deleted after a confirmation that lists the consequences, and restored by undo", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("nav-toolset-daily"));
    await screen.findAllByTestId("member");
    act(() => useNavigation.getState().open({ kind: "toolset", act: "delete", name: "daily" }));
    const confirmation = await screen.findByRole("dialog");
    expect(confirmation).toHaveTextContent("The 4 tools stay in the catalog.");
    expect(confirmation).toHaveTextContent("2 notes that apply only in this toolset are deleted.");
    expect(confirmation).toHaveTextContent("The toolset is active in base. After the deletion, no toolset is active there.");
    await app.user.click(screen.getByTestId("confirm-delete"));
    await waitFor(() => expect(screen.queryByTestId("nav-toolset-daily")).toBeNull());
    expect(await screen.findByTestId("catalog")).toBeInTheDocument();
    await app.user.click(within(await toast()).getByRole("button", { name: /Undo/ }));
    expect(await screen.findByTestId("nav-toolset-daily")).toBeInTheDocument();
    expect(screen.getByTestId("active-toolset")).toBeInTheDocument();
  });
});

describe("files of toolsets", () => {
  it("are previewed, with what the format cannot express, before they are written", async () => {
    await backend.prepare("writeFile", { path: "/home/anna/stick/letter.txt", text: "" });
    const app = await open({ kind: "toolset", act: "export", name: "daily" });
    expect(await within(dialog()).findByText(/^hypertool supports the tools and notes of toolsets, but no hints/i)).toBeInTheDocument();
    expect(within(dialog()).getByRole("region", { name: "File preview" })).toHaveTextContent("namespacedName");
    expect(backend.writeToolsetFile).not.toHaveBeenCalled();
    await app.user.click(within(dialog()).getByRole("radio", { name: "Markdown" }));
    await waitFor(() => expect(within(dialog()).getByText("daily.md")).toBeInTheDocument());
    expect(within(dialog()).queryByText(/no hints/)).toBeNull();
    await app.user.click(screen.getByTestId("write-toolset"));
    expect(backend.chooseExportPath).toHaveBeenCalledExactlyOnceWith({ fileName: "daily.md" });
    await waitFor(() =>
      expect(backend.writeToolsetFile).toHaveBeenCalledExactlyOnceWith({ names: ["daily"], format: "markdown", path: "/home/anna/stick/store.db" }),
    );
    expect(await toast()).toHaveTextContent("Exported daily to store.db");
  });

  it("are not written when the file dialog is cancelled", async () => {
    backend.chooseExportPath.mockResolvedValueOnce(null);
    const app = await open({ kind: "toolset", act: "export", name: "daily" });
    await waitFor(() => expect(screen.getByTestId("write-toolset")).toBeEnabled());
    await app.user.click(screen.getByTestId("write-toolset"));
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledOnce());
    expect(backend.writeToolsetFile).not.toHaveBeenCalled();
    expect(dialog()).toBeInTheDocument();
  });

  it("are imported after a preview of new, missing and skipped parts", async () => {
    const of = (...names: string[]) => ({ tools: names.map((name) => ({ namespacedName: `demo.home_${name}` })) });
    const toolsets = {
      daily: of("notes_get_note", "notes_share_note", "notes_print_note", "notes_send_note"),
      travel: of("boards_get_board", "boards_list_board"),
      "Bad Name": of("notes_get_note"),
    };
    await backend.prepare("writeFile", { path: "/home/anna/config.json", text: JSON.stringify({ toolsets }) });
    const app = await start();
    await app.user.click(screen.getByRole("button", { name: "More toolset actions" }));
    await app.user.click(screen.getByRole("menuitem", { name: "Import toolsets…" }));
    expect(screen.getByTestId("import-toolsets")).toBeDisabled();
    await app.user.click(within(dialog()).getByRole("button", { name: "Choose…" }));
    const table = await within(dialog()).findByRole("table", { name: "Toolsets in the file" });
    expect(table).toHaveAttribute("aria-rowcount", "3");
    expect(within(dialog()).getByText(/2 tools are missing from the catalog/)).toBeInTheDocument();
    expect(screen.getByTestId("left-out")).toHaveTextContent("\"Bad Name\" is not a valid toolset name: use 2 to 50");
    expect(await violations()).toEqual([]);
    await app.user.click(screen.getByTestId("import-toolsets"));
    expect(backend.importToolsets).toHaveBeenCalledExactlyOnceWith({ path: "/home/anna/config.json" });
    expect(await toast()).toHaveTextContent("Imported toolsets from config.json\"Bad Name\" is not a valid toolset name");
    expect(await screen.findByTestId("nav-toolset-travel")).toBeInTheDocument();
  });

  it("show why they cannot be imported", async () => {
    await backend.prepare("writeFile", { path: "/home/anna/notes.txt", text: "Buy milk." });
    const app = await open({ kind: "importToolsets" });
    await app.user.type(screen.getByTestId("toolset-import-path"), "/home/anna/notes.txt{Enter}");
    expect(await within(dialog()).findByRole("alert")).toHaveTextContent("invalid JSON: expected value at line 1 column 1. Choose a config.json of hypertool-mcp, or a file with one toolset.");
  });
});
