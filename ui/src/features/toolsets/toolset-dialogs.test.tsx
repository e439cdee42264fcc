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
import { toolsetNameProblem } from "./labels";

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
  it("is made of a pattern, with how many tools match, and its page opens", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("new-toolset"));
    await app.user.type(screen.getByTestId("toolset-name"), "reading");
    expect(screen.getByTestId("build-toolset")).toBeDisabled();
    await app.user.type(screen.getByTestId("toolset-pattern"), "demo.*_get_*");
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match."));
    await app.user.click(screen.getByRole("checkbox", { name: "Activate it in base" }));
    await app.user.click(screen.getByTestId("build-toolset"));
    expect(backend.buildToolset).toHaveBeenCalledExactlyOnceWith({
      name: "reading",
      description: null,
      tools: { by: "pattern", selector: "demo.*_get_*" },
      activate: true,
    });
    expect(await toast()).toHaveTextContent("Made the toolset reading and activated it");
    expect(await screen.findByTestId("toolset")).toHaveAttribute("data-toolset", "reading");
    expect(await screen.findAllByTestId("member")).toHaveLength(3);
  });

  it("says what is wrong with a pattern or a filter", async () => {
    const app = await open({ kind: "newToolset" });
    await app.user.type(screen.getByTestId("toolset-pattern"), "get");
    await waitFor(() => expect(found()).toHaveTextContent("A selector has the form SERVER.TOOL, for example github.get_* or *.delete_*. Write the server, a dot and the tool"));
    await app.user.click(screen.getByRole("radio", { name: "By filter" }));
    await app.user.type(screen.getByTestId("toolset-filter"), "is:foo");
    await waitFor(() => expect(found()).toHaveTextContent("is:foo is not a filter; is: takes inferred"));
    await app.user.clear(screen.getByTestId("toolset-filter"));
    await app.user.type(screen.getByTestId("toolset-filter"), "nothing_like_it");
    await waitFor(() => expect(found()).toHaveTextContent("No tool matches."));
  });

  it("shows a refusal with its hint, and stays open", async () => {
    const app = await open({ kind: "newToolset", from: { kind: "filter", query: "delete" } });
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match."));
    await backend.prepare("buildToolset", { name: "late", description: null, tools: { by: "filter", query: "delete" }, activate: false });
    await app.user.type(screen.getByTestId("toolset-name"), "late");
    await app.user.click(screen.getByTestId("build-toolset"));
    expect(await toast()).toHaveTextContent("There is a toolset named late alreadyChoose another name");
    expect(dialog()).toBeInTheDocument();
  });

  it("is made of exactly what the catalog shows", async () => {
    const app = await start();
    act(() => useCatalogFilter.getState().setQuery("delete"));
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
    await app.user.click(screen.getByRole("button", { name: "Saved filters" }));
    await app.user.click(screen.getByRole("button", { name: "Make a toolset of these 3 tools…" }));
    expect(found()).toHaveTextContent("The 3 tools that the catalog shows.");
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
    ["Daily", "Use the characters a-z, 0-9 and -."],
    ["d", "Use 2 characters at least."],
    ["d".repeat(51), "Use 50 characters at most."],
    ["daily", "There is a toolset named daily already."],
    ["daily-2", null],
  ])("may be called %s: %s", (name, problem) => {
    expect(toolsetNameProblem(name, ["daily"])).toBe(problem);
  });
});

describe("marked tools", () => {
  it("are added to a toolset, which says how many it has already", async () => {
    const app = await start();
    act(() => useSelection.getState().setMarked(new Set(["demo.home_notes_get_note", "demo.home_notes_share_note"])));
    await app.user.click(await screen.findByRole("button", { name: "Add to toolset…" }));
    const popover = screen.getByRole("dialog", { name: "Add the selected tools to a toolset" });
    await app.user.click(within(popover).getByRole("button", { name: "notes-only 1 of 2 in it already" }));
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
    expect(screen.getByRole("button", { name: "notes-only all in it already" })).toBeDisabled();
  });

  it("become a new toolset", async () => {
    const app = await start();
    act(() => useSelection.getState().setMarked(new Set(["demo.home_notes_get_note"])));
    await app.user.click(await screen.findByRole("button", { name: "Add to toolset…" }));
    await app.user.click(screen.getByRole("button", { name: "New toolset…" }));
    expect(found()).toHaveTextContent("The 1 tool that is marked.");
    await app.user.type(screen.getByTestId("toolset-name"), "one");
    await app.user.click(screen.getByTestId("build-toolset"));
    expect((await screen.findAllByTestId("member")).map((row) => row.dataset.reference)).toEqual(["demo.home_notes_get_note"]);
  });
});

describe("a toolset that is there", () => {
  it("gets more tools by a filter, which says how many are in it already", async () => {
    const app = await open({ kind: "toolset", act: "addTools", name: "notes-only" });
    await app.user.click(screen.getByRole("radio", { name: "By filter" }));
    await app.user.type(screen.getByTestId("toolset-filter"), "delete");
    await waitFor(() => expect(found()).toHaveTextContent("3 tools match, 1 in it already."));
    backend.amend("addToToolset", (report) => ({ ...report, warnings: ["demo.a is not there now; it is kept"] }));
    await app.user.click(screen.getByTestId("add-tools"));
    expect(backend.addToToolset).toHaveBeenCalledExactlyOnceWith({ name: "notes-only", tools: { by: "filter", query: "delete" } });
    expect(await toast()).toHaveTextContent("Added 2 tools to notes-onlydemo.a is not there now; it is kept.");
    expect(within(await toast()).getByRole("button", { name: /Undo/ })).toBeInTheDocument();
  });

  it("leads to the catalog, where tools are marked", async () => {
    const app = await open({ kind: "toolset", act: "addTools", name: "daily" });
    await app.user.click(screen.getByRole("radio", { name: "From the catalog" }));
    await app.user.click(screen.getByRole("button", { name: "Go to the catalog" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(useNavigation.getState().view).toBe("catalog");
  });

  it("is renamed, and its page follows", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("nav-toolset-daily"));
    await app.user.click(await screen.findByRole("button", { name: "More for daily" }));
    await app.user.click(screen.getByRole("menuitem", { name: "Rename…" }));
    const name = within(dialog()).getByLabelText("Name");
    await app.user.clear(name);
    await app.user.type(name, "notes-only");
    expect(within(dialog()).getByRole("alert")).toHaveTextContent("There is a toolset named notes-only already.");
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

  it("is deleted after saying what goes, and undo brings it back", async () => {
    const app = await start();
    await app.user.click(screen.getByTestId("nav-toolset-daily"));
    await screen.findAllByTestId("member");
    act(() => useNavigation.getState().open({ kind: "toolset", act: "delete", name: "daily" }));
    const words = await screen.findByRole("dialog");
    expect(words).toHaveTextContent("Its 4 tools stay in the catalog.");
    expect(words).toHaveTextContent("2 notes that hold in this toolset alone go with it.");
    expect(words).toHaveTextContent("It is active in base. After that, no toolset is active there.");
    await app.user.click(screen.getByTestId("confirm-delete"));
    await waitFor(() => expect(screen.queryByTestId("nav-toolset-daily")).toBeNull());
    expect(await screen.findByTestId("catalog")).toBeInTheDocument();
    await app.user.click(within(await toast()).getByRole("button", { name: /Undo/ }));
    expect(await screen.findByTestId("nav-toolset-daily")).toBeInTheDocument();
    expect(screen.getByTestId("active-toolset")).toBeInTheDocument();
  });
});

describe("files of toolsets", () => {
  it("show their text and what the format cannot hold before they are written", async () => {
    await backend.prepare("writeFile", { path: "/home/anna/stick/letter.txt", text: "" });
    const app = await open({ kind: "toolset", act: "export", name: "daily" });
    expect(await within(dialog()).findByText(/^hypertool holds the tools and notes of toolsets: no hints/i)).toBeInTheDocument();
    expect(within(dialog()).getByRole("region", { name: "The file" })).toHaveTextContent("namespacedName");
    expect(backend.writeToolsetFile).not.toHaveBeenCalled();
    await app.user.click(within(dialog()).getByRole("radio", { name: "Markdown" }));
    await waitFor(() => expect(within(dialog()).getByText("daily.md")).toBeInTheDocument());
    expect(within(dialog()).queryByText(/no hints/)).toBeNull();
    await app.user.click(screen.getByTestId("write-toolset"));
    expect(backend.chooseExportPath).toHaveBeenCalledExactlyOnceWith({ fileName: "daily.md" });
    await waitFor(() =>
      expect(backend.writeToolsetFile).toHaveBeenCalledExactlyOnceWith({ names: ["daily"], format: "markdown", path: "/home/anna/stick/store.db" }),
    );
    expect(await toast()).toHaveTextContent("Wrote daily to store.db");
  });

  it("are not written when no path is chosen", async () => {
    backend.chooseExportPath.mockResolvedValueOnce(null);
    const app = await open({ kind: "toolset", act: "export", name: "daily" });
    await waitFor(() => expect(screen.getByTestId("write-toolset")).toBeEnabled());
    await app.user.click(screen.getByTestId("write-toolset"));
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledOnce());
    expect(backend.writeToolsetFile).not.toHaveBeenCalled();
    expect(dialog()).toBeInTheDocument();
  });

  it("are imported after a look at what comes and what is left out", async () => {
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
    expect(within(dialog()).getByText(/2 tools are not here/)).toBeInTheDocument();
    expect(screen.getByTestId("left-out")).toHaveTextContent("\"Bad Name\" cannot name a toolset: names are 2 to 50");
    expect(await violations()).toEqual([]);
    await app.user.click(screen.getByTestId("import-toolsets"));
    expect(backend.importToolsets).toHaveBeenCalledExactlyOnceWith({ path: "/home/anna/config.json" });
    expect(await toast()).toHaveTextContent("Imported toolsets from config.json\"Bad Name\" cannot name a toolset");
    expect(await screen.findByTestId("nav-toolset-travel")).toBeInTheDocument();
  });

  it("say why they cannot be imported", async () => {
    await backend.prepare("writeFile", { path: "/home/anna/notes.txt", text: "Buy milk." });
    const app = await open({ kind: "importToolsets" });
    await app.user.type(screen.getByTestId("toolset-import-path"), "/home/anna/notes.txt{Enter}");
    expect(await within(dialog()).findByRole("alert")).toHaveTextContent("it is not JSON: expected value at line 1 column 1. Give hypertool's config.json, or a file with one toolset.");
  });
});
