// The search field as a combobox, and what is said about a query that is not understood.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import type { FakeWindow } from "../../../test/fake-window";
import { fakeWindow } from "../../../test/fake-window";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";
import { useView } from "../../shared/view-state";

vi.mock("../../backend", async () => (await import("../../../test/mock-backend")).mockedBackend());

let backend: FakeWindow;
beforeEach(() => {
  backend = fakeWindow();
  fake.current = backend;
});

const field = () => screen.getByRole("combobox", { name: "Search tools" });
const options = async () => (await screen.findAllByRole("option")).map((option) => option.querySelector("code")?.textContent);

async function renderSearch() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  await app.user.click(field());
  return app;
}

describe("suggestions", () => {
  it("come while typing, and are not there before", async () => {
    const app = await renderSearch();
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await app.user.keyboard("h");
    expect(await options()).toEqual(["has:", "hint:"]);
    expect(backend.completions).toHaveBeenLastCalledWith({ query: "h", cursor: 1 });
    expect(field()).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByText("2 suggestions")).toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it("are walked with the arrows and taken with Enter; a key leads to its values", async () => {
    const app = await renderSearch();
    await app.user.keyboard("h");
    await options();
    await app.user.keyboard("{ArrowDown}");
    const active = field().getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)).toHaveTextContent("hint:");
    await app.user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}{Backspace}is{Enter}");
    expect(field()).toHaveValue("is:");
    await waitFor(async () => expect(await options()).toContain("is:overridden"));
    await app.user.keyboard("o");
    await waitFor(async () => expect(await options()).toEqual(["is:overridden"]));
    await app.user.keyboard("{Tab}");
    expect(field()).toHaveValue("is:overridden ");
    expect(field()).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("replace the word at the cursor, wherever that stands", async () => {
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

  it("are taken with the pointer, and focus stays", async () => {
    const app = await renderSearch();
    await app.user.keyboard("ser");
    await options();
    await app.user.click(screen.getByRole("option", { name: /server:/ }));
    expect(field()).toHaveValue("server:");
    expect(field()).toHaveFocus();
  });

  it("Escape closes them first, then clears, then leaves", async () => {
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
    expect(field()).not.toHaveFocus();
  });

  it("let Tab go on when nothing is suggested, and are silent when they fail", async () => {
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
  it("says how many it finds", async () => {
    const app = await renderSearch();
    await app.user.keyboard("delete");
    await waitFor(() => expect(screen.getByText("1 of 7 tools shown")).toBeInTheDocument());
    expect(screen.getByText("1 of 7 tools")).toBeInTheDocument();
  });

  it("that is not understood is explained, and corrected by a press", async () => {
    const app = await renderSearch();
    await app.user.keyboard("note is:foo");
    const problems = within(screen.getByTestId("search-problems"));
    expect(await problems.findByRole("listitem")).toHaveTextContent("is:foo: there is no such state. Did you mean is:new?");
    await app.user.click(problems.getByRole("button", { name: "is:new" }));
    expect(field()).toHaveValue("note is:new");
    expect(field()).toHaveFocus();
    await waitFor(() => expect(problems.queryByRole("listitem")).toBeNull());
  });

  it("is not called wrong while it is still being typed", async () => {
    const app = await renderSearch();
    backend.search.mockImplementation(async ({ query }) => ({
      revision: 1,
      matches: [],
      problems: [{ term: query, message: "it takes a state", suggestion: null }],
    }));
    await app.user.keyboard("is:");
    await options();
    await waitFor(() => expect(backend.search).toHaveBeenLastCalledWith({ query: "is:" }));
    expect(screen.getByTestId("search-problems")).toBeEmptyDOMElement();
    await app.user.keyboard("{Escape}");
    expect(screen.getByTestId("search-problems")).toHaveTextContent("is:: it takes a state.");
  });

  it("shows the best match first where nothing is grouped", async () => {
    const app = await renderSearch();
    backend.search.mockImplementation(async () => ({ revision: 1, matches: [5, 0, 3], problems: [] }));
    useView.getState().setGrouping("none");
    await app.user.keyboard("note");
    await waitFor(() =>
      expect(screen.getAllByTestId("card").map((card) => card.dataset.tool)).toEqual([
        "demo.home_notes_share_note",
        "demo.home_notes_list_note",
        "demo.home_notes_create_note",
      ]),
    );
  });
});
