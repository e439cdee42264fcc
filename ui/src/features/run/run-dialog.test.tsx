// Running a tool: entry points, stages, cancellation, outcomes, saved and recent calls, and focus.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { number, reportOf, text } from "../../../test/run-data";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";
import { KEY, renderRun, renderUnread } from "../../../test/render-run";
import type { RunBackend } from "../../../test/run-backend";
import { runBackend } from "../../../test/run-backend";
import { BackendError } from "../../backend/error";
import { useSelection } from "../../shared/selection";

let backend: RunBackend;
beforeEach(() => {
  backend = runBackend();
  fake.current = backend;
});

const runButton = () => screen.getByTestId("run-go");
const outcome = () => screen.findByTestId("run-outcome");
const stage = () => within(screen.getByTestId("run-progress")).getByRole("status");
const sentArguments = () => backend.runs.ran.map((call) => call.arguments);
const button = (name: string | RegExp) => screen.getByRole("button", { name });
async function selectTool() {
  act(() => useSelection.getState().select(KEY));
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", `demo.${KEY.tool}`));
}
async function renderStarted(over: Parameters<typeof renderRun>[1] = {}) {
  backend.runs.waits = true;
  const page = await renderRun(backend, { fields: [text("title")], ...over });
  await page.user.click(runButton());
  await screen.findByTestId("run-progress");
  return page;
}

describe("the dialog opens", () => {
  const openApp = async () => {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await selectTool();
    return app;
  };
  it("from the panel, with the effects of a call, and returns the focus", async () => {
    const { user } = await openApp();
    await user.click(screen.getByTestId("run-open"));
    const dialog = await screen.findByTestId("run-dialog");
    expect(dialog).toHaveAccessibleName("Run Delete Note");
    expect(dialog).toHaveAccessibleDescription(`demo.${KEY.tool}`);
    expect(await within(dialog).findByText("This tool may make destructive changes (inferred by Hintsmith)")).toBeVisible();
    expect(runButton()).toHaveAccessibleDescription("You confirm this call before it is sent");
    expect(screen.getByRole("textbox", { name: "id required" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("run-dialog")).toBeNull());
    expect(screen.getByTestId("run-open")).toHaveFocus();
  });

  it("by shortcut, even if the store is read-only", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another window holds the store" }));
    const { user } = await openApp();
    await user.keyboard("r");
    expect(await screen.findByTestId("run-go")).toBeVisible();
    expect(screen.getByText("The store is read-only. You can still run tools.")).toBeVisible();
    await user.click(screen.getByTestId("run-saved"));
    expect(screen.queryByTestId("run-save")).toBeNull();
  });

  it("from the palette", async () => {
    const { user } = await openApp();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "run tool");
    await user.keyboard("{Enter}");
    expect(await screen.findByTestId("run-dialog")).toBeVisible();
  });

  it("below the approval of its call, and has the focus again afterwards", async () => {
    backend.runs.waits = true;
    const { user } = await openApp();
    await user.keyboard("r");
    await user.type(await screen.findByRole("textbox", { name: "id required" }), "x");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByTestId("run-cancel")).toHaveFocus());
    act(() => backend.runs.tell({ stage: "asking" }));
    await backend.prepare("requestApproval", { ...KEY, client: null, origin: "window", arguments: '{"id":"x"}' });
    await screen.findByTestId("approval");
    await waitFor(() => expect(screen.getByTestId("deny")).not.toHaveAttribute("aria-disabled"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    // The user did not try to close the dialog: the approval dialog took the focus by itself.
    expect(stage()).toHaveTextContent(/^Waiting for approval…$/);
    expect(screen.getByTestId("run-dialog")).toBeVisible();
    backend.runs.report = reportOf({ verdict: "denied", outcome: null, why: "you said no", content: [], raw: null, tookMs: null });
    act(() => backend.runs.end());
    expect(await outcome()).toHaveTextContent("Denied");
    await waitFor(() => expect(screen.getByRole("heading", { name: /^Result: Denied/ })).toHaveFocus());
  });
});

describe("a call", () => {
  it("shows its stage and progress, and its result takes the focus", async () => {
    await renderStarted();
    expect(stage()).toHaveTextContent("Starting…");
    expect(screen.getByTestId("run-cancel")).toHaveFocus();
    act(() => backend.runs.tell({ stage: "connecting" }));
    expect(stage()).toHaveTextContent("Connecting to the server…");
    act(() => backend.runs.tell({ stage: "asking" }));
    expect(stage()).toHaveTextContent("Waiting for approval…");
    expect(screen.queryByRole("progressbar")).toBeNull();
    act(() => backend.runs.tell({ stage: "running", progress: 3, total: 4, message: "page\u202e 3" }));
    expect(screen.getByRole("progressbar")).toHaveAttribute("value", "0.75");
    expect(screen.getByTestId("run-progress")).toHaveTextContent("pageU+202E 3");
    expect(screen.getByTestId("run-progress")).toHaveTextContent("0:00");
    expect(await violations()).toEqual([]);
    // Progress of another call, and progress with an invalid total.
    act(() => backend.runs.tell({ run: -1, stage: "connecting" }));
    expect(stage()).toHaveTextContent("Running…");
    act(() => backend.runs.tell({ progress: 3, total: 0 }));
    expect(screen.queryByRole("progressbar")).toBeNull();
    act(() => backend.runs.end());
    expect(await outcome()).toHaveTextContent("OK");
    expect(screen.getByRole("heading", { name: "Result: OK · 84 ms" })).toHaveFocus();
    expect(runButton()).toBeVisible();
  });

  it("is cancelled", async () => {
    const { user } = await renderStarted();
    await user.click(screen.getByTestId("run-cancel"));
    expect(backend.runs.cancelled).toEqual([backend.runs.ran[0]?.run]);
    expect(await outcome()).toHaveTextContent("Cancelled");
  });

  it("keeps the dialog open on Escape, with a notice; the Close button cancels it", async () => {
    const { user, onClose, unmount } = await renderStarted();
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    expect(stage()).toHaveTextContent("The call is still running.");
    await user.click(button("Close"));
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    expect(backend.runs.cancelled).toEqual([backend.runs.ran[0]?.run]);
  });

  it("is made once, even if it is started twice", async () => {
    const { user } = await renderStarted();
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    expect(sentArguments()).toEqual(["{}"]);
  });

  it("is not made if the dialog was closed during validation", async () => {
    let answer = () => {};
    const { user, unmount } = await renderRun(backend, { fields: [text("title")] });
    await waitFor(() => expect(backend.checkArguments).toHaveBeenCalled());
    backend.checkArguments.mockImplementation(() => new Promise((done) => (answer = () => done([]))));
    await user.click(runButton());
    await waitFor(() => expect(backend.checkArguments).toHaveBeenCalledTimes(2));
    unmount();
    await act(async () => answer());
    expect(backend.runTool).not.toHaveBeenCalled();
  });

  it("that is denied shows the reason", async () => {
    backend.runs.report = reportOf({ verdict: "denied", outcome: null, why: "its mode is Block", content: [], raw: null, tookMs: null });
    const { user } = await renderRun(backend, { fields: [] });
    await user.click(runButton());
    expect(await outcome()).toHaveTextContent("Denied");
    expect(screen.getByTestId("run-result")).toHaveTextContent("The call was not sent. Its mode is Block");
  });

  it("that could not be made shows what to do", async () => {
    backend.runTool.mockRejectedValue(new BackendError("notFound", "there is no such server", "Add it first."));
    const { user } = await renderRun(backend, { fields: [] });
    await user.click(runButton());
    expect(await outcome()).toHaveTextContent("Could not run the tool");
    expect(screen.getByTestId("run-result")).toHaveTextContent("There is no such server. Add it first.");
  });

  it("cannot be made if the backend refuses it in advance", async () => {
    const { user } = await renderRun(backend, { refused: { message: "the server is turned off", hint: "Turn it on first.", output: [] } });
    expect(screen.getByTestId("run-refused")).toHaveTextContent("The server is turned off.Turn it on first.");
    expect(runButton()).toHaveAttribute("aria-disabled", "true");
    await user.click(runButton());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(sentArguments()).toEqual([]);
    expect(backend.checkArguments).not.toHaveBeenCalled();
  });

  it("whose form cannot be loaded shows the reason", async () => {
    backend.runner.mockRejectedValue(new BackendError("notFound", "there is no such tool", "Read the server again."));
    await renderUnread(backend);
    await waitFor(() => expect(screen.getByTestId("run-dialog")).toHaveTextContent("There is no such tool. Read the server again."));
    expect(screen.queryByTestId("run-go")).toBeNull();
  });
});

/** Allows calls without approval, although the tool is destructive. */
async function allowCalls() {
  await backend.prepare("setPreference", { key: "approval.destructive", value: "off" });
  await backend.prepare("setMode", { ...KEY, mode: "neverAsk" });
}

describe("saved calls", () => {
  const open = (user: { click: (on: Element) => Promise<void> }) => user.click(screen.getByTestId("run-saved"));

  it("are saved under a name, with undo", async () => {
    const { user } = await renderRun(backend);
    const id = screen.getByRole("textbox", { name: "id required" });
    await user.type(id, "Porto");
    await open(user);
    await user.type(screen.getByRole("textbox", { name: "Name of the saved call" }), "Trip");
    await user.click(screen.getByTestId("run-save"));
    expect(backend.saveCall).toHaveBeenCalledWith({ ...KEY, name: "Trip", arguments: '{"id":"Porto"}' });
    expect(await screen.findByText("Call Trip saved")).toBeVisible();
    expect(within(screen.getByTestId("toast")).getByRole("button", { name: /^Undo/ })).toBeVisible();
    expect(await screen.findByRole("button", { name: /^Trip/ })).toBeVisible();
    // The form keeps its input.
    expect(id).toHaveValue("Porto");
  });

  it("fill the form, show that the tool has changed since, and can be removed", async () => {
    await backend.prepare("saveCall", { ...KEY, name: "Trip", arguments: '{"count":1.0}' });
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: KEY.tool, description: "Delete one by its id." }] });
    const { user } = await renderRun(backend, { fields: [text("title"), number("count")] });
    await user.type(screen.getByLabelText("title"), "old");
    await open(user);
    const call = screen.getByRole("button", { name: /^Trip/ });
    expect(call).toHaveTextContent("before the tool changed");
    await user.click(call);
    expect(screen.getByLabelText("count")).toHaveValue("1.0");
    expect(screen.getByLabelText("title")).toHaveValue("");
    await user.click(button("Remove Trip"));
    expect(await screen.findByText("Call Trip removed")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Trip/ })).toBeNull());
  });

  it("that the form cannot show are shown as JSON", async () => {
    await backend.prepare("saveCall", { ...KEY, name: "Odd", arguments: '{"was":1}' });
    const { user } = await renderRun(backend, { fields: [text("title")] });
    await open(user);
    await user.click(screen.getByRole("button", { name: /^Odd/ }));
    expect(screen.getByTestId("run-json")).toHaveValue('{\n  "was": 1\n}');
    expect(screen.getByText("The form has no field “was”. Showing JSON instead.")).toBeVisible();
  });
});

describe("recent calls", () => {
  it("fill the form, name the redacted arguments, and can be cleared", async () => {
    const call = { ...KEY, run: 1, arguments: '{"title":"Porto","token":"s3cret"}' };
    await backend.prepare("setMode", { ...KEY, mode: "block" });
    await backend.prepare("runTool", call);
    await allowCalls();
    await backend.prepare("runTool", call);
    const { user } = await renderRun(backend, { fields: [text("title"), text("token")] });
    await user.click(screen.getByTestId("run-recent"));
    const calls = within(screen.getByRole("list", { name: "Recent calls" })).getAllByRole("button");
    expect(calls.map((call) => call.textContent?.replace(/^[\d: A-Za-z]*?\d\d:\d\d/, ""))).toEqual(['OK{"title":"Porto"}', 'Denied{"title":"Porto"}']);
    await user.click(calls[0] as HTMLElement);
    expect(screen.getByLabelText("title")).toHaveValue("Porto");
    expect(screen.getByTestId("run-left")).toHaveTextContent("Enter them again: token");
    await user.click(button("Clear recent calls"));
    expect(await screen.findByText("No recent calls of this tool")).toBeVisible();
    expect(backend.forgetRecentCalls).toHaveBeenCalledWith(KEY);
  });

  it("include the last call", async () => {
    await allowCalls();
    const { user } = await renderRun(backend, { fields: [] });
    backend.runTool.mockImplementationOnce(async (input) => {
      await backend.prepare("runTool", { ...input, run: 1 });
      return reportOf();
    });
    await user.click(runButton());
    await outcome();
    expect(await screen.findByRole("button", { name: "Recent calls1" })).toBeVisible();
  });
});

describe("calling twice", () => {
  it("calls the reader before and after, and shows both results", async () => {
    const sentence = "Called twice with the same arguments, it answered the same both times.";
    backend.runs.observation = { id: 1, at: "2026-09-12T09:30:00Z", by: "anna", verdict: "same", sentence, outdated: false };
    backend.runs.second = reportOf({ content: [{ kind: "text", text: "Gone already." }] });
    const { user } = await renderRun(backend, { fields: [], readers: ["home_notes_get_note"] });
    await user.click(screen.getByTestId("run-twice-open"));
    await user.selectOptions(screen.getByLabelText("Check state with"), "home_notes_get_note");
    const reader = screen.getByLabelText("Arguments of that tool as JSON");
    await user.clear(reader);
    await user.click(screen.getByTestId("run-twice"));
    expect(backend.callTwice).not.toHaveBeenCalled();
    await user.type(reader, '{{"id":"7"}');
    await user.click(screen.getByTestId("run-twice"));
    expect(await screen.findByTestId("run-observed")).toHaveTextContent("it answered the same both times.");
    expect(backend.callTwice.mock.calls[0]?.[0].reader).toEqual({ tool: "home_notes_get_note", arguments: '{"id":"7"}' });
    expect(screen.getByRole("heading", { name: "Called twice" })).toHaveFocus();
    expect(screen.getByTestId("run-result")).toHaveTextContent("Done.");
    await user.click(screen.getByRole("tab", { name: "Second" }));
    expect(screen.getByTestId("run-result")).toHaveTextContent("Gone already.");
    expect(await violations()).toEqual([]);
  });

  it("shows that the second call was not made", async () => {
    Object.assign(backend.runs, { second: null, observation: null, report: reportOf({ verdict: "denied", outcome: null, content: [] }) });
    const { user } = await renderRun(backend, { fields: [] });
    await user.click(screen.getByTestId("run-twice-open"));
    await user.click(screen.getByTestId("run-twice"));
    expect(await screen.findByTestId("run-observed")).toHaveTextContent("The second call was not made, so there is no observation.");
    expect(screen.queryByRole("tab")).toBeNull();
  });
});

describe("observations", () => {
  const renderObservations = async (readOnly: string | null = null) => {
    await allowCalls();
    const call = { ...KEY, run: 1, arguments: '{"id":"7"}' };
    await backend.prepare("callTwice", { call, reader: null });
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: KEY.tool, description: "Delete one by its id." }] });
    await backend.prepare("accept", { tools: [{ ...KEY, seen: null }], environment: null, loosen: false });
    await backend.prepare("setMode", { ...KEY, mode: "neverAsk" });
    await backend.prepare("callTwice", { call, reader: null });
    backend.amend("tool", (detail) => ({
      ...detail,
      observations: detail.observations.map((one) => (one.outdated ? { ...one, by: "b\u202eb" } : one)),
    }));
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly }));
    const app = renderApp();
    await screen.findAllByTestId("card");
    await selectTool();
    return app;
  };

  it("are listed at Idempotent with their author, and can be removed", async () => {
    const { user } = await renderObservations();
    const row = await screen.findByTestId("hint-idempotent");
    const seen = await within(row).findAllByTestId("observation");
    expect(seen.map((one) => one.textContent)).toEqual([
      "Both calls returned the same result; their effect was not checked. 12 September, bU+202Eb, before the tool changed",
      "Both calls returned the same result; their effect was not checked. 12 September, anna",
    ]);
    expect(await violations()).toEqual([]);
    await user.click(within(seen[0] as HTMLElement).getByRole("button"));
    await waitFor(() => expect(screen.getAllByTestId("observation")).toHaveLength(1));
    expect(backend.removeObservation).toHaveBeenCalledWith(1);
    expect(screen.getByTestId("toast")).toHaveTextContent("Observation removed");
    expect(backend.decide).not.toHaveBeenCalled();
  });

  it("cannot be removed if the store is read-only", async () => {
    await renderObservations("another window holds the store");
    const [first] = await screen.findAllByTestId("observation");
    expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
  });
});
