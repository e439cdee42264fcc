// The hint row by mouse and by keyboard.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { detailOf, inventTools } from "../../test/fixtures";
import type { Fake } from "../../test/fixtures";
import type { HintName, ResolvedHint } from "../backend";
import { TooltipProvider } from "../kit/tooltip";
import { HintRow } from "./hint-row";

const deleteNote = inventTools(7)[6] as Fake;
const hintOf = (fake: Fake, name: HintName): ResolvedHint =>
  detailOf(fake).hints.find((hint) => hint.hint === name) as ResolvedHint;

function renderRow(hint: ResolvedHint, disabled = false) {
  const onDecide = vi.fn<(decided: boolean | null) => void>();
  render(
    <TooltipProvider>
      <HintRow hint={hint} onDecide={onDecide} disabled={disabled} />
    </TooltipProvider>,
  );
  return { onDecide, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}
const undecided = hintOf({ ...deleteNote, decided: {} }, "destructive");
const decidedNo = hintOf({ ...deleteNote, decided: { destructive: false } }, "destructive");

describe("HintRow", () => {
  it("shows Inherit until someone decides", () => {
    renderRow(undecided);
    expect(screen.getByRole("radio", { name: "Inherit" })).toBeChecked();
    expect(screen.getByText("Yes", { selector: "b" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Reset Destructive" })).toBeNull();
  });

  it("reports a decision made with the mouse", async () => {
    const { onDecide, user } = renderRow(undecided);
    await user.click(screen.getByRole("radio", { name: "No" }));
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("is one stop of the Tab key, and arrows choose", async () => {
    const { onDecide, user } = renderRow(undecided);
    screen.getByRole("radio", { name: "Inherit" }).focus();
    expect(screen.getAllByRole("radio").filter((radio) => radio.tabIndex === 0)).toHaveLength(1);
    await user.keyboard("{ArrowRight}");
    expect(onDecide).toHaveBeenLastCalledWith(true);
    expect(screen.getByRole("radio", { name: "Yes" })).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(onDecide).toHaveBeenLastCalledWith(false);
  });

  it("marks a decision and offers the way back", async () => {
    const { onDecide, user } = renderRow(decidedNo);
    expect(screen.getByRole("radio", { name: "No" })).toHaveAttribute("data-decided");
    await user.click(screen.getByRole("button", { name: "Reset Destructive" }));
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("says why a hint means nothing here", () => {
    renderRow(hintOf({ ...deleteNote, decided: { readOnly: true } }, "destructive"));
    expect(screen.getByTestId("hint-destructive")).toHaveAttribute("data-unused");
    expect(screen.getByText(/Not used: the tool is read-only/)).toBeInTheDocument();
  });

  it("cannot be changed while the store is read-only", async () => {
    const { onDecide, user } = renderRow(decidedNo, true);
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    expect(onDecide).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Reset Destructive" })).toBeNull();
  });

  it("explains the hint when the (i) gets focus", async () => {
    renderRow(undecided);
    screen.getByRole("button", { name: "What Destructive means" }).focus();
    const tip = await screen.findByRole("tooltip");
    expect(tip).toHaveTextContent("Can this tool lose or overwrite something?");
    expect(tip).toHaveTextContent("Yes, when a writing tool leaves it out");
  });

  it("opens the layer stack from Why?", async () => {
    const { user } = renderRow(decidedNo);
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers.map((layer) => layer.dataset.state)).toEqual(["silent", "won", "silent", "lost", "lost"]);
  });
});
