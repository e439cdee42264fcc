// Bulk changes: marking tools by key and by pointer, and setting hints on them as copies or as a rule.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { useCatalogFilter } from "../../shared/catalog-filter";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("bulk");
  fake.current = backend;
});

const NAMES = ["list_note", "get_note", "search_note", "create_note", "update_note", "share_note", "delete_note"];
const cardOf = (tool: string) => {
  const card = screen.getAllByTestId("card").find((c) => c.dataset.tool === `demo.home_notes_${tool}`);
  if (!card) throw new Error(`no card ${tool}`);
  return card;
};
const isMarked = (tool: string) => within(cardOf(tool)).getByRole("checkbox").getAttribute("aria-checked") === "true";
const markedNotes = () => NAMES.filter(isMarked);
const bar = () => screen.getByTestId("bulk-bar");
const popover = () => screen.getByRole("dialog", { name: "Set a hint on the selected tools" });

async function renderCards(current = "list_note") {
  const app = renderApp();
  await screen.findAllByTestId("card");
  act(() => useCatalogFilter.getState().setGrouping("none"));
  await app.user.click(cardOf(current));
  return app;
}

describe("marking", () => {
  it("marks the current tool with x, and takes the mark back", async () => {
    const app = await renderCards();
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
    await app.user.keyboard("x");
    expect(isMarked("list_note")).toBe(true);
    expect(bar()).toHaveTextContent("1 selected · ~72 tokens");
    await app.user.keyboard("x");
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("marks a range with Shift and the keys, and shrinks it again", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}{ArrowRight}J{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note", "search_note"]);
    await app.user.keyboard("{Shift>}{ArrowLeft}{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note"]);
    await app.user.keyboard("jj{Shift>}K{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note", "search_note", "create_note"]);
  });

  it("marks a range with Shift and a press, and single tools by their boxes", async () => {
    const app = await renderCards();
    await app.user.click(within(cardOf("get_note")).getByRole("checkbox"));
    expect(markedNotes()).toEqual(["get_note"]);
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_list_note");
    await app.user.keyboard("{Shift>}");
    await app.user.click(cardOf("create_note"));
    await app.user.keyboard("{/Shift}");
    expect(markedNotes()).toEqual(["get_note", "search_note", "create_note"]);
  });

  it("marks all that match with the command key and A, and clears them with Escape", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Control>}a{/Control}");
    expect(bar()).toHaveTextContent("7 selected");
    expect(within(bar()).queryByText(/that match/)).toBeNull();
    await app.user.keyboard("{Escape}");
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("keeps marks under another filter, says how many it hides, and offers the rest", async () => {
    const app = await renderCards();
    await app.user.keyboard("x");
    act(() => useCatalogFilter.getState().setQuery("etag"));
    await waitFor(() => expect(bar()).toHaveTextContent("1 selected · ~72 tokens · 1 not shown"));
    await app.user.click(within(bar()).getByRole("button", { name: "Select all 2 that match" }));
    expect(bar()).toHaveTextContent("3 selected");
    await app.user.click(within(bar()).getByRole("button", { name: /^Clear/ }));
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("forgets tools that are gone", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}");
    await backend.prepare("sendTools", { server: "demo", without: ["home_notes_list_note"] });
    await act(() => app.cache.reload());
    await waitFor(() => expect(bar()).toHaveTextContent("1 selected"));
  });

  it("has a box for all in the head of the table, also in between", async () => {
    const app = await renderCards();
    await app.user.click(screen.getByRole("button", { name: "Table" }));
    const all = () => screen.getByRole("checkbox", { name: "Mark all that match" });
    expect(all()).toHaveAttribute("aria-checked", "false");
    await app.user.keyboard("x");
    expect(all()).toHaveAttribute("aria-checked", "mixed");
    await app.user.click(all());
    expect(all()).toHaveAttribute("aria-checked", "true");
    expect(bar()).toHaveTextContent("7 selected");
    await app.user.click(all());
    expect(all()).toHaveAttribute("aria-checked", "false");
  });
});

describe("setting a hint on what is marked", () => {
  const markTwo = async (first?: string) => {
    const app = await renderCards(first);
    await app.user.keyboard("{Shift>}J{/Shift}");
    return app;
  };

  it("shows what changes, decides it once with the reason, and is undone from the toast", async () => {
    const app = await markTwo();
    const { cards } = await backend.catalog();
    await app.user.click(within(bar()).getByRole("button", { name: "Set a hint" }));
    expect(await within(popover()).findByText("2 of 2 tools change")).toBeInTheDocument();
    expect(within(popover()).getByTestId("bulk-effect")).toHaveTextContent("Yes, declared becomes Yes, decided1 tool");
    await app.user.type(within(popover()).getByLabelText("Because"), "they only read{Enter}");
    expect(await screen.findByTestId("toast")).toHaveTextContent("Read-only set to Yes on 2 tools");
    expect(backend.decideMany).toHaveBeenCalledExactlyOnceWith({
      tools: cards.slice(0, 2).map(({ server, name, seen }) => ({ server, tool: name, seen })),
      environment: null,
      change: { kind: "decide", decisions: [{ field: "hint", hint: "readOnly", value: true }] },
      because: "they only read",
      loosen: false,
    });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(bar()).toHaveTextContent("2 selected");
    await waitFor(() => expect(within(cardOf("get_note")).getByText("Read-only")).toHaveAttribute("data-mark", "decided"));
    await app.user.click(within(screen.getByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledExactlyOnceWith({ entry: 2 }));
  });

  it("opens with the hint of the key that was pressed, and gives the focus back", async () => {
    const app = await markTwo();
    await app.user.keyboard("3");
    expect(within(popover()).getByLabelText("Hint")).toHaveValue("idempotent");
    await app.user.click(within(popover()).getByRole("radio", { name: "No" }));
    await waitFor(() => expect(within(popover()).getByRole("button", { name: /^Apply to 2/ })).toBeEnabled());
    await app.user.keyboard("{Enter}");
    await waitFor(() => expect(backend.decideMany).toHaveBeenCalledOnce());
    expect(backend.decideMany.mock.calls[0]?.[0].change).toEqual({
      kind: "decide",
      decisions: [{ field: "hint", hint: "idempotent", value: false }],
    });
    expect(backend.decide).not.toHaveBeenCalled();
    expect(cardOf("get_note")).toHaveFocus();
  });

  it("says when nothing would change, and does nothing then", async () => {
    const app = await markTwo();
    await app.user.keyboard("1");
    await app.user.click(within(popover()).getByRole("radio", { name: "Inherit" }));
    expect(await within(popover()).findByText("Nothing changes")).toBeInTheDocument();
    expect(within(popover()).queryByLabelText("Because")).toBeNull();
    await app.user.keyboard("{Enter}");
    expect(backend.decideMany).not.toHaveBeenCalled();
    await app.user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(bar()).toHaveTextContent("2 selected");
  });

  it("gives a reason to what is decided already", async () => {
    const app = await markTwo("get_note");
    await app.user.keyboard(".");
    await screen.findByText("Inference accepted on 2 tools");
    await app.user.keyboard("1");
    expect(await within(popover()).findByText("Nothing changes")).toBeInTheDocument();
    await app.user.type(within(popover()).getByLabelText("Because"), "they only read");
    await app.user.click(within(popover()).getByRole("button", { name: /^Keep the reason/ }));
    await waitFor(() => expect(backend.decideMany).toHaveBeenLastCalledWith(expect.objectContaining({ because: "they only read" })));
  });

  it("names the tools it would loosen, and waits until that is confirmed on its own", async () => {
    // More loosened tools than the preview lists by name.
    backend.amend("previewBulk", ({ loosens, ...preview }) => ({ ...preview, loosens: { ...loosens, tools: loosens.tools && loosens.tools + 8 } }));
    const app = await renderCards();
    await app.user.keyboard("{Control>}a{/Control}");
    await app.user.keyboard("1");
    const box = await within(popover()).findByTestId("loosening");
    expect(box).toHaveTextContent("This loosens 12 tools");
    expect(box).toHaveTextContent("demo.home_notes_share_note: read-only Yes, though the server declares read-only No");
    expect(box).toHaveTextContent("and 8 more");
    const apply = () => within(popover()).getByRole("button", { name: /^Apply to 7/ });
    expect(apply()).toBeDisabled();
    await app.user.keyboard("{Enter}");
    expect(backend.decideMany).not.toHaveBeenCalled();
    await app.user.click(within(box).getByRole("checkbox", { name: "Loosen these tools anyway" }));
    await waitFor(() => expect(apply()).toBeEnabled());
    // A confirmation does not cover another hint or value.
    await app.user.selectOptions(within(popover()).getByLabelText("Hint"), "Destructive");
    await app.user.click(within(popover()).getByRole("radio", { name: "No" }));
    await waitFor(() => expect(within(popover()).getByTestId("loosening")).toHaveTextContent("This loosens 9 tools"));
    expect(within(popover()).getByRole("checkbox", { name: "Loosen these tools anyway" })).not.toBeChecked();
    await app.user.selectOptions(within(popover()).getByLabelText("Hint"), "Read-only");
    await app.user.click(within(popover()).getByRole("radio", { name: "Yes" }));
    await waitFor(() => expect(apply()).toBeEnabled());
    await app.user.click(apply());
    await waitFor(() => expect(backend.decideMany).toHaveBeenCalledWith(expect.objectContaining({ loosen: true })));
  });

  it("keeps one rule instead of copies, after saying what else it reaches", async () => {
    const app = await markTwo();
    await app.user.keyboard("4");
    const box = await within(popover()).findByRole("checkbox", { name: /^Keep as a rule instead of 2 copies/ });
    expect(popover()).toHaveTextContent("Tools named demo.home_notes_*_note follow it, new ones too.");
    expect(await within(popover()).findByText(/5 other tools match as well/)).toBeInTheDocument();
    await app.user.click(box);
    await app.user.click(within(popover()).getByRole("button", { name: /^Keep the rule/ }));
    await waitFor(() =>
      expect(backend.setRule).toHaveBeenCalledExactlyOnceWith({
        selector: "demo.home_notes_*_note",
        hint: "openWorld",
        value: true,
        because: null,
        environment: null,
        loosen: false,
      }),
    );
    expect(backend.decideMany).not.toHaveBeenCalled();
    expect(await screen.findByTestId("toast")).toHaveTextContent("Rule kept: demo.home_notes_*_note, Open world Yes");
  });
});

describe("keys while tools are marked", () => {
  it("reset, accept the inference and mark reviewed all of them", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}.");
    expect(await screen.findByText("Inference accepted on 2 tools")).toBeInTheDocument();
    await app.user.keyboard("0");
    expect(await screen.findByText("All hints inherit again on 2 tools")).toBeInTheDocument();
    await app.user.keyboard("a");
    expect(await screen.findByText("2 tools marked as reviewed")).toBeInTheDocument();
    expect(backend.decideMany.mock.calls.map(([input]) => input.change.kind)).toEqual(["acceptInference", "reset"]);
    expect(backend.accept.mock.calls[0]?.[0].tools.map(({ tool }) => tool)).toEqual(["home_notes_list_note", "home_notes_get_note"]);
    expect(backend.decide).not.toHaveBeenCalled();
    await app.user.keyboard("a");
    expect(await screen.findByText("All of them were reviewed already")).toBeInTheDocument();
    expect(backend.accept).toHaveBeenCalledOnce();
  });

  it("change nothing in a store that cannot be written", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds it" }));
    const app = await renderCards();
    await app.user.keyboard("x.01a");
    expect(within(bar()).queryByRole("button", { name: "Set a hint" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.decideMany).not.toHaveBeenCalled();
    expect(backend.accept).not.toHaveBeenCalled();
  });
});
