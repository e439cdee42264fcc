// The hint row by mouse and by keyboard.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { detailOf, inventTools } from "../../test/fixtures";
import type { Fake } from "../../test/fixtures";
import { USER_EVENT } from "../../test/virtual-clock";
import type { HintName, ResolvedHint } from "../backend";
import { TooltipProvider } from "../kit/tooltip";
import { HintRow } from "./hint-row";

const deleteNote = inventTools(7)[6] as Fake;
const hintOf = (fake: Fake, name: HintName): ResolvedHint =>
  detailOf(fake).hints.find((hint) => hint.hint === name) as ResolvedHint;

function renderRow(hint: ResolvedHint, disabled = false, environment: string | null = null) {
  const onDecide = vi.fn<(decided: boolean | null) => void>();
  const onBecause = vi.fn<(because: string | null) => void>();
  render(
    <TooltipProvider>
      <HintRow hint={hint} onDecide={onDecide} onBecause={onBecause} disabled={disabled} environment={environment} />
    </TooltipProvider>,
  );
  return { onDecide, onBecause, user: userEvent.setup(USER_EVENT) };
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
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("radio", { name: "Inherit" })).toHaveFocus();
    expect(onDecide.mock.calls).toEqual([[true], [false]]);
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

  it("says that a decision waits, outlines it, and lets it be made again", async () => {
    const hint = hintOf({ ...deleteNote, decided: { idempotent: true }, inferred: {}, suspended: ["idempotent"] }, "idempotent");
    const { onDecide, user } = renderRow(hint);
    expect(screen.getByText("Your Yes waits: the server changed the tool")).toBeInTheDocument();
    expect(screen.getByText("No", { selector: "b" })).toBeInTheDocument();
    const yes = screen.getByRole("radio", { name: "Yes" });
    expect(yes).toBeChecked();
    expect(yes).not.toHaveAttribute("data-decided");
    await user.click(yes);
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("says whose decision waits when it is a rule's", () => {
    const ruled = { readOnly: { value: true, rule: "demo.delete_*" } };
    renderRow(hintOf({ ...deleteNote, decided: {}, ruled, suspended: ["readOnly"] }, "readOnly"));
    expect(screen.getByText(/^The Yes of the rule/)).toHaveTextContent("The Yes of the rule demo.delete_* waits: the server changed the tool");
    expect(screen.getByRole("radio", { name: "Inherit" })).toBeChecked();
  });

  it.each([
    [{ ruled: { idempotent: { value: false, rule: "demo.*" } } }, "By the rule demo.*"],
    [{ decided: { idempotent: false }, overtaken: { idempotent: "redundant" } }, "The server now says the same"],
    [{ decided: { idempotent: false }, overtaken: { idempotent: "contradicted" } }, "The server now says the opposite"],
    [{ elsewhere: { idempotent: ["prod", "staging"] } }, "Changed in prod, staging"],
    [{ elsewhere: { idempotent: ["base"] } }, "Another value in base"],
  ] satisfies [Partial<Fake>, string][])("says what else there is to know: %o", (over, words) => {
    renderRow(hintOf({ ...deleteNote, decided: {}, ...over }, "idempotent"));
    const note = screen.getByTestId("hint-idempotent").querySelector("[data-note]");
    expect(note).toHaveTextContent(words);
    expect(screen.getByRole("radiogroup").getAttribute("aria-describedby")?.split(" ")).toContain(note?.id || note?.parentElement?.id);
  });

  it("shows in the layer stack what waits, and which rule says it", async () => {
    const ruled = { readOnly: { value: true, rule: "demo.delete_*" } };
    const { user } = renderRow(hintOf({ ...deleteNote, decided: {}, ruled, suspended: ["readOnly"] }, "readOnly"));
    await user.click(screen.getByRole("button", { name: "Why? Read-only" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[1]).toHaveAttribute("data-state", "waits");
    expect(layers[1]).toHaveTextContent("Suspended until somebody looks at the changed tool");
    expect(within(layers[1] as HTMLElement).getByText("demo.delete_*")).toBeInTheDocument();
  });

  it("takes a reason for a decision: Enter saves it, Escape does not", async () => {
    const { onBecause, user } = renderRow(decidedNo);
    await user.click(screen.getByRole("button", { name: "Add a reason for Destructive" }));
    const field = screen.getByRole("textbox", { name: "Why is Destructive decided so?" });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("maxlength", "300");
    await user.keyboard("never mind{Escape}");
    expect(onBecause).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Add a reason for Destructive" })).toHaveFocus();
    await user.keyboard("{Enter}it keeps a copy {Enter}");
    expect(onBecause).toHaveBeenCalledExactlyOnceWith("it keeps a copy");
  });

  it("saves a reason when its field is left, and removes it when it is emptied", async () => {
    const { onBecause, user } = renderRow({ ...decidedNo, because: "it keeps a copy" });
    expect(screen.getByTestId("because")).toHaveTextContent("Because it keeps a copy");
    await user.click(screen.getByRole("button", { name: "Edit the reason for Destructive" }));
    await user.clear(screen.getByRole("textbox"));
    await user.tab();
    expect(onBecause).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("asks for no reason where nothing is decided, and offers no edit while the store is read-only", () => {
    renderRow(undecided);
    expect(screen.queryByRole("button", { name: /reason/ })).toBeNull();
    renderRow({ ...decidedNo, because: "it keeps a copy" }, true);
    expect(screen.getByTestId("because")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /reason/ })).toBeNull();
  });

  it("names rule, evidence and certainty in the layer stack, and the environment", async () => {
    const { user } = renderRow(hintOf({ ...deleteNote, decided: {} }, "readOnly"), false, "prod");
    await user.click(screen.getByRole("button", { name: "Why? Read-only" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[0]).toHaveTextContent("Override in prod");
    expect(layers[3]).toHaveTextContent("rule delete-verb: the name says delete; certain");
    expect(layers[3]).toHaveTextContent("also opening-phrase: the description begins with delete; no, likely");
  });
});
