// Bulk changes: marking tools by key and by pointer, and setting hints on them as copies or as a rule.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import { violations } from "../../../test/axe";
import type { AcceptPreview, BulkInput, BulkPreview } from "../../backend";
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
const inference = () => screen.getByRole("dialog", { name: "Accept inference on the selected tools" });
const popover = () => screen.getByRole("dialog", { name: "Set a hint on the selected tools" });

async function renderCards(current = "list_note") {
  const app = renderApp();
  await screen.findAllByTestId("card");
  act(() => useCatalogFilter.getState().setGrouping("none"));
  await app.user.click(cardOf(current));
  return app;
}

describe("selecting tools", () => {
  it("selects and deselects the current tool with x", async () => {
    const app = await renderCards();
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
    await app.user.keyboard("x");
    expect(isMarked("list_note")).toBe(true);
    expect(bar()).toHaveTextContent("1 selected · ~72 tokens of context");
    await app.user.keyboard("x");
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("extends and shrinks a range with Shift and the arrow keys", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}{ArrowRight}J{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note", "search_note"]);
    await app.user.keyboard("{Shift>}{ArrowLeft}{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note"]);
    await app.user.keyboard("jj{Shift>}K{/Shift}");
    expect(markedNotes()).toEqual(["list_note", "get_note", "search_note", "create_note"]);
  });

  it("selects a range with Shift+click, and single tools with their checkboxes", async () => {
    const app = await renderCards();
    await app.user.click(within(cardOf("get_note")).getByRole("checkbox"));
    expect(markedNotes()).toEqual(["get_note"]);
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_list_note");
    await app.user.keyboard("{Shift>}");
    await app.user.click(cardOf("create_note"));
    await app.user.keyboard("{/Shift}");
    expect(markedNotes()).toEqual(["get_note", "search_note", "create_note"]);
  });

  it("selects all matching tools with Ctrl+A, and clears the selection with Escape", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Control>}a{/Control}");
    expect(bar()).toHaveTextContent("7 selected");
    expect(within(bar()).queryByText(/that match/)).toBeNull();
    await app.user.keyboard("{Escape}");
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("keeps the selection under another filter, counts the hidden tools, and can select all matching tools", async () => {
    const app = await renderCards();
    await app.user.keyboard("x");
    act(() => useCatalogFilter.getState().setQuery("etag"));
    await waitFor(() => expect(bar()).toHaveTextContent("1 selected · ~72 tokens of context · 1 not shown"));
    await app.user.click(within(bar()).getByRole("button", { name: "Select all 2 that match" }));
    expect(bar()).toHaveTextContent("3 selected");
    await app.user.click(within(bar()).getByRole("button", { name: /^Clear/ }));
    expect(screen.queryByTestId("bulk-bar")).toBeNull();
  });

  it("deselects tools that the server removed", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}");
    await backend.prepare("sendTools", { server: "demo", without: ["home_notes_list_note"] });
    await act(() => app.cache.reload());
    await waitFor(() => expect(bar()).toHaveTextContent("1 selected"));
  });

  it("has a checkbox for all tools in the table header, with a mixed state", async () => {
    const app = await renderCards();
    await app.user.click(screen.getByRole("button", { name: "Table" }));
    const all = () => screen.getByRole("checkbox", { name: "Select all matching tools" });
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

/** Preview of the inference on two tools: both get decisions, one of them keeps its values. */
const INFERENCE: BulkPreview = {
  tools: 2,
  changing: 2,
  groups: [
    { hint: "idempotent", before: { value: false, mark: "assumed" }, after: { value: true, mark: "decided" }, tools: 1 },
    { hint: "openWorld", before: { value: false, mark: "decided" }, after: { value: false, mark: "decided" }, tools: 1 },
  ],
  selector: null,
  loosens: { tools: 0, examples: [] },
  contradictory: 0,
};
function previewInference(preview: BulkPreview = INFERENCE) {
  const recorded = backend.previewBulk.getMockImplementation() as (input: BulkInput) => Promise<BulkPreview>;
  backend.previewBulk.mockImplementation(async (input) => (input.change.kind === "acceptInference" ? preview : recorded(input)));
}
async function acceptInference(app: Awaited<ReturnType<typeof renderCards>>, changed = "2 tools") {
  previewInference();
  await app.user.keyboard(".");
  await waitFor(() => expect(within(inference()).getByRole("button", { name: /^Accept on 2 tools/ })).toBeEnabled());
  await app.user.keyboard("{Enter}");
  await screen.findByText(`Inference accepted on ${changed}`);
}

describe("accepting the inference on the selected tools", () => {
  it("says how many tools it makes contradictory", async () => {
    previewInference({ ...INFERENCE, contradictory: 1 });
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}.");
    expect(await within(inference()).findByText(/1 tool is then read-only and destructive at once/)).toBeVisible();
  });

  it("shows its effect first, with decisions and values counted apart", async () => {
    previewInference();
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}");
    await app.user.click(within(bar()).getByRole("button", { name: /^Accept inference/ }));
    expect(await within(inference()).findByText("2 of 2 tools get a new decision")).toBeInTheDocument();
    const effect = within(inference()).getByTestId("bulk-effect");
    expect(effect).toHaveTextContent("Idempotent:No, assumed becomes Yes, decided1 toolReplaces the value that was inferred, or the default");
    expect(effect).toHaveTextContent("Open-world:No, decided1 tool, same valueAlready your decision");
    expect(backend.decideMany).not.toHaveBeenCalled();
    expect(await violations()).toEqual([]);
    await app.user.click(within(inference()).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.decideMany).not.toHaveBeenCalled();
  });

  it("requires a confirmation if it loosens", async () => {
    previewInference({ ...INFERENCE, loosens: { tools: 1, examples: [{ server: "demo", tool: "x", summary: "destructive No" }] } });
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}.");
    const box = await within(inference()).findByRole("checkbox", { name: "Loosen this tool anyway" });
    expect(within(inference()).getByRole("button", { name: /^Accept on/ })).toBeDisabled();
    await app.user.click(box);
    expect(within(inference()).getByRole("button", { name: /^Accept on/ })).toBeEnabled();
  });
});

describe("setting a hint on the selected tools", () => {
  const choose = async (value: string) => act(() => within(popover()).getByRole("radio", { name: value }).click());

  const markTwo = async (first?: string) => {
    const app = await renderCards(first);
    await app.user.keyboard("{Shift>}J{/Shift}");
    return app;
  };

  it("previews the change, saves it with its reason in one request, and undoes it from the toast", async () => {
    const app = await markTwo();
    const { cards } = await backend.catalog();
    await app.user.click(within(bar()).getByRole("button", { name: "Set a hint" }));
    // Nothing is preselected: "Yes" would loosen.
    expect(popover()).toHaveTextContent("Choose a value to see its effect.");
    expect(within(popover()).queryByRole("radio", { checked: true })).toBeNull();
    expect(within(popover()).getByRole("button", { name: /^Apply/ })).toBeDisabled();
    await choose("Yes");
    expect(await within(popover()).findByText("2 of 2 tools get a new decision")).toBeInTheDocument();
    expect(within(popover()).getByTestId("bulk-effect")).toHaveTextContent("Yes, declared becomes Yes, decided1 tool");
    await app.user.type(within(popover()).getByLabelText("Reason"), "they only read{Enter}");
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

  it("opens with the hint of the pressed key, and restores the focus", async () => {
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

  it("shows that nothing would change, and sends no request", async () => {
    const app = await markTwo();
    await app.user.keyboard("1");
    await app.user.click(within(popover()).getByRole("radio", { name: "Inherit" }));
    expect(await within(popover()).findByText("No changes")).toBeInTheDocument();
    expect(within(popover()).queryByLabelText("Reason")).toBeNull();
    await app.user.keyboard("{Enter}");
    expect(backend.decideMany).not.toHaveBeenCalled();
    await app.user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(bar()).toHaveTextContent("2 selected");
  });

  it("saves a reason for existing decisions", async () => {
    const app = await markTwo("get_note");
    await acceptInference(app);
    await app.user.keyboard("1");
    await choose("Yes");
    expect(await within(popover()).findByText("No changes")).toBeInTheDocument();
    await app.user.type(within(popover()).getByLabelText("Reason"), "they only read");
    await app.user.click(within(popover()).getByRole("button", { name: /^Save reason/ }));
    await waitFor(() => expect(backend.decideMany).toHaveBeenLastCalledWith(expect.objectContaining({ because: "they only read" })));
  });

  it("lists the tools that it would loosen, and requires a separate confirmation", async () => {
    // More loosened tools than the preview lists by name.
    backend.amend("previewBulk", ({ loosens, ...preview }) => ({ ...preview, loosens: { ...loosens, tools: loosens.tools && loosens.tools + 8 } }));
    const app = await renderCards();
    await app.user.keyboard("{Control>}a{/Control}");
    await app.user.keyboard("1");
    expect(within(popover()).queryByTestId("loosening")).toBeNull();
    await choose("Yes");
    const box = await within(popover()).findByTestId("loosening");
    expect(box).toHaveTextContent("This loosens 12 tools");
    expect(box).toHaveTextContent("demo.home_notes_share_note: read-only Yes, though the server declares read-only No");
    expect(box).toHaveTextContent("Clients treat them as less dangerous and may then call them without asking you.");
    expect(box).toHaveTextContent("and 8 more, which are not listed");
    const apply = () => within(popover()).getByRole("button", { name: /^Apply to 7/ });
    expect(apply()).toBeDisabled();
    await app.user.keyboard("{Enter}");
    expect(backend.decideMany).not.toHaveBeenCalled();
    await app.user.click(within(box).getByRole("checkbox", { name: "Loosen these tools anyway" }));
    await waitFor(() => expect(apply()).toBeEnabled());
    // A confirmation does not cover another hint or value.
    await app.user.selectOptions(within(popover()).getByLabelText("Hint"), "Destructive");
    expect(within(popover()).queryByRole("radio", { checked: true })).toBeNull();
    await app.user.click(within(popover()).getByRole("radio", { name: "No" }));
    await waitFor(() => expect(within(popover()).getByTestId("loosening")).toHaveTextContent("This loosens 9 tools"));
    expect(within(popover()).getByRole("checkbox", { name: "Loosen these tools anyway" })).not.toBeChecked();
    await app.user.selectOptions(within(popover()).getByLabelText("Hint"), "Read-only");
    await app.user.click(within(popover()).getByRole("radio", { name: "Yes" }));
    // Nor does it cover a new preview of the same change.
    const again = await within(popover()).findByRole("checkbox", { name: "Loosen these tools anyway" });
    expect(again).not.toBeChecked();
    await app.user.click(again);
    await waitFor(() => expect(apply()).toBeEnabled());
    await app.user.click(apply());
    await waitFor(() => expect(backend.decideMany).toHaveBeenCalledWith(expect.objectContaining({ loosen: true })));
  });

  it("saves one rule instead of decisions, and shows which other tools match", async () => {
    const app = await markTwo();
    await app.user.keyboard("4");
    await choose("Yes");
    const box = await within(popover()).findByRole("checkbox", { name: /^Save as a rule instead of 2 decisions/ });
    expect(popover()).toHaveTextContent("The rule applies to all tools named demo.home_notes_*_note, including new ones.");
    expect(await within(popover()).findByText(/5 other tools match as well/)).toBeInTheDocument();
    await app.user.click(box);
    expect(within(popover()).getByTestId("bulk-effect")).toHaveTextContent(/^The rule matches 7 tools and changes (all of them|\d of them)/);
    await app.user.click(within(popover()).getByRole("button", { name: /^Save rule/ }));
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
    expect(await screen.findByTestId("toast")).toHaveTextContent("Rule saved: demo.home_notes_*_note, Open-world Yes");
  });
});

describe("shortcuts with selected tools", () => {
  it("reset, accept inference and mark as reviewed all selected tools", async () => {
    const app = await renderCards();
    await app.user.keyboard("{Shift>}J{/Shift}");
    // What is inferred about the other tool has no meaning, because it is declared read-only.
    await acceptInference(app, "1 tool");
    await app.user.keyboard("0");
    expect(await screen.findByText("All hints reset on 1 tool")).toBeInTheDocument();
    await app.user.keyboard("a");
    await within(screen.getByRole("dialog", { name: "Accept 2 tools" })).findByText("2 of 2 tools get a new decision");
    await app.user.keyboard("{Enter}");
    expect(await screen.findByText("2 tools marked as reviewed")).toBeInTheDocument();
    expect(backend.decideMany.mock.calls.map(([input]) => input.change.kind)).toEqual(["acceptInference", "reset"]);
    expect(backend.accept.mock.calls[0]?.[0].tools.map(({ tool }) => tool)).toEqual(["home_notes_list_note", "home_notes_get_note"]);
    expect(backend.decide).not.toHaveBeenCalled();
    await app.user.keyboard("a");
    expect(await screen.findByText("All selected tools are already reviewed")).toBeInTheDocument();
    expect(backend.accept).toHaveBeenCalledOnce();
  });

  it("mark a single tool as reviewed at once, or after a dialog if that loosens a hint", async () => {
    const app = await renderCards();
    const examples = [{ server: "demo", tool: "home_notes_list_note", summary: "read-only Yes, though No is inferred" }];
    const preview: AcceptPreview = { tools: 1, deciding: 0, groups: [], loosens: { tools: 1, examples } };
    backend.previewAccept.mockResolvedValueOnce(preview).mockResolvedValueOnce(preview);
    backend.previewAccept.mockResolvedValue({ ...preview, loosens: { tools: 0, examples: [] } });
    backend.accept.mockResolvedValue({ changed: 1, entry: 2 });
    await app.user.keyboard("xa");
    const dialog = await screen.findByRole("dialog", { name: "Accept List Note" });
    expect(await within(dialog).findByText("No new decisions")).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: /^Accept 1 tool/ })).toBeDisabled();
    await app.user.keyboard("{Escape}");
    expect(backend.accept).not.toHaveBeenCalled();
    await app.user.keyboard("a");
    expect(await screen.findByText("1 tool marked as reviewed")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ loosen: false }));
  });

  it("change nothing in a read-only store", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds it" }));
    const app = await renderCards();
    await app.user.keyboard("x.01a");
    expect(within(bar()).queryByRole("button", { name: "Set a hint" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.decideMany).not.toHaveBeenCalled();
    expect(backend.accept).not.toHaveBeenCalled();
  });
});
