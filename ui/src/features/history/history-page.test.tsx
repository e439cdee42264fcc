// History page over a recorded backend: entries, paging, search, and undo.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import type { HistoryEntry, HistoryInput, HistoryPage as HistoryPageAnswer } from "../../backend";
import { BackendError } from "../../backend/error";
import { HistoryPage } from "./history-page";

const NAME = "demo.home_notes_get_note";

let backend: RecordedBackend;
const decide = (value: boolean) => backend.prepare("decide", decideHint("home_notes_get_note", "readOnly", value));
beforeEach(() => {
  backend = recordedBackend("history");
  fake.current = backend;
});

const entries = () => screen.getAllByTestId("history-entry");
async function renderHistory() {
  const app = renderPage(<HistoryPage />);
  await screen.findAllByTestId("history-entry");
  return app;
}

describe("the history", () => {
  it("lists changes with author, interface and time, the newest first", async () => {
    await decide(true);
    await decide(false);
    await renderHistory();
    expect(entries().map((e) => e.textContent)).toEqual([
      expect.stringMatching(new RegExp(`^demo\\.home_notes_get_note: read-only No.*anna.*Desktop app.*1 minute agoUndo$`)),
      expect.stringContaining("read-only Yes"),
      expect.stringMatching(/^Added the server demo/),
    ]);
    expect(within(entries()[0] as HTMLElement).getByText("1 minute ago")).toHaveAttribute("title", expect.stringMatching(/\d{4}.*\d\d:\d\d:\d\d/));
  });

  it("opens an entry to show before and after", async () => {
    await decide(true);
    await decide(false);
    const { user } = await renderHistory();
    await user.click(within(entries()[0] as HTMLElement).getByRole("button", { expanded: false }));
    const cells = within(entries()[0] as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["Yes", "No"]);
  });

  it("undoes an entry and marks it as undone", async () => {
    await decide(true);
    const { user } = await renderHistory();
    await user.click(screen.getByRole("button", { name: `Undo: ${NAME}: read-only Yes` }));
    expect(await screen.findByTestId("toast")).toHaveTextContent(`Undid: ${NAME}: read-only Yes`);
    expect(backend.undo).toHaveBeenCalledExactlyOnceWith({ entry: 2 });
    await waitFor(() => expect(entries()).toHaveLength(3));
    expect(entries()[1]).toHaveAttribute("data-undone");
    expect(within(entries()[1] as HTMLElement).getByText("Undone")).toBeInTheDocument();
    // The undo is a separate entry and can be undone, which is a redo.
    const undoable = screen.queryAllByRole("button", { name: /^Undo:/ }).map((button) => button.getAttribute("aria-label"));
    expect(undoable).toEqual([`Undo: undid: ${NAME}: read-only Yes`]);
  });

  it("explains why a change cannot be undone", async () => {
    const amendFirst = (irreversible: "serverAdded" | null) =>
      backend.amend("history", (page) => ({ ...page, entries: page.entries.map((entry) => ({ ...entry, irreversible })) }));
    amendFirst("serverAdded");
    const { user, unmount } = await renderHistory();
    await user.click(screen.getByRole("button", { name: /^Why this cannot be undone: added/ }));
    expect(screen.getByRole("tooltip")).toHaveTextContent("Remove the server on the Servers page instead.");
    unmount();
    amendFirst(null);
    const again = await renderHistory();
    await again.user.click(screen.getByRole("button", { name: /^Why this cannot be undone: added/ }));
    expect(screen.getByRole("tooltip")).toHaveTextContent("Make the opposite change instead.");
  });

  it("shows why a newer change is not overwritten", async () => {
    await decide(true);
    await decide(false);
    const { user } = await renderHistory();
    await user.click(screen.getByRole("button", { name: `Undo: ${NAME}: read-only Yes` }));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent(`Read-only of ${NAME} was changed since by anna`);
    expect(toast).toHaveTextContent("Nothing was changed. Undo the newer change first, or make a new decision.");
    expect(entries()).toHaveLength(3);
  });

  it("loads page by page", async () => {
    for (let at = 0; at < 60; at += 1) await decide(at % 2 === 0);
    const { user } = await renderHistory();
    expect(entries()).toHaveLength(50);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(entries()).toHaveLength(61));
    expect(backend.history.mock.calls.map(([input]) => input.before)).toEqual([null, 12]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  describe("its search", () => {
    const field = () => screen.getByRole("textbox", { name: "Search the history" });
    const requests = () => backend.history.mock.calls.map(([input]) => input).filter((input) => input.search !== undefined);
    /** Answers the requests of searches; the history itself is recorded. */
    const answerSearch = (answer: (input: HistoryInput) => HistoryPageAnswer | Promise<HistoryPageAnswer>) => {
      const recorded = backend.history.getMockImplementation() as typeof backend.history;
      backend.history.mockImplementation(async (input) => (input.search === undefined ? recorded(input) : answer(input)));
    };
    const entry = (id: number, summary: string): HistoryEntry => ({
      id, at: "2026-09-12T09:30:00Z", author: "anna", via: "CLI", summary, size: 0, undone: false, undoable: false, irreversible: null, changes: [],
    });

    it("covers all changes once the text is typed, and announces the count", async () => {
      await decide(true);
      answerSearch(() => ({ entries: [entry(1, "searched")], more: false }));
      const { user } = await renderHistory();
      await user.type(field(), " NOTE  yes ");
      // The previous entries stay until the answer.
      expect(entries()).toHaveLength(2);
      expect(await screen.findByText("1 matching change shown")).toBeInTheDocument();
      expect(screen.getByText("1 matching change shown").closest("[role=status]")).not.toBeNull();
      expect(entries()).toHaveLength(1);
      expect(requests()).toEqual([{ before: null, limit: 50, search: "NOTE  yes" }]);
      await user.keyboard("{Escape}");
      expect(await screen.findByText("2 changes shown")).toBeInTheDocument();
      expect(entries()).toHaveLength(2);
    });

    it("keeps the previous entries while it runs", async () => {
      let finish: (page: HistoryPageAnswer) => void = () => {};
      answerSearch(() => new Promise((resolve) => (finish = resolve)));
      const { user } = await renderHistory();
      await user.type(field(), "note");
      await waitFor(() => expect(requests()).toHaveLength(1));
      expect(entries()).toHaveLength(1);
      expect(screen.queryByText(/shown$/)).toBeNull();
      finish({ entries: [], more: false });
      expect(await screen.findByText("No matching changes")).toBeInTheDocument();
    });

    it("loads its entries page by page", async () => {
      answerSearch(({ before }) => (before === null ? { entries: [entry(9, "nine"), entry(7, "seven")], more: true } : { entries: [entry(3, "three")], more: false }));
      const { user } = await renderHistory();
      await user.type(field(), "note");
      await user.click(await screen.findByRole("button", { name: "Show more" }));
      await waitFor(() => expect(entries()).toHaveLength(3));
      expect(requests().map(({ before, search }) => [before, search])).toEqual([[null, "note"], [7, "note"]]);
      expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    });

    it("shows that nothing matches, and that it failed", async () => {
      answerSearch(() => ({ entries: [], more: false }));
      const { user } = await renderHistory();
      await user.type(field(), "nothing");
      expect(await screen.findByText("No matching changes")).toBeInTheDocument();
      await user.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) as HTMLElement);
      await waitFor(() => expect(entries()).toHaveLength(1));
      expect(field()).toHaveFocus();
      answerSearch(() => {
        throw new BackendError("damaged", "the store is damaged", "Restore a backup.");
      });
      await user.type(field(), "other");
      expect(await screen.findByText("The store is damaged. Restore a backup.")).toBeInTheDocument();
      expect(field()).toHaveValue("other");
    });
  });

  it("shows that there are no changes, and that loading failed", async () => {
    fake.current = recordedBackend("empty");
    const { unmount } = renderPage(<HistoryPage />);
    expect(await screen.findByText("No changes yet")).toBeInTheDocument();
    unmount();
    fake.current = backend;
    backend.history.mockRejectedValueOnce(new BackendError("damaged", "the store is damaged", "Restore a backup."));
    renderPage(<HistoryPage />);
    expect(await screen.findByText("The store is damaged. Restore a backup.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  });

  it("has no accessibility violations that axe can see", async () => {
    await decide(true);
    await decide(false);
    const { user } = await renderHistory();
    await user.click(within(entries()[0] as HTMLElement).getByRole("button", { expanded: false }));
    expect(await violations()).toEqual([]);
  });
});
