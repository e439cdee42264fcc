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
  render(
    <TooltipProvider>
      <HintRow hint={hint} onDecide={onDecide} onBecause={onBecause} disabled={disabled} environment={environment} />
    </TooltipProvider>,
  );
  return { onDecide, onBecause, user: userEvent.setup(USER_EVENT) };
}
const undecided = await hintOf("destructive");
const decidedNo = await hintOf("destructive", (prepare) => prepare("decide", decideHint(DELETE, "destructive", false)));
/** A hint decided by a rule, after the server changed the tool. */
const ruleWaits = () =>
  hintOf(
    "destructive",
    async (prepare) => {
      await prepare("setRule", ruleOf("demo.*_update_*", "destructive", false));
      await changeTool(prepare);
    },
    UPDATE,
  );

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

  it("says why a hint means nothing here", async () => {
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
    const waits = async (prepare: Prepare) => {
      await prepare("decide", decideHint(DELETE, "readOnly", true));
      await prepare("sendTools", { server: "demo", tools: [{ name: DELETE, description: "Delete one by its id." }] });
    };
    const { onDecide, user } = renderRow(await hintOf("readOnly", waits));
    expect(screen.getByText("Your Yes waits: the server changed the tool")).toBeInTheDocument();
    expect(screen.getByText("No", { selector: "b" })).toBeInTheDocument();
    const yes = screen.getByRole("radio", { name: "Yes" });
    expect(yes).toBeChecked();
    expect(yes).not.toHaveAttribute("data-decided");
    await user.click(yes);
    expect(onDecide).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("says whose decision waits when it is a rule's", async () => {
    renderRow(await ruleWaits());
    expect(screen.getByText(/^The No of the rule/)).toHaveTextContent("The No of the rule demo.*_update_* waits: the server changed the tool");
    expect(screen.getByRole("radio", { name: "Inherit" })).toBeChecked();
  });

  const decideNo = (prepare: Prepare, environment: string | null = null) => prepare("decide", decideHint(DELETE, "idempotent", false, { environment }));
  const addEnvironments = async (prepare: Prepare, ...names: string[]) => {
    for (const name of names) await prepare("addEnvironment", { name, copyOf: null });
  };
  it.each<[string, (prepare: Prepare) => Promise<unknown>]>([
    ["By the rule demo.*", (prepare) => prepare("setRule", ruleOf("demo.*", "idempotent", false))],
    ["The server now says the same", (prepare) => decideNo(prepare).then(() => declare(prepare, { idempotentHint: false }))],
    ["The server now says the opposite", (prepare) => decideNo(prepare).then(() => declare(prepare, { idempotentHint: true }))],
    [
      "Changed in prod, staging",
      async (prepare) => {
        await addEnvironments(prepare, "prod", "staging");
        await decideNo(prepare, "prod");
        await decideNo(prepare, "staging");
      },
    ],
    [
      "Another value in base",
      async (prepare) => {
        await addEnvironments(prepare, "prod");
        await decideNo(prepare, "prod");
        await prepare("chooseEnvironment", { environment: "prod" });
      },
    ],
  ])("says what else there is to know: %s", async (message, arrange) => {
    renderRow(await hintOf("idempotent", arrange));
    const note = screen.getByTestId("hint-idempotent").querySelector("[data-note]");
    expect(note).toHaveTextContent(message);
    expect(screen.getByRole("radiogroup").getAttribute("aria-describedby")?.split(" ")).toContain(note?.id || note?.parentElement?.id);
  });

  it("shows in the layer stack what waits, and which rule says it", async () => {
    const { user } = renderRow(await ruleWaits());
    await user.click(screen.getByRole("button", { name: "Why? Destructive" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[1]).toHaveAttribute("data-state", "waits");
    expect(layers[1]).toHaveTextContent("Suspended until the changed tool is reviewed");
    expect(within(layers[1] as HTMLElement).getByText("demo.*_update_*")).toBeInTheDocument();
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
    const { user } = renderRow(await hintOf("readOnly"), false, "prod");
    await user.click(screen.getByRole("button", { name: "Why? Read-only" }));
    const layers = within(await screen.findByRole("dialog")).getAllByRole("listitem");
    expect(layers[0]).toHaveTextContent("Override in prod");
    expect(layers[3]).toHaveTextContent("rule deleting-verb: the name contains delete; certain");
    expect(layers[3]).toHaveTextContent("also losing-phrase: the description contains cannot be restored; no, likely");
  });
});
