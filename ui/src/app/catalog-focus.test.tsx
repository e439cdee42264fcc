// Integration tests of the window: where focus and filter are after a dialog, an acceptance, and a change of the page.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { keyOf } from "../../test/inputs";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";

const LIST = "demo.home_notes_list_note";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("app");
  fake.current = backend;
});

const cardOf = (tool: string) => {
  const card = screen.getAllByTestId("card").find((one) => one.dataset.tool === tool);
  if (!card) throw new Error(`no card ${tool}`);
  return card;
};

async function renderWithSelected(tool: string) {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  await app.user.click(cardOf(tool));
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", tool));
  return app;
}

it("stays on the tool when the user cancels the dialog that the A key opened", async () => {
  const examples = [{ ...keyOf("home_notes_list_note"), summary: "read-only Yes, though No is inferred" }];
  backend.previewAccept.mockResolvedValue({ tools: 1, deciding: 1, groups: [], loosens: { tools: 1, examples } });
  const { user } = await renderWithSelected(LIST);
  await user.keyboard("a");
  await screen.findByRole("checkbox", { name: "Loosen this tool anyway" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(cardOf(LIST)).toHaveFocus();
  expect(cardOf(LIST)).toHaveAttribute("aria-selected", "true");
});

it("moves the focus to the card when accepting replaces the focused button", async () => {
  let isReviewed = false;
  backend.amend("tool", (tool) => (isReviewed ? { ...tool, review: { ...tool.review, state: "reviewed" as const } } : tool));
  backend.accept.mockImplementation(async () => {
    isReviewed = true;
    return { changed: 1, entry: 2 };
  });
  const { user } = await renderWithSelected(LIST);
  await user.click(within(screen.getByTestId("panel")).getByRole("button", { name: /^Accept a$/ }));
  await screen.findByRole("button", { name: "Review again" });
  await waitFor(() => expect(cardOf(LIST)).toHaveFocus());
});

it("moves the focus to the heading of the page that a shortcut opens", async () => {
  backend.reviewQueue.mockResolvedValue({ items: [], reviewed: 21, total: 21, agreeing: 0, removed: [], proposedNotes: [] });
  const { user } = await renderWithSelected(LIST);
  await user.keyboard("{Control>}1{/Control}");
  expect(within(screen.getByTestId("review")).getByRole("heading", { level: 1 })).toHaveFocus();
});

it("replaces the filter when the user chooses a server", async () => {
  const { user } = await renderWithSelected(LIST);
  await user.type(screen.getByTestId("search"), "delete ");
  await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
  await user.click(screen.getByTestId("nav-server-demo"));
  await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21"));
  expect(screen.getByTestId("search")).toHaveValue("");
});

it("describes what Discard resets, and that it can be undone", async () => {
  backend.amend("catalog", (catalog) => ({ ...catalog, changes: { count: 2, lastExport: { target: "json", path: "/home/anna/hints.json", at: "2026-09-12T10:00:00Z" } } }));
  renderApp();
  const discard = await screen.findByTestId("ask-discard");
  expect(discard).toHaveAttribute("title", "Reset decisions to the last export. Asks first, and can be undone.");
});
