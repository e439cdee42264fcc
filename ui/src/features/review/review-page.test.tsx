// Tests of the review page with recorded engine responses: queue order, drift, accepting, shortcuts, rendered rows.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint, keyOf } from "../../../test/inputs";
import { repeatCards } from "../../../test/many-tools";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { prepareReviewStates, READER } from "../../../test/review-states";
import { BackendError } from "../../backend/error";
import { useAppearance } from "../../shared/appearance";
import { cardId } from "../../shared/tool-id";
import { ReviewPage } from "./review-page";

const DELETE = "demo.home_notes_delete_note";
const UPDATE = "demo.home_notes_update_note";
/** The server declares it read-only, though its name says that it sends something. */
const SHARE = "demo.home_notes_share_note";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("review");
  fake.current = backend;
  await prepareReviewStates(backend);
});

async function renderReview() {
  const app = renderPage(<ReviewPage />);
  await waitFor(() => expect(screen.getByTestId("stage")).toBeInTheDocument());
  return app;
}
const options = () => screen.getAllByRole("option");
const option = (tool: string) => options().find((o) => o.dataset.tool === tool);
const showing = (tool: string) => waitFor(() => expect(screen.getByTestId("stage")).toHaveAttribute("data-tool", tool));
const line = (hint: string) => screen.getByTestId(`hint-${hint}`);
const segment = (hint: string, name: string) => within(line(hint)).getByRole("radio", { name });
/** Fingerprint of the definition that the page shows. */
const seenOf = async (tool: string) => (await backend.catalog()).cards.find((card) => cardId(card) === tool)?.seen;
const select = async (app: Awaited<ReturnType<typeof renderReview>>, tool: string) => {
  const row = option(tool);
  if (!row) throw new Error(`no ${tool} in the queue`);
  await app.user.click(row);
  await showing(tool);
};

describe("the queue", () => {
  it("starts with drifted tools, the most dangerous first, and counts the reviewed ones", async () => {
    await renderReview();
    await showing(DELETE);
    expect(options().slice(0, 2).map((o) => o.dataset.tool)).toEqual([DELETE, UPDATE]);
    expect(option(DELETE)).toHaveAttribute("aria-selected", "true");
    expect(screen.getByTestId("queue")).toHaveTextContent(/Drifted 2.*Declared and inferred differ 1.*New 1.*Never reviewed 2/);
    expect(screen.getByRole("progressbar", { name: "Review progress" })).toHaveAttribute("aria-valuenow", "1");
    expect(screen.getByTestId("progress")).toHaveTextContent("1 of 7 reviewed");
  });

  it("announces the selected tool to screen readers", async () => {
    const { user } = await renderReview();
    expect(screen.getByText("Delete Note, 1 of 6 to review")).toBeInTheDocument();
    await user.keyboard("j");
    expect(screen.getByText("Update Note, 2 of 6 to review").closest("[role=status]")).not.toBeNull();
  });

  it("supports the arrow keys, j and k", async () => {
    const { user } = await renderReview();
    await user.keyboard("j");
    await showing(UPDATE);
    await user.keyboard("k");
    await showing(DELETE);
    screen.getByTestId("queue").focus();
    await user.keyboard("{ArrowDown}");
    await showing(UPDATE);
    expect(screen.getByTestId("queue")).toHaveAttribute("aria-activedescendant", option(UPDATE)?.id);
  });

  it("can be sorted", async () => {
    const { user } = await renderReview();
    await user.click(screen.getByRole("button", { name: "Sort Most dangerous first" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Name" }));
    expect(screen.getByRole("button", { name: "Sort Name" })).toBeInTheDocument();
    const titles = options().map((o) => o.querySelector("bdi")?.textContent ?? "");
    expect(titles).toEqual([...titles].sort());
    expect(screen.getByTestId("queue")).toHaveTextContent(/^To review 6/);
    expect(options()[0]).toHaveAttribute("aria-selected", "true");
    await showing(options()[0]?.dataset.tool ?? "");
  });

  it("has rows of the current density", async () => {
    await renderReview();
    const tops = () => options().slice(0, 2).map((row) => Number(/translateY\((\d+)px\)/.exec(row.style.transform)?.[1]));
    const distance = () => (tops()[1] ?? 0) - (tops()[0] ?? 0);
    expect(distance()).toBe(28);
    act(() => useAppearance.setState({ density: "compact" }));
    expect(distance()).toBe(24);
  });

  it("renders a few rows of ten thousand at any scroll position", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, cards: repeatCards(catalog.cards, 10_000) }));
    backend.amend("reviewQueue", ({ items, ...queue }) => {
      const more = repeatCards(items.map((item) => item.card), 10_000).slice(items.length);
      return { ...queue, items: [...items, ...more.map((card) => ({ card, group: "unreviewed" as const, agrees: false, calls: 0 }))] };
    });
    await renderReview();
    const list = screen.getByTestId("queue");
    for (const top of [0, 100_000, 279_000]) {
      act(() => {
        list.scrollTop = top;
        list.dispatchEvent(new Event("scroll"));
      });
      expect(options().length).toBeGreaterThan(20);
      expect(options().length).toBeLessThan(60);
    }
  });

  it("shows that all tools are reviewed, that there are none, and that loading failed", async () => {
    backend.reviewQueue.mockResolvedValueOnce({ items: [], reviewed: 4, total: 4, agreeing: 0, removed: [], proposedNotes: [] });
    const { unmount } = renderPage(<ReviewPage />);
    expect(await screen.findByText("Nothing to review")).toBeInTheDocument();
    unmount();
    backend.reviewQueue.mockResolvedValueOnce({ items: [], reviewed: 0, total: 0, agreeing: 0, removed: [], proposedNotes: [] });
    const none = renderPage(<ReviewPage />);
    expect(await screen.findByText("No tools yet")).toBeInTheDocument();
    none.unmount();
    backend.reviewQueue.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Put it back."));
    const { user } = renderPage(<ReviewPage />);
    expect(await screen.findByText("The disk is gone. Put it back.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await showing(DELETE);
  });
});

describe("the selected tool", () => {
  it("shows the changes of the server word by word, with their risks", async () => {
    await renderReview();
    await showing(DELETE);
    expect(screen.getByRole("heading", { name: /The server changed this tool since anna reviewed it on 12 September/ })).toBeInTheDocument();
    const drift = screen.getByTestId("drift");
    expect(drift.querySelector("del")).toHaveTextContent("can");
    expect(drift.querySelector("ins")).toHaveTextContent("cannot");
    expect(drift).toHaveTextContent("It may now overwrite changes that were made in the meantime.");
  });

  it("shows a message when the earlier definition was deleted", async () => {
    backend.amend("tool", (tool) => ({ ...tool, drift: tool.drift && { ...tool.drift, unknown: true, changes: [] } }));
    const app = await renderReview();
    await select(app, UPDATE);
    expect(screen.getByText(/Hintsmith no longer has the earlier definition/)).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: /since the last decision/ })).toBeInTheDocument();
  });

  it("shows description and parameters first, before the hints and the clients", async () => {
    const app = await renderReview();
    await select(app, UPDATE);
    const blocks = screen.getByTestId("stage").querySelectorAll("section > h3");
    const titles = [...blocks].map((heading) => heading.firstChild?.textContent?.trim());
    expect(titles.slice(0, 2)).toEqual(["Description", "Parameters"]);
    expect(titles.indexOf("Hints")).toBeGreaterThan(1);
    expect(titles.at(-1)).toBe("What clients will do");
    const [parameter] = (await backend.tool({ server: "demo", tool: "home_notes_update_note" })).parameters;
    const list = screen.getByTestId("review-parameters");
    expect(list).toHaveTextContent(`${parameter?.name} ${parameter?.kind}, required`);
    expect(list).toHaveTextContent(parameter?.declared ?? "No description");
  });

  it("lists many parameters after a press only", async () => {
    backend.amend("tool", (tool) => {
      const [first] = tool.parameters;
      return { ...tool, parameters: first ? Array.from({ length: 9 }, (_, at) => ({ ...first, name: `p${at}` })) : [] };
    });
    const { user } = await renderReview();
    await showing(DELETE);
    const rows = () => within(screen.getByTestId("review-parameters")).getAllByRole("listitem");
    expect(rows()).toHaveLength(6);
    await user.click(screen.getByRole("button", { name: "Show all 9" }));
    expect(rows()).toHaveLength(9);
  });

  it("shows declared beside inferred values, and marks differences", async () => {
    await renderReview();
    await showing(DELETE);
    const cells = within(line("destructive")).getAllByRole("cell");
    expect(cells[0]).toHaveTextContent("No");
    expect(cells[1]).toHaveTextContent(/Yes.*differs/);
    expect(within(line("readOnly")).getAllByRole("cell")[0]).toHaveTextContent("Unset");
  });

  it("shows the strongest signal as a sentence, and the others in a tooltip", async () => {
    await renderReview();
    await showing(DELETE);
    const because = within(line("readOnly")).getAllByRole("cell")[2] as HTMLElement;
    expect(because).toHaveTextContent(/^The name contains delete\. Certain\. 2 more signals/);
    expect(because).not.toHaveTextContent("deleting-verb");
    within(because).getByRole("button").focus();
    const tip = await screen.findByRole("tooltip");
    expect(tip).toHaveTextContent("No: the description starts with delete (very likely) deleting-verb");
  });

  it("shows client behaviour with the declared hints and with the decisions", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    const table = screen.getByTestId("clients");
    expect(within(table).getAllByRole("columnheader").map((h) => h.textContent)).toEqual(["Client", "With declared hints", "With your decisions"]);
    const codex = within(table).getByRole("row", { name: /^Codex, auto/ });
    expect(codex).toHaveTextContent("Runs at once: destructiveHint and openWorldHint are false");
    expect(codex).toHaveTextContent("Asks: destructiveHint is true");
    await user.click(segment("destructive", "No"));
    await waitFor(() => expect(within(table).getByRole("row", { name: /^Codex, auto/ })).not.toHaveAttribute("data-differs"));
  });

  it("shows that a decision is suspended, the value until then, and the new declared value", async () => {
    await renderReview();
    await showing(DELETE);
    expect(line("idempotent")).toHaveTextContent("Your Yes is suspended until you accept the tool. Until then, Yes applies anyway.");
    expect(segment("idempotent", "Yes")).toHaveAttribute("data-waits");
    expect(segment("idempotent", "Yes")).not.toHaveAttribute("data-decided");
    expect(segment("destructive", "Yes")).toHaveAttribute("data-decided");
    expect(line("destructive")).toHaveTextContent("The server now declares the opposite");
  });

  it("keeps a suspended decision when it is chosen again, and still shows the drift", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    await user.click(segment("idempotent", "Yes"));
    expect(backend.decide).toHaveBeenCalledExactlyOnceWith({
      server: "demo",
      tool: "home_notes_delete_note",
      environment: null,
      seen: await seenOf(DELETE),
      decisions: [{ field: "hint", hint: "idempotent", value: true }],
      because: null,
    });
    await waitFor(() => expect(segment("idempotent", "Yes")).toHaveAttribute("data-decided"));
    expect(screen.getByTestId("drift")).toBeInTheDocument();
    expect(backend.tool).toHaveBeenCalledTimes(1);
    expect(backend.reviewQueue).toHaveBeenCalledTimes(1);
  });

  it("accepts the inference in one call, only for hints without a declaration or decision", async () => {
    const app = await renderReview();
    await select(app, UPDATE);
    await app.user.keyboard(".");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledTimes(1));
    expect(backend.decide.mock.calls[0]?.[0].decisions).toEqual([
      { field: "hint", hint: "readOnly", value: false },
      { field: "hint", hint: "idempotent", value: true },
      { field: "hint", hint: "openWorld", value: false },
    ]);
    expect(await screen.findByTestId("toast")).toHaveTextContent("Inference accepted on Update Note: Read-only No, Idempotent Yes, Open-world No");
  });

  it("cycles with 1 to 4 and resets with 0", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    await user.keyboard("2");
    await waitFor(() => expect(segment("destructive", "No")).toBeChecked());
    await user.keyboard("0");
    await waitFor(() => expect(segment("destructive", "Inherit")).toBeChecked());
    expect(segment("openWorld", "Inherit")).toBeChecked();
    expect(backend.decide).toHaveBeenCalledTimes(2);
  });
});

describe("accepting", () => {
  it("selects the next tool at once, and lists the tool as reviewed", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const answer = backend.accept.getMockImplementation();
    backend.accept.mockImplementationOnce(async (input) => {
      await gate;
      if (!answer) throw new Error("no answer");
      return answer(input);
    });
    await user.keyboard("a");
    await showing(UPDATE);
    expect(option(DELETE)).toHaveTextContent("Reviewed");
    expect(screen.getByTestId("progress")).toHaveTextContent("2 of 7 reviewed");
    await act(async () => release());
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith({
      tools: [{ server: "demo", tool: "home_notes_delete_note", seen: await seenOf(DELETE) }],
      environment: null,
      loosen: false,
    });
    expect(await screen.findByTestId("toast")).toHaveTextContent("Delete Note accepted; your suspended decisions apply again");
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("progress")).toHaveTextContent("2 of 7 reviewed"));
    expect(option(DELETE)).toHaveAttribute("data-done");
  });

  it("can be followed by Back, which returns to the accepted tool, and Skip, which goes on", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    expect(screen.getByRole("button", { name: /^Back/ })).toBeDisabled();
    await user.keyboard("a");
    await showing(UPDATE);
    await screen.findByText(/^Delete Note accepted/);
    await user.click(screen.getByRole("button", { name: /^Back/ }));
    await showing(DELETE);
    expect(await screen.findByRole("button", { name: "Review again" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Skip/ }));
    await showing(UPDATE);
  });

  it("explains what accepting does", async () => {
    await renderReview();
    expect(screen.getByText(/Accepting confirms your decisions for the current definition of the tool and saves its effective hints as your decisions/)).toBeInTheDocument();
  });

  it("returns the tool to the queue when the request fails", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    backend.accept.mockRejectedValueOnce(new BackendError("readOnly", "the store can only be read", ""));
    await user.click(screen.getByTestId("accept"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The store can only be read");
    await waitFor(() => expect(option(DELETE)).not.toHaveAttribute("data-done"));
  });

  it("is undone and redone with the keyboard", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    await user.keyboard("a");
    await screen.findByText(/^Delete Note accepted/);
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText(`Undid: accepted ${DELETE}`)).toBeInTheDocument();
    expect(option(DELETE)).not.toHaveAttribute("data-done");
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(await screen.findByText(`Redid: accepted ${DELETE}`)).toBeInTheDocument();
    expect(option(DELETE)).toHaveAttribute("data-done");
  });

  it("accepts all tools where declared and inferred agree after a dialog that shows their values, with one undo", async () => {
    const { user } = await renderReview();
    const { agreeing } = await backend.reviewQueue();
    await user.click(screen.getByRole("button", { name: `Accept ${agreeing} where declared and inferred agree` }));
    const dialog = screen.getByRole("dialog", { name: "Accept 2 tools" });
    expect(await within(dialog).findByText("2 of 2 tools get a new decision")).toBeInTheDocument();
    expect(dialog).toHaveTextContent("Read-only:Yes, declared becomes Yes, decided2 tools");
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    expect(within(dialog).queryByTestId("loosening")).toBeNull();
    expect(backend.accept).not.toHaveBeenCalled();
    expect(await violations()).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: /^Accept 2 tools/ }));
    expect(screen.queryByRole("dialog")).toBeNull();
    const tools = ["home_notes_get_note", "home_notes_search_note"];
    const seen = await Promise.all(tools.map(async (tool) => ({ ...keyOf(tool), seen: await seenOf(`demo.${tool}`) })));
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith({ tools: seen, environment: null, loosen: false });
    expect(await screen.findByText(`${agreeing} tools accepted where declared and inferred agree`)).toBeInTheDocument();
    expect(screen.getByTestId("progress")).toHaveTextContent(`${agreeing + 1} of 7 reviewed`);
    expect(screen.queryByTestId("accept-agreeing")).toBeNull();
    await user.click(within(screen.getByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(screen.getByTestId("progress")).toHaveTextContent("1 of 7 reviewed"));
  });

  it("of agreeing tools is confirmed with Enter and cancelled with Escape, without single-key shortcuts meanwhile", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    const open = () => user.click(screen.getByTestId("accept-agreeing"));
    await open();
    await screen.findByText("2 of 2 tools get a new decision");
    await user.keyboard("aj");
    await showing(DELETE);
    // The key was already down when the dialog opened.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter", repeat: true });
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByTestId("accept-agreeing")).toHaveFocus();
    expect(backend.accept).not.toHaveBeenCalled();
    await open();
    await screen.findByText("2 of 2 tools get a new decision");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("2 tools accepted where declared and inferred agree")).toBeInTheDocument();
  });

  it("of a tool asks first if that loosens a hint, and goes on to the next tool afterwards", async () => {
    const app = await renderReview();
    await select(app, SHARE);
    await app.user.keyboard("a");
    const dialog = await screen.findByRole("dialog", { name: "Accept Share Note" });
    expect(await within(dialog).findByText("This loosens 1 tool")).toBeInTheDocument();
    expect(dialog).toHaveTextContent(`${SHARE}: read-only Yes, though No is inferred`);
    const accept = within(dialog).getByRole("button", { name: /^Accept 1 tool/ });
    expect(accept).toBeDisabled();
    await app.user.keyboard("{Enter}");
    expect(backend.accept).not.toHaveBeenCalled();
    await showing(SHARE);
    expect(screen.getByTestId("progress")).toHaveTextContent("1 of 7 reviewed");
    await app.user.click(within(dialog).getByRole("checkbox", { name: "Loosen this tool anyway" }));
    expect(accept).toBeEnabled();
    await app.user.keyboard("{Enter}");
    await showing("demo.home_notes_print_note");
    expect(await screen.findByTestId("toast")).toHaveTextContent(/^Share Note accepted: [A-Z]/);
    const tools = [{ ...keyOf("home_notes_share_note"), seen: await seenOf(SHARE) }];
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith({ tools, environment: null, loosen: true });
    await app.user.click(screen.getByRole("button", { name: /^Back/ }));
    await showing(SHARE);
  });

  it("asks about one tool at a time", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const loosens = { tools: 1, examples: [{ ...keyOf("home_notes_delete_note"), summary: "destructive No" }] };
    backend.previewAccept.mockImplementation(async () => {
      await gate;
      return { tools: 1, deciding: 1, groups: [], loosens };
    });
    await user.keyboard("a");
    await showing(UPDATE);
    await user.keyboard("a");
    await showing(SHARE);
    await act(async () => release());
    expect(await screen.findByRole("dialog", { name: "Accept Delete Note" })).toBeInTheDocument();
    await showing(DELETE);
    expect(await screen.findByText(/^Update Note was not accepted, because that loosens a hint/)).toBeInTheDocument();
    expect(screen.getByTestId("progress")).toHaveTextContent("1 of 7 reviewed");
    expect(backend.accept).not.toHaveBeenCalled();
  });

  it("shows the tool again if the user cancels", async () => {
    const app = await renderReview();
    await select(app, SHARE);
    await app.user.click(screen.getByTestId("accept"));
    const dialog = await screen.findByRole("dialog", { name: "Accept Share Note" });
    await app.user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await showing(SHARE);
    expect(screen.getByTestId("progress")).toHaveTextContent("1 of 7 reviewed");
    expect(backend.accept).not.toHaveBeenCalled();
  });

  it("returns the tool to the queue when its preview fails", async () => {
    const { user } = await renderReview();
    await showing(DELETE);
    backend.previewAccept.mockRejectedValueOnce(new BackendError("conflict", "the server changed the tool", ""));
    await user.keyboard("a");
    expect(await screen.findByTestId("toast")).toHaveTextContent("The server changed the tool");
    await waitFor(() => expect(option(DELETE)).not.toHaveAttribute("data-done"));
    expect(backend.accept).not.toHaveBeenCalled();
  });

  it("can be revoked for a reviewed tool", async () => {
    const app = await renderReview();
    await showing(DELETE);
    await app.user.keyboard("a");
    await showing(UPDATE);
    await screen.findByText(/^Delete Note accepted/);
    await select(app, DELETE);
    await app.user.click(await screen.findByRole("button", { name: "Review again" }));
    await waitFor(() => expect(backend.reopenReview).toHaveBeenCalledOnce());
    await waitFor(() => expect(option(DELETE)).not.toHaveAttribute("data-done"));
  });
});

/** The server renames a tool with three decisions and removes one with a single decision. */
async function removeTools() {
  const [get, fetch, search] = ["home_notes_get_note", "home_notes_fetch_note", "home_notes_search_note"] as const;
  const decisions = [
    { field: "hint", hint: "readOnly", value: true },
    { field: "hint", hint: "openWorld", value: true },
    { field: "title", value: "Read a note" },
  ] as const;
  await backend.prepare("decide", { ...decideHint(get, "readOnly", true), decisions: [...decisions] });
  await backend.prepare("decide", decideHint(search, "readOnly", true));
  await backend.prepare("sendTools", { server: "demo", tools: [{ name: fetch, ...READER }], without: [get, search] });
}

describe("removed tools", () => {
  const MOVE = { server: "demo", from: "home_notes_get_note", to: "home_notes_fetch_note" };

  it("offer to move their decisions to the renamed tool", async () => {
    await removeTools();
    const { user } = await renderReview();
    const removed = screen.getByTestId("removed-tools");
    expect(removed).toHaveTextContent("3 decisions apply again if the tool returns");
    expect(removed).toHaveTextContent("1 decision applies again if the tool returns");
    expect(within(removed).getAllByRole("button")).toHaveLength(1);
    await user.click(within(removed).getByRole("button", { name: "Move decisions to home_notes_fetch_note" }));
    expect(backend.moveDecisions).toHaveBeenCalledExactlyOnceWith({ ...MOVE, loosen: false });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await screen.findByText("3 decisions moved from home_notes_get_note to home_notes_fetch_note")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId("removed-tools")).not.toHaveTextContent("home_notes_get_note"));
  });

  it("ask before moving their decisions loosens a hint", async () => {
    await removeTools();
    const examples = [{ ...keyOf("home_notes_fetch_note"), summary: "read-only Yes, though the server declares read-only No" }];
    backend.previewMove.mockResolvedValue({ tools: 1, examples });
    backend.moveDecisions.mockResolvedValue({ changed: 6, entry: 6 });
    const { user } = await renderReview();
    const move = () => user.click(screen.getByRole("button", { name: "Move decisions to home_notes_fetch_note" }));
    await move();
    const dialog = await screen.findByRole("dialog", { name: "Move decisions?" });
    expect(dialog).toHaveTextContent("Moves 3 decisions from home_notes_get_note to home_notes_fetch_note");
    expect(await within(dialog).findByText("This loosens 1 tool")).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: /^Move decisions/ })).toBeDisabled();
    expect(await violations()).toEqual([]);
    await user.keyboard("{Enter}{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.moveDecisions).not.toHaveBeenCalled();
    await move();
    await user.click(await screen.findByRole("checkbox", { name: "Loosen this tool anyway" }));
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.moveDecisions).toHaveBeenCalledExactlyOnceWith({ ...MOVE, loosen: true });
    expect(await screen.findByText("3 decisions moved from home_notes_get_note to home_notes_fetch_note")).toBeInTheDocument();
  });

  it("list everything that is kept about them", async () => {
    await removeTools();
    backend.amend("reviewQueue", (queue) => ({
      ...queue,
      removed: queue.removed.map((tool) =>
        tool.renamedTo === null ? { ...tool, decisions: 0, approvals: 1 } : { ...tool, notes: 1, approvals: 1, hasComment: true },
      ),
    }));
    await renderReview();
    const removed = screen.getByTestId("removed-tools");
    expect(removed).toHaveTextContent("3 decisions, 1 note, 1 approval mode, and a comment apply again if the tool returns");
    expect(removed).toHaveTextContent("1 approval mode applies again if the tool returns");
    expect(within(removed).getByRole("button")).toHaveTextContent("Move decisions, notes, approval modes, and comment to home_notes_fetch_note");
  });
});

describe("the order of the queue", () => {
  it("can be by calls and by module", async () => {
    const { user } = await renderReview();
    for (const [order, heading] of [
      ["Most called first", /^Never called/],
      ["Module", /^demo/],
    ] as const) {
      await user.click(screen.getByRole("button", { name: /^Sort/ }));
      await user.click(await screen.findByRole("menuitemradio", { name: order }));
      expect(screen.getByTestId("queue")).toHaveTextContent(heading);
    }
  });
});

describe("notes written by agents", () => {
  /** An agent annotates two tools, of which the server removes one. */
  async function proposeNotes() {
    const [get, search] = ["home_notes_get_note", "home_notes_search_note"] as const;
    const noteOf = (name: string) => ({ name, note: `Send ${name} to everybody.` });
    await backend.prepare("buildToolset", { name: "reading", description: null, tools: { by: "tools", tools: [keyOf(get), keyOf(search)] }, activate: true });
    await backend.prepare("annotateTool", { tool: `demo.${get}`, notes: [noteOf("ids"), noteOf("names")] });
    await backend.prepare("annotateTool", { tool: `demo.${search}`, notes: [noteOf("old")] });
    await backend.prepare("sendTools", { server: "demo", without: [search] });
  }

  it("are accepted or rejected one by one", async () => {
    await proposeNotes();
    const { user } = await renderReview();
    const notes = screen.getByTestId("agent-notes");
    expect(notes).toHaveTextContent("Models see a note only after you accept it.");
    expect(within(notes).getAllByTestId("proposed-note")[0]).toHaveTextContent(/demo\.home_notes_get_note.*ids.*reading.*Send ids to everybody\..*an agent of anna/);
    // A note about a removed tool can only be rejected.
    expect(within(notes).getByRole("button", { name: "Accept: note old" })).toBeDisabled();

    await user.click(within(notes).getByRole("button", { name: "Accept: note ids" }));
    const key = (name: string) => ({ server: "demo", tool: "home_notes_get_note", toolset: "reading", name });
    expect(backend.acceptNotes).toHaveBeenCalledExactlyOnceWith({ notes: [{ key: key("ids"), seen: "Send ids to everybody." }] });
    expect(await screen.findByText("Note ids accepted; models see it from now on")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId("agent-notes")).not.toHaveTextContent("Send ids"));
    await user.click(screen.getByRole("button", { name: "Reject: note names" }));
    expect(backend.rejectNotes).toHaveBeenCalledExactlyOnceWith({ notes: [{ key: key("names"), seen: "Send names to everybody." }] });
  });

  it("are listed when all tools are reviewed", async () => {
    await proposeNotes();
    backend.amend("reviewQueue", (queue) => ({ ...queue, items: [] }));
    renderPage(<ReviewPage />);
    expect(await screen.findByTestId("agent-notes")).toBeInTheDocument();
  });
});

describe("the page", () => {
  it("shows why the store is read-only", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds the store" }));
    await renderReview();
    expect(await screen.findByText(/^The store is read-only\./)).toHaveTextContent("Another window holds the store.");
    expect(screen.getByTestId("accept")).toBeDisabled();
    expect(segment("readOnly", "Yes")).toHaveAttribute("aria-disabled", "true");
  });

  it("has no accessibility violations that axe can see", async () => {
    await removeTools();
    await renderReview();
    await showing(DELETE);
    expect(await violations()).toEqual([]);
  });
});
