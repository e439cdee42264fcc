// Tests of the search field: combobox, chips, saved filters, and problems of a query.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { useCatalogFilter } from "../../shared/catalog-filter";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("search");
  fake.current = backend;
  await backend.prepare("decide", decideHint("home_notes_delete_note", "destructive", true));
});

const field = () => screen.getByRole("combobox", { name: "Search tools" });
const chips = () =>
  within(screen.getByTestId("catalog"))
    .queryAllByRole("button", { name: /^Remove / })
    .map((button) => button.getAttribute("aria-label")?.replace("Remove ", ""));
const query = () => useCatalogFilter.getState().query;
const options = async () => {
  const list = await screen.findByRole("listbox", { name: "Suggestions" });
  return within(list).getAllByRole("option").map((option) => option.querySelector("code")?.textContent);
};

async function renderSearch() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  await app.user.click(field());
  return app;
}

describe("suggestions", () => {
  it("open while the user types, not before", async () => {
    const app = await renderSearch();
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await app.user.keyboard("h");
    expect(await options()).toEqual(["has:", "hint:"]);
    expect(backend.completions).toHaveBeenLastCalledWith({ query: "h", cursor: 1 });
    expect(field()).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByText("2 suggestions")).toBeInTheDocument();
  });

  it("are selected with the arrow keys and accepted with Enter; a key leads to its values", async () => {
    const app = await renderSearch();
    await app.user.keyboard("h");
    await options();
    await app.user.keyboard("{ArrowDown}");
    const active = field().getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)).toHaveTextContent("hint:");
    await app.user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}{Backspace}is{Enter}");
    expect(field()).toHaveValue("is:");
    await waitFor(async () => expect(await options()).toContain("is:decided"));
    await app.user.keyboard("deci");
    await waitFor(async () => expect(await options()).toEqual(["is:decided"]));
    await app.user.keyboard("{Tab}");
    expect(chips()).toEqual(["is:decided"]);
    expect(field()).toHaveValue("");
    expect(useCatalogFilter.getState().query).toBe("is:decided ");
    expect(field()).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("replace letters that were typed before the next suggestions arrived", async () => {
    const app = await renderSearch();
    await app.user.keyboard("i");
    await options();
    backend.completions.mockReturnValue(new Promise(() => {}));
    await app.user.keyboard("s{Enter}");
    expect(field()).toHaveValue("is:");
  });

  it("replace the word at the cursor", async () => {
    const app = await renderSearch();
    await app.user.keyboard("note");
    await app.user.type(field(), "i ", { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await app.user.keyboard("{ArrowLeft}s");
    await waitFor(() => expect(backend.completions).toHaveBeenLastCalledWith({ query: "is note", cursor: 2 }));
    await options();
    await app.user.keyboard("{Enter}");
    expect(field()).toHaveValue("is: note");
    expect((field() as HTMLInputElement).selectionStart).toBe(3);
  });

  it("are accepted with a click, and focus stays in the field", async () => {
    const app = await renderSearch();
    await app.user.keyboard("ser");
    await options();
    await app.user.click(screen.getByRole("option", { name: /server:/ }));
    expect(field()).toHaveValue("server:");
    expect(field()).toHaveFocus();
  });

  it("leave Escape to an open explanation, which keeps the search", async () => {
    const app = await renderSearch();
    await app.user.keyboard("delete");
    await waitFor(() => expect(screen.getAllByTestId("card")).toHaveLength(1));
    const button = await screen.findByRole("button", { name: "What Read-only means" });
    await app.user.hover(button);
    expect(await screen.findByRole("tooltip")).toBeInTheDocument();
    expect(field()).toHaveFocus();
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
    expect(query()).toBe("delete");
    await app.user.click(button);
    expect(screen.getByRole("tooltip")).toBeInTheDocument();
    await app.user.keyboard("{Escape}");
    expect(query()).toBe("delete");
  });

  it("close on the first Escape; the second clears the field, the third moves to the tools", async () => {
    const app = await renderSearch();
    await app.user.keyboard("i");
    await options();
    await app.user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(field()).toHaveValue("i");
    await app.user.keyboard("{Escape}");
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
    await app.user.keyboard("{Escape}");
    expect(screen.getAllByTestId("card")[0]).toHaveFocus();
  });

  it("close when the query changes outside of the field", async () => {
    const app = await renderSearch();
    await app.user.keyboard("h");
    await options();
    act(() => useCatalogFilter.getState().setQuery("note"));
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await app.user.keyboard("{Backspace}{ArrowDown}");
    expect(backend.completions).toHaveBeenLastCalledWith({ query: "not", cursor: 3 });
  });

  it("do not trap Tab when there are none, and show no error when they fail", async () => {
    const app = await renderSearch();
    backend.completions.mockRejectedValueOnce(new Error("no"));
    await app.user.keyboard("zzz");
    await waitFor(() => expect(backend.completions).toHaveBeenCalled());
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(screen.queryByTestId("toast")).toBeNull();
    await app.user.tab();
    expect(field()).not.toHaveFocus();
  });
});

describe("a query", () => {
  it("shows the number of results", async () => {
    const app = await renderSearch();
    await app.user.keyboard("delete");
    await waitFor(() => expect(screen.getByText("1 of 7 tools shown")).toBeInTheDocument());
    expect(screen.getByText("1 of 7 tools")).toBeInTheDocument();
  });

  it("with an invalid term shows the problem, and a click corrects it", async () => {
    const app = await renderSearch();
    await app.user.keyboard("note is:nwe");
    const problems = within(screen.getByTestId("search-problems"));
    expect(await problems.findByRole("listitem")).toHaveTextContent(/^is:nwe is not a filter; is: takes inferred, .*\. Did you mean is:new\?/);
    await app.user.click(problems.getByRole("button", { name: "is:new" }));
    expect(field()).toHaveValue("note is:new");
    expect(field()).toHaveFocus();
    await waitFor(() => expect(problems.queryByRole("listitem")).toBeNull());
  });

  it("shows no problem while the user is typing", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:");
    await options();
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:" }));
    expect(screen.getByTestId("search-problems")).toBeEmptyDOMElement();
    await app.user.keyboard("{Escape}");
    expect(screen.getByTestId("search-problems")).toHaveTextContent("is: takes inferred, declared, default, decided");
  });

  it("with an unfinished term still lists the matches of its other words", async () => {
    const app = await renderSearch();
    const shown = () => screen.getByTestId("catalog").dataset.shown;
    await app.user.keyboard("is:");
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:" }));
    await options();
    expect(shown()).toBe("7");
    await app.user.keyboard("deci");
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:deci" }));
    expect(shown()).toBe("7");
    await app.user.keyboard("ded");
    await waitFor(() => expect(shown()).toBe("1"));
  });

  it("with an invalid term matches nothing once the term is finished by a space", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:foo");
    await waitFor(() => expect(screen.getByTestId("search-problems")).toHaveTextContent("is:foo is not a filter"));
    expect(screen.getByTestId("catalog").dataset.shown).toBe("7");
    await app.user.keyboard(" ");
    await waitFor(() => expect(screen.getByTestId("catalog").dataset.shown).toBe("0"));
  });

  it("that hides the selected tool is named in the panel, which can show the tool", async () => {
    const app = await renderSearch();
    const panel = within(screen.getByTestId("panel"));
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
    expect(panel.queryByTestId("hidden-note")).toBeNull();
    await app.user.keyboard("delete");
    expect(await panel.findByTestId("hidden-note")).toHaveTextContent("The filter hides this tool.");
    await app.user.click(panel.getByRole("button", { name: "Clear filter" }));
    expect(panel.queryByTestId("hidden-note")).toBeNull();
    act(() => useCatalogFilter.getState().toggleGroup("behaviour:safe"));
    await app.user.click(await panel.findByRole("button", { name: "Expand groups" }));
    expect(panel.queryByTestId("hidden-note")).toBeNull();
  });

  it("shows the best match first without grouping", async () => {
    const app = await renderSearch();
    useCatalogFilter.getState().setGrouping("none");
    await app.user.keyboard("note i");
    const verbs = () => screen.getAllByTestId("card").map((card) => /notes_(\w+)_note/.exec(card.dataset.tool ?? "")?.[1]);
    await waitFor(() => expect(verbs()).toEqual(["list", "get", "search", "update", "delete", "create", "share"]));
  });
});

describe("the terms of a query", () => {
  it("become chips at the space after them; other words stay text", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided");
    expect(chips()).toEqual([]);
    await app.user.keyboard(" delete -has:note x");
    expect(chips()).toEqual(["is:decided", "-has:note"]);
    expect(field()).toHaveValue("delete x");
    expect(query()).toBe("is:decided -has:note delete x");
    expect(await violations()).toEqual([]);
  });

  it("are sent as one query", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided delete");
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:decided delete" }));
    await waitFor(() => expect(screen.getByText("1 of 7 tools shown")).toBeInTheDocument());
  });

  it("are removed with their button, and with Backspace before the text", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided hint:destructive server:demo note");
    await app.user.click(screen.getByRole("button", { name: "Remove hint:destructive" }));
    expect(query()).toBe("is:decided server:demo note");
    expect(field()).toHaveFocus();
    await app.user.keyboard("{Home}{Backspace}");
    expect(chips()).toEqual(["is:decided"]);
    expect(field()).toHaveValue("note");
    expect((field() as HTMLInputElement).selectionStart).toBe(0);
  });

  it("are selected and replaced together with the text", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided delete");
    await app.user.keyboard("{Control>}a{/Control}");
    expect(field()).toHaveValue("is:decided delete");
    expect((field() as HTMLInputElement).selectionEnd).toBe(17);
    await app.user.keyboard("s");
    expect(query()).toBe("s");
    await app.user.keyboard("erver:demo ");
    expect(chips()).toEqual(["server:demo"]);
  });

  it("become chips again on blur after select all", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided delete{Control>}a{/Control}");
    act(() => field().blur());
    expect(chips()).toEqual(["is:decided"]);
    expect(field()).toHaveValue("delete");
  });

  it("are recognized in a pasted query", async () => {
    const app = await renderSearch();
    await app.user.paste("is:decided note hint:destructive delete");
    expect(chips()).toEqual(["is:decided", "hint:destructive"]);
    expect(field()).toHaveValue("note delete");
  });

  it("are completed at the cursor", async () => {
    const app = await renderSearch();
    await app.user.keyboard("server:demo i");
    await waitFor(() => expect(backend.completions).toHaveBeenLastCalledWith({ query: "server:demo i", cursor: 13 }));
    await waitFor(async () => expect(await options()).toEqual(["is:"]));
    await app.user.keyboard("{Enter}");
    expect(field()).toHaveValue("is:");
    expect(query()).toBe("server:demo is:");
  });

  it("are highlighted when they are invalid", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:foo note");
    await waitFor(() => expect(screen.getByTestId("search-problems")).toHaveTextContent("is:foo is not a filter"));
    expect(screen.getByTestId("search-chips").querySelector("[data-problem]")).toHaveTextContent("is:foo");
  });
});

describe("saved filters", () => {
  const open = async (app: Awaited<ReturnType<typeof renderSearch>>) => {
    await app.user.click(screen.getByRole("button", { name: "Saved filters" }));
    return within(await screen.findByRole("dialog", { name: "Saved filters" }));
  };

  it("become the query when chosen", async () => {
    await backend.prepare("saveFilter", { name: "Mine", query: "is:decided delete" });
    const app = await renderSearch();
    const list = await open(app);
    await app.user.click(list.getByRole("button", { name: /^Mine/ }));
    expect(chips()).toEqual(["is:decided"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:decided delete" }));
  });

  it("save the current query under a name, with undo", async () => {
    const app = await renderSearch();
    await app.user.keyboard("is:decided delete");
    const list = await open(app);
    expect(list.getByText("Saved filters appear here.")).toBeInTheDocument();
    await app.user.click(list.getByRole("button", { name: "Save this filter…" }));
    await app.user.keyboard("Mine{Enter}");
    expect(backend.saveFilter).toHaveBeenCalledExactlyOnceWith({ name: "Mine", query: "is:decided delete" });
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Filter Mine saved");
    expect(within(toast).getByRole("button", { name: /Undo/ })).toBeInTheDocument();
    expect((await open(app)).getByRole("button", { name: /^Mine/ })).toHaveAttribute("aria-current", "true");
  });

  it("are removed, with undo", async () => {
    await backend.prepare("saveFilter", { name: "Mine", query: "is:decided delete" });
    const app = await renderSearch();
    const list = await open(app);
    await app.user.click(list.getByRole("button", { name: "Remove Mine" }));
    expect(backend.removeFilter).toHaveBeenCalledExactlyOnceWith({ name: "Mine" });
    expect(await screen.findByTestId("toast")).toHaveTextContent("Filter Mine removed");
    await waitFor(() => expect(list.queryByRole("button", { name: /^Mine/ })).toBeNull());
  });
});
