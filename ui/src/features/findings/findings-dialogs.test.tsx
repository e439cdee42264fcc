// Tests of the dialogs: apply many fixes, suppress a finding and remove the suppression.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderFindings } from "../../../test/render-findings";
import type { FindingsInput } from "../../backend";
import { BackendError } from "../../backend/error";

const SUPPRESSED = { server: "demo", tool: "home_notes_search_note", rule: "title-missing", reason: "The server sets it at run time." };

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("findings");
  fake.current = backend;
  await backend.prepare("suppress", SUPPRESSED);
});

const EVERYTHING: FindingsInput = { profile: null, severity: null, server: null, rule: null, text: "", suppressed: false, order: "severity" };
const rows = () => screen.getAllByTestId("finding");
const detail = () => within(screen.getByTestId("finding-detail"));
const decided = () => within(screen.getByRole("table", { name: "Changes" })).getAllByRole("row").slice(1);

async function openFixes() {
  const app = await renderFindings();
  await app.user.click(screen.getByRole("button", { name: "Apply 2 safe fixes" }));
  await waitFor(() => expect(screen.getByTestId("fixes-sum")).toHaveTextContent("2 fixes on 2 tools"));
  return app;
}

describe("all fixes at once", () => {
  it("are previewed, applied as previewed, and undone as one", async () => {
    const { user } = await openFixes();
    expect(decided().map((one) => one.textContent)).toEqual([
      "demo.home_notes_create_noteSet the title to “Create Note”Safe",
      "demo.home_notes_delete_noteSet Read-only to NoSafe",
    ]);
    expect(backend.applyFixes).not.toHaveBeenCalled();
    await user.click(screen.getByTestId("confirm-fixes"));
    await waitFor(() =>
      expect(backend.applyFixes).toHaveBeenCalledExactlyOnceWith({
        fixes: { filter: EVERYTHING, includeUnsafe: false },
        environment: null,
        seen: expect.any(String) as string,
      }),
    );
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Fixed 2 tools");
    // Two findings are fixed and a third with them; new findings report that the tools are not reviewed.
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(screen.queryByTestId("fixes-dialog")).toBeNull();
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(rows()).toHaveLength(6));
    expect(backend.undo).toHaveBeenCalledWith({ entry: 4 });
  });

  it("include unsafe fixes only on request", async () => {
    const { user } = await openFixes();
    const unsafeFixes = screen.getByRole("switch", { name: "Include unsafe fixes, which follow from inference (2)" });
    expect(unsafeFixes).toHaveAttribute("aria-checked", "false");
    await user.click(unsafeFixes);
    await waitFor(() => expect(screen.getByTestId("fixes-sum")).toHaveTextContent("3 fixes on 3 tools"));
    expect(backend.previewFixes).toHaveBeenLastCalledWith({ filter: EVERYTHING, includeUnsafe: true });
    expect(decided()[1]).toHaveTextContent("Set Read-only to No, Destructive to NoUnsafe");
    await user.click(screen.getByRole("button", { name: "Apply 3 fixes" }));
    await waitFor(() => expect(backend.applyFixes).toHaveBeenCalledOnce());
    expect(backend.applyFixes.mock.lastCall?.[0].fixes.includeUnsafe).toBe(true);
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  it("follow the filters of the page", async () => {
    const { user } = await renderFindings();
    await user.click(screen.getByRole("button", { name: "Errors 1" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Apply 1 safe fix" }));
    await waitFor(() => expect(backend.previewFixes).toHaveBeenCalledWith({ filter: { ...EVERYTHING, severity: "error" }, includeUnsafe: false }));
  });

  it("are previewed again after a conflict, without applying anything", async () => {
    const { user } = await openFixes();
    await backend.prepare("decide", { ...decideHint("home_notes_create_note", "readOnly", null), decisions: [{ field: "title", value: "Write a note" }] });
    await user.click(screen.getByTestId("confirm-fixes"));
    expect(await screen.findByText(/The findings changed while this dialog was open, so no fix was applied/)).toBeInTheDocument();
    // The dialog shows the conflict, so there is no toast.
    expect(screen.queryByTestId("toast")).toBeNull();
    await waitFor(() => expect(backend.previewFixes).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(screen.getByTestId("confirm-fixes")).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Apply 1 fix" }));
    await waitFor(() => expect(rows()).toHaveLength(5));
    const [first, second] = backend.applyFixes.mock.calls.map(([input]) => input.seen);
    expect(second).not.toBe(first);
  });

  it("that fail for another reason show the error", async () => {
    backend.applyFixes.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Make room."));
    const { user } = await openFixes();
    await user.click(screen.getByTestId("confirm-fixes"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The disk is full");
    expect(screen.queryByText(/The findings changed/)).toBeNull();
  });

  it("of one rule include unsafe fixes only after the switch is on", async () => {
    const { user } = await renderFindings();
    await user.keyboard("j");
    await user.click(detail().getByRole("button", { name: "Fix all for this rule…" }));
    expect(await screen.findByText("No safe fixes. Unsafe fixes are not included.")).toBeInTheDocument();
    expect(backend.previewFixes).toHaveBeenLastCalledWith({ filter: { ...EVERYTHING, rule: "behaviour-not-said" }, includeUnsafe: false });
    expect(screen.getByTestId("confirm-fixes")).toBeDisabled();
    await user.click(await screen.findByRole("switch", { name: "Include unsafe fixes, which follow from inference (1)" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Apply 1 fix" })).toBeEnabled());
  });

  it("cannot be applied while another preview is loading", async () => {
    const { user } = await openFixes();
    backend.previewFixes.mockReturnValueOnce(new Promise(() => undefined));
    await user.click(screen.getByTestId("include-unsafe"));
    await waitFor(() => expect(screen.getByTestId("confirm-fixes")).toBeDisabled());
  });
});

describe("suppressing", () => {
  it("requires a reason, and shows the error only after submitting without one", async () => {
    const { user } = await renderFindings();
    await user.click(detail().getByRole("button", { name: /^Suppress…/ }));
    const dialog = within(await screen.findByTestId("suppress-dialog"));
    expect(dialog.getByText(/The finding no longer counts.*“Suppressed” on the findings page/)).toBeInTheDocument();
    expect(dialog.queryByText(/Enter a reason/)).toBeNull();
    await user.type(dialog.getByLabelText("Reason"), "   ");
    await user.click(dialog.getByRole("button", { name: "Suppress" }));
    expect(dialog.getByText(/Enter a reason/)).toBeInTheDocument();
    expect(backend.suppress).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText("Reason"), "The server mends it next week.{Enter}");
    await waitFor(() =>
      expect(backend.suppress).toHaveBeenCalledExactlyOnceWith({
        server: "demo",
        tool: "home_notes_delete_note",
        rule: "contradictory-hints",
        reason: "The server mends it next week.",
      }),
    );
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(screen.queryByTestId("suppress-dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Suppressed 2" })).toBeInTheDocument();
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("contradictory-hints suppressed on demo.home_notes_delete_note");
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(rows()).toHaveLength(6));
  });

  it("can be removed where the suppressed findings are listed", async () => {
    const { user } = await renderFindings();
    await user.click(screen.getByRole("button", { name: "Suppressed 1" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(detail().getByRole("button", { name: /^Remove suppression/ }));
    await waitFor(() =>
      expect(backend.unsuppress).toHaveBeenCalledExactlyOnceWith({ server: "demo", tool: "home_notes_search_note", rule: "title-missing" }),
    );
    expect(await screen.findByTestId("toast")).toHaveTextContent("Suppression of title-missing on demo.home_notes_search_note removed");
    expect(await screen.findByText("No matching findings")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(rows()).toHaveLength(7));
  });
});
