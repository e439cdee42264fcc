// History page over a recorded backend: entries, paging, and undo.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
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

  it("is filtered by text, tool and author, and announces the count", async () => {
    await decide(true);
    await decide(false);
    const { user } = await renderHistory();
    await user.type(screen.getByRole("textbox", { name: "Search the history" }), "NOTE yes");
    // The newest entry changed Yes to No.
    expect(entries().map((e) => e.textContent)).toEqual([expect.stringContaining("read-only No"), expect.stringContaining("read-only Yes")]);
    expect(screen.getByText("2 of 3 changes shown").closest("[role=status]")).not.toBeNull();
    await user.clear(screen.getByTestId("search-history"));
    await user.type(screen.getByTestId("search-history"), "anna added");
    expect(entries()).toHaveLength(1);
    await user.type(screen.getByTestId("search-history"), " nothing");
    expect(screen.getByText("No matching changes")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(entries()).toHaveLength(3);
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
