// HintRow with mouse and keyboard.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { decideHint, keyOf, ruleOf } from "../../test/inputs";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { USER_EVENT } from "../../test/virtual-clock";
import type { HintName, ResolvedHint } from "../backend";
import { TooltipProvider } from "../kit/tooltip";
import { HintRow } from "./hint-row";

const DELETE = "home_notes_delete_note";
const UPDATE = "home_notes_update_note";
type Prepare = RecordedBackend["prepare"];
const nothing = async () => undefined;

/** Hint of a tool as the engine resolves it after the commands of `arrange`. */
async function hintOf(hint: HintName, arrange: (prepare: Prepare) => Promise<unknown> = nothing, tool = DELETE): Promise<ResolvedHint> {
  const backend = recordedBackend("hints");
  await arrange(backend.prepare);
  const { hints } = await backend.tool(keyOf(tool));
  return hints.find((one) => one.hint === hint) as ResolvedHint;
}
const declare = (prepare: Prepare, annotations: object) => prepare("sendTools", { server: "demo", tools: [{ name: DELETE, annotations }] });
const CHANGED = { name: UPDATE, description: "Change all fields. Needs the current etag." };
const changeTool = (prepare: Prepare) => prepare("sendTools", { server: "demo", tools: [CHANGED] });

function renderRow(hint: ResolvedHint, disabled = false, environment: string | null = null) {
  const onDecide = vi.fn<(decided: boolean | null) => void>();
  const onBecause = vi.fn<(because: string | null) => void>();
  const onMark = vi.fn<(wrong: boolean) => void>();
  render(
    <TooltipProvider>
      <HintRow hint={hint} onDecide={onDecide} onBecause={onBecause} onMark={onMark} disabled={disabled} environment={environment} />
    </TooltipProvider>,
  );
  return { onDecide, onBecause, onMark, user: userEvent.setup(USER_EVENT) };
}
const undecided = await hintOf("destructive");
const decidedNo = await hintOf("destructive", (prepare) => prepare("decide", decideHint(DELETE, "destructive", false)));
/** A hint decided by a rule, after the server changed the tool. */
const suspendedRule = () =>
  hintOf(
    "destructive",
    async (prepare) => {
      await prepare("setRule", ruleOf("demo.*_update_*", "destructive", false));
      await changeTool(prepare);
    },
    UPDATE,
  );

describe("HintRow", () => {
  it("shows Inherit without a decision", () => {
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

  it("is one Tab stop, and the arrow keys select", async () => {
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

  it("marks a decision and can reset it", async () => {
    const { onDecide, user } = renderRow(decidedNo);
    expect(screen.getByRole("radio", { name: "No" })).toHaveAttribute("data-decided");
    await user.click(screen.getByRole("button", { name: "Reset Destructive" }));
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("shows why a hint has no effect", async () => {
    renderRow(await hintOf("destructive", (prepare) => prepare("decide", decideHint(DELETE, "readOnly", true))));
    expect(screen.getByTestId("hint-destructive")).toHaveAttribute("data-unused");
    expect(screen.getByText(/Not used: the tool is read-only/)).toBeInTheDocument();
  });

  it("cannot be changed while the store is read-only", async () => {
    const { onDecide, user } = renderRow(decidedNo, true);
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    expect(onDecide).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Reset Destructive" })).toBeNull();
  });

  it("explains the hint when the (i) button gets focus", async () => {
    renderRow(undecided);
    screen.getByRole("button", { name: "What Destructive means" }).focus();
    const tip = await screen.findByRole("tooltip");
    expect(tip).toHaveTextContent("Can this tool delete or overwrite something?");
    expect(tip).toHaveTextContent("Yes for a writing tool, if the server does not declare it");
  });

  it("opens the layer stack from Why?", async () => {
    const { user } = renderRow(decidedNo);
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers.map((layer) => layer.dataset.state)).toEqual(["silent", "won", "silent", "lost", "lost"]);
  });

  it("shows the reasons for and against the guess in Why?, and marks it as wrong", async () => {
    const reading = await hintOf("readOnly", (prepare) =>
      prepare("sendTools", { server: "demo", tools: [{ name: DELETE, description: "Shows a note. Does not modify it." }] }),
    );
    const { onMark, user } = renderRow(reading);
    await user.click(screen.getByRole("button", { name: "Why? Read-only" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/^the name contains/).closest("li")).toHaveTextContent(/For: the name contains delete; likely \(deleting-verb\)/);
    expect(dialog.getAllByText("Against")).toHaveLength(2);
    await user.click(dialog.getByRole("button", { name: "This guess is wrong: Read-only" }));
    expect(onMark).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("offers no mark while the store is read-only", async () => {
    const { user } = renderRow(undecided, true);
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    await screen.findByRole("dialog");
    expect(screen.queryByRole("button", { name: /guess is wrong/ })).toBeNull();
  });

  it("shows a suspended decision, outlines it, and lets the user make it again", async () => {
    const suspendDecision = async (prepare: Prepare) => {
      await prepare("decide", decideHint(DELETE, "readOnly", true));
      await prepare("sendTools", { server: "demo", tools: [{ name: DELETE, description: "Delete one by its id." }] });
    };
    const { onDecide, user } = renderRow(await hintOf("readOnly", suspendDecision));
    expect(screen.getByText("Your Yes is suspended: the server changed the tool")).toBeInTheDocument();
    expect(screen.getByText("No", { selector: "b" })).toBeInTheDocument();
    const yes = screen.getByRole("radio", { name: "Yes" });
    expect(yes).toBeChecked();
    expect(yes).not.toHaveAttribute("data-decided");
    await user.click(yes);
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("shows the rule whose decision is suspended", async () => {
    renderRow(await suspendedRule());
    expect(screen.getByText(/^The No from the rule/)).toHaveTextContent("The No from the rule demo.*_update_* is suspended: the server changed the tool");
    expect(screen.getByRole("radio", { name: "Inherit" })).toBeChecked();
  });

  const decideNo = (prepare: Prepare, environment: string | null = null) => prepare("decide", decideHint(DELETE, "idempotent", false, { environment }));
  const addEnvironments = async (prepare: Prepare, ...names: string[]) => {
    for (const name of names) await prepare("addEnvironment", { name, copyOf: null });
  };
  it.each<[string, (prepare: Prepare) => Promise<unknown>]>([
    ["Set by the rule demo.*", (prepare) => prepare("setRule", ruleOf("demo.*", "idempotent", false))],
    ["The server now declares the same value", (prepare) => decideNo(prepare).then(() => declare(prepare, { idempotentHint: false }))],
    ["The server now declares the opposite", (prepare) => decideNo(prepare).then(() => declare(prepare, { idempotentHint: true }))],
    [
      "Changed in prod, staging",
      async (prepare) => {
        await addEnvironments(prepare, "prod", "staging");
        await decideNo(prepare, "prod");
        await decideNo(prepare, "staging");
      },
    ],
    [
      "Different in base",
      async (prepare) => {
        await addEnvironments(prepare, "prod");
        await decideNo(prepare, "prod");
        await prepare("chooseEnvironment", { environment: "prod" });
      },
    ],
  ])("shows a note: %s", async (message, arrange) => {
    renderRow(await hintOf("idempotent", arrange));
    const note = screen.getByTestId("hint-idempotent").querySelector("[data-note]");
    expect(note).toHaveTextContent(message);
    expect(screen.getByRole("radiogroup").getAttribute("aria-describedby")?.split(" ")).toContain(note?.id || note?.parentElement?.id);
  });

  it("shows the suspended layer and its rule in the layer stack", async () => {
    const { user } = renderRow(await suspendedRule());
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[1]).toHaveAttribute("data-state", "waits");
    expect(layers[1]).toHaveTextContent("Suspended until you review the changed tool");
    expect(within(layers[1] as HTMLElement).getByText("demo.*_update_*")).toBeInTheDocument();
  });

  it("saves the reason of a decision on Enter and discards it on Escape", async () => {
    const { onBecause, user } = renderRow(decidedNo);
    await user.click(screen.getByRole("button", { name: "Add a reason for Destructive" }));
    const field = screen.getByRole("textbox", { name: "Reason for Destructive" });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("maxlength", "300");
    await user.keyboard("never mind{Escape}");
    expect(onBecause).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Add a reason for Destructive" })).toHaveFocus();
    await user.keyboard("{Enter}it keeps a copy {Enter}");
    expect(onBecause).toHaveBeenCalledExactlyOnceWith("it keeps a copy");
  });

  it("saves a reason on blur, and removes it if the field is empty", async () => {
    const { onBecause, user } = renderRow({ ...decidedNo, because: "it keeps a copy" });
    expect(screen.getByTestId("because")).toHaveTextContent("Reason: it keeps a copy");
    await user.click(screen.getByRole("button", { name: "Edit the reason for Destructive" }));
    await user.clear(screen.getByRole("textbox"));
    await user.tab();
    expect(onBecause).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("offers no reason without a decision, and no edit while the store is read-only", () => {
    renderRow(undecided);
    expect(screen.queryByRole("button", { name: /reason/ })).toBeNull();
    renderRow({ ...decidedNo, because: "it keeps a copy" }, true);
    expect(screen.getByTestId("because")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /reason/ })).toBeNull();
  });

  it("shows the environment, and rule, evidence and certainty in the layer stack", async () => {
    const { user } = renderRow(await hintOf("readOnly"), false, "prod");
    await user.click(screen.getByRole("button", { name: "Why? Read-only" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[0]).toHaveTextContent("Decision in prod");
    expect(layers[3]).toHaveTextContent("For: the name contains delete; certain (deleting-verb)");
    expect(layers[3]).toHaveTextContent("For: the description starts with delete; very likely (deleting-verb)");
  });
});
