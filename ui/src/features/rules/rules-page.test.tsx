// Rules in the whole window: the table with the effect of each rule, and the form with its preview.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ruleOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { elapse } from "../../../test/virtual-clock";
import type { RuleView } from "../../backend";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("rules");
  fake.current = backend;
});

/** Saves four rules: one that decides, one suspended on a tool, one that matches nothing, and one in an environment. */
async function saveFourRules() {
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
  await backend.prepare("addEnvironment", { name: "staging", copyOf: null });
  await backend.prepare("setRule", ruleOf("demo.*_get_*", "readOnly", true, { because: "reading a note changes nothing" }));
  await backend.prepare("setRule", ruleOf("demo.*_delete_*", "destructive", false));
  await backend.prepare("setRule", ruleOf("github.create_*", "readOnly", false));
  await backend.prepare("setRule", ruleOf("*.*_share_*", "openWorld", false, { environment: "prod" }));
  await backend.prepare("sendTools", { server: "demo", tools: [{ name: "home_notes_delete_note", description: "Delete one for good." }] });
}

async function renderRules() {
  const app = renderApp({ view: "rules" });
  await screen.findByTestId("rule-selector");
  return app;
}
const effect = () => screen.getByTestId("rule-effect");
const save = () => screen.getByTestId("rule-save");
const row = (index: number) => screen.getAllByTestId("rule")[index] as HTMLElement;

describe("the table", () => {
  it("shows the decision, environment and effect of each rule, and why a rule is redundant", async () => {
    await saveFourRules();
    await renderRules();
    await screen.findAllByTestId("rule");
    expect(row(0)).toHaveTextContent("Suspended on 1 tool: changed by the server and not reviewed since.");
    expect(row(1)).toHaveTextContent("demo.*_get_*");
    expect(row(1)).toHaveTextContent("Reason: reading a note changes nothing");
    expect(within(row(1)).getAllByRole("cell").slice(2, 5).map((cell) => cell.textContent)).toEqual(["base", "3", "3"]);
    expect(within(row(1)).getByText("Read-only")).toHaveAttribute("data-mark", "decided");
    expect(row(2)).toHaveTextContent("Read-only: No");
    expect(row(2)).toHaveTextContent("Redundant: no tool matches.");
    expect(within(row(3)).getAllByRole("cell")[2]).toHaveTextContent("prod");
  });

  it("removes a rule at once and offers undo", async () => {
    await saveFourRules();
    const app = await renderRules();
    await screen.findAllByTestId("rule");
    await app.user.click(screen.getByRole("button", { name: "Remove *.*_share_*, Open-world, prod" }));
    expect(backend.removeRule).toHaveBeenCalledWith({ selector: "*.*_share_*", hint: "openWorld", environment: "prod" });
    expect(await screen.findByTestId("toast")).toHaveTextContent("Rule *.*_share_* for Open-world removed from prod");
    await waitFor(() => expect(screen.getAllByTestId("rule")).toHaveLength(3));
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("explains rules when there are none, with an example to try", async () => {
    const app = await renderRules();
    expect(await screen.findByText("No rules yet")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Try the example" }));
    expect(screen.getByTestId("rule-selector")).toHaveValue("demo.*_get_*");
    expect(screen.getByText(/whose name contains/)).toHaveTextContent("demo.*_get_* with Read-only Yes marks every tool of demo whose name contains _get_");
    expect(screen.getByTestId("rule-selector")).toHaveFocus();
  });

  it("shows an error when the rules cannot be loaded, and retries", async () => {
    await saveFourRules();
    const { BackendError } = await import("../../backend/error");
    backend.rules.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Plug it in."));
    const app = await renderRules();
    expect(await screen.findByText("The disk is gone. Plug it in.")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findAllByTestId("rule")).toHaveLength(4);
  });
});

describe("the form", () => {
  it("shows the effect of a rule before it can be saved, then saves it", async () => {
    await saveFourRules();
    const app = await renderRules();
    expect(effect()).toHaveTextContent("Write server.tool; * matches any text, ? matches one character.");
    expect(save()).toBeDisabled();
    await app.user.type(screen.getByTestId("rule-selector"), "demo.*_note");
    await waitFor(() => expect(effect()).toHaveTextContent("Matches 7 tools and changes 6 of them: demo.home_notes_list_note"));
    expect(effect()).toHaveTextContent("The other tool does not change: it has this value already");
    expect(effect()).toHaveTextContent("and 1 more");
    await app.user.clear(screen.getByTestId("rule-selector"));
    await app.user.type(screen.getByTestId("rule-selector"), "demo.*_list_*");
    await waitFor(() => expect(effect()).toHaveTextContent("Matches 3 tools"));
    await app.user.selectOptions(screen.getByLabelText("Hint"), "Open-world");
    expect(save()).toBeDisabled();
    await app.user.click(screen.getByRole("radio", { name: "No" }));
    await app.user.selectOptions(screen.getByLabelText("Environment"), "prod");
    await app.user.type(screen.getByLabelText("Reason"), " it stays inside ");
    await waitFor(() => expect(save()).toBeEnabled());
    await app.user.click(save());
    expect(backend.setRule).toHaveBeenCalledWith({
      selector: "demo.*_list_*",
      hint: "openWorld",
      value: false,
      environment: "prod",
      because: "it stays inside",
      loosen: false,
    });
    expect(await screen.findByTestId("toast")).toHaveTextContent("Rule demo.*_list_* saved in prod: Open-world No");
    expect(screen.getByTestId("rule-selector")).toHaveValue("");
    await waitFor(() => expect(screen.getAllByTestId("rule")).toHaveLength(5));
  });

  it("lists the tools that a rule loosens, and requires a confirmation", async () => {
    await saveFourRules();
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: "drop_note", annotations: { destructiveHint: true } }] });
    const app = await renderRules();
    await app.user.type(screen.getByTestId("rule-selector"), "demo.drop_*");
    expect(await screen.findByTestId("loosening")).toHaveTextContent("demo.drop_note: read-only Yes");
    expect(save()).toBeDisabled();
    await app.user.click(screen.getByRole("checkbox", { name: "Loosen this tool anyway" }));
    await waitFor(() => expect(save()).toBeEnabled());
    await app.user.click(save());
    expect(backend.setRule).toHaveBeenCalledWith(expect.objectContaining({ selector: "demo.drop_*", loosen: true }));
  });

  it("requires a new confirmation for a new preview of the same pattern", async () => {
    await saveFourRules();
    const app = await renderRules();
    const view = await backend.previewRule(ruleOf("demo.*_get_*", "readOnly", true));
    const examples = [{ server: "demo", tool: "get_note", summary: "read-only Yes" }];
    // Each preview is another object, as it is after a change of the store.
    backend.previewRule.mockImplementation(async () => ({ ...view, loosens: { tools: 1, examples } }));
    await app.user.type(screen.getByTestId("rule-selector"), "demo.a");
    await app.user.click(await screen.findByRole("checkbox", { name: "Loosen this tool anyway" }));
    await waitFor(() => expect(save()).toBeEnabled());
    fireEvent.change(screen.getByTestId("rule-selector"), { target: { value: "demo.ab" } });
    await act(() => elapse(500));
    fireEvent.change(screen.getByTestId("rule-selector"), { target: { value: "demo.a" } });
    expect(await screen.findByRole("checkbox", { name: "Loosen this tool anyway" })).not.toBeChecked();
    expect(save()).toBeDisabled();
  });

  it("explains what is wrong with a selector", async () => {
    await saveFourRules();
    const app = await renderRules();
    await app.user.type(screen.getByTestId("rule-selector"), "get");
    await waitFor(() => expect(effect()).toHaveTextContent("A selector has the form SERVER.TOOL, for example github.get_* or *.delete_*. Write SERVER.TOOL, where"));
    expect(screen.getByTestId("rule-selector")).toBeInvalid();
    expect(screen.getByTestId("rule-selector")).toHaveAccessibleDescription(/the form SERVER\.TOOL/);
    expect(save()).toBeDisabled();
  });

  it("keeps one preview in flight, and never shows an outdated one", async () => {
    await saveFourRules();
    const app = await renderRules();
    const answers: ((view: RuleView) => void)[] = [];
    const requestedSelectors = () => backend.previewRule.mock.calls.map(([input]) => input.selector);
    const view = await backend.previewRule(ruleOf("demo.*_get_*", "readOnly", true));
    backend.previewRule.mockClear();
    backend.previewRule.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await app.user.type(screen.getByTestId("rule-selector"), "demo.a");
    await waitFor(() => expect(answers).toHaveLength(1));
    const first = requestedSelectors()[0];
    fireEvent.change(screen.getByTestId("rule-selector"), { target: { value: "demo.ab" } });
    await act(() => elapse(500));
    fireEvent.change(screen.getByTestId("rule-selector"), { target: { value: "demo.abc" } });
    await act(() => elapse(500));
    expect(requestedSelectors()).toEqual([first]);
    await act(async () => answers[0]?.({ ...view, selector: first ?? "", matches: 99 }));
    expect(effect()).not.toHaveTextContent("99");
    await waitFor(() => expect(requestedSelectors()).toEqual([first, "demo.abc"]));
    await act(async () => answers[1]?.({ ...view, selector: "demo.abc", matches: 1, changes: 0, examples: [], redundant: "it matches nothing new" }));
    expect(effect()).toHaveTextContent("Matches 1 tool and changes 0 of them.");
    expect(effect()).toHaveTextContent("The rule has no effect at the moment: it matches nothing new.");
  });

  it("announces that it replaces the rule with the same tools, hint and environment", async () => {
    await saveFourRules();
    const app = await renderRules();
    await screen.findAllByTestId("rule");
    await app.user.click(screen.getByRole("button", { name: "Edit demo.*_get_*, Read-only, base" }));
    expect(screen.getByTestId("rule-selector")).toHaveFocus();
    await waitFor(() => expect(save()).toBeEnabled());
    expect(save()).toHaveTextContent("Replace rule");
    expect(effect()).toHaveTextContent("Replaces the existing rule");
    await app.user.click(screen.getByRole("radio", { name: "No" }));
    await waitFor(() => expect(save()).toBeEnabled());
    await app.user.click(save());
    await waitFor(() => expect(screen.getAllByTestId("rule")).toHaveLength(4));
  });

  it("starts in the current environment", async () => {
    await saveFourRules();
    await backend.prepare("chooseEnvironment", { environment: "staging" });
    await renderRules();
    expect(screen.getByLabelText("Environment", { selector: "select" })).toHaveValue("staging");
  });
});
