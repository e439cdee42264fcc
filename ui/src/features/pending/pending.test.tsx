// Changes since the last export: their number in the bottom bar, the list by tool, and discarding all of them at once.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint, exportOf, ruleOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { DecisionChange } from "../../backend";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("pending");
  fake.current = backend;
});

const NOTE = "home_notes_get_note";
/** Changes a decision, a rule and a decision in an environment after an export. */
async function changeThree() {
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
  await backend.prepare("decide", decideHint(NOTE, "destructive", true, { environment: "prod" }));
  await backend.prepare("setRule", ruleOf("demo.home_notes_*", "openWorld", false));
  await backend.prepare("writeExport", exportOf("hintsmith"));
  await backend.prepare("decide", decideHint(NOTE, "readOnly", true));
  await backend.prepare("decide", decideHint(NOTE, "destructive", null, { environment: "prod" }));
  await backend.prepare("setRule", ruleOf("demo.home_notes_*", "openWorld", true));
}

async function renderReady() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  return app;
}
async function openPreview() {
  await changeThree();
  const app = await renderReady();
  await app.user.click(screen.getByTestId("preview-pending"));
  await screen.findAllByTestId("pending-change");
  return app;
}

describe("the bar", () => {
  it("says how many changes there are since which export", async () => {
    await changeThree();
    await renderReady();
    expect(screen.getByTestId("changes")).toHaveTextContent(/^3 changes\s*since the last export to hintsmith.json, 1 minute ago$/);
  });

  it("offers neither preview nor discard when nothing is changed", async () => {
    await renderReady();
    expect(screen.getByTestId("changes")).toHaveTextContent("No changes");
    expect(screen.getByTestId("preview-pending")).toBeDisabled();
    expect(screen.getByTestId("ask-discard")).toBeDisabled();
  });
});

describe("the preview", () => {
  it("lists what changed, tool by tool, with environment and values", async () => {
    await openPreview();
    expect(screen.getAllByTestId("pending-subject").map((row) => row.textContent)).toEqual([
      "demo.home_notes_get_note",
      "demo.home_notes_*rule",
    ]);
    expect(screen.getAllByTestId("pending-change").map((row) => row.textContent)).toEqual([
      "Read-onlynot decidedbecomes Yes",
      "DestructiveYesbecomes not decidedin prod",
      "Open worldNobecomes Yes",
    ]);
  });

  it("leads to a tool", async () => {
    const { user } = await openPreview();
    await user.click(screen.getByRole("button", { name: "demo.home_notes_get_note" }));
    expect(screen.queryByTestId("pending-change")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note"));
  });

  it("stays open while something is undone beside it, and shows what is left", async () => {
    const { user } = await openPreview();
    await user.keyboard("{Control>}z{/Control}");
    expect(backend.undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.getAllByTestId("pending-change")).toHaveLength(2));
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("pending-change")).toBeNull();
    expect(screen.getByTestId("preview-pending")).toHaveFocus();
  });

  it("draws only what is in view of very many", async () => {
    backend.amend("pending", ({ changes: [first], discardable }) => ({
      changes: Array.from({ length: 20_000 }, (_, i) => ({ ...(first as DecisionChange), subject: `demo.t${i}` })),
      discardable,
    }));
    await openPreview();
    expect(screen.getByText("20,000 changes since the last export")).toBeInTheDocument();
    expect(screen.getAllByTestId("pending-change").length).toBeLessThan(40);
  });
});

describe("discarding", () => {
  const ask = async () => {
    const app = await renderReady();
    await app.user.click(screen.getByTestId("ask-discard"));
    return { ...app, dialog: await screen.findByRole("dialog", { name: "Discard changes" }) };
  };

  it("asks, says how many, and can be undone", async () => {
    await changeThree();
    const { user, dialog } = await ask();
    expect(await within(dialog).findByText(/^3 decisions go back to what was exported last/)).toBeInTheDocument();
    expect(within(dialog).getAllByTestId("pending-change").map((row) => row.textContent)).toEqual([
      "Read-onlyYesbecomes not decided",
      "Destructivenot decidedbecomes Yesin prod",
      "Open worldYesbecomes No",
    ]);
    // The modal dialog blocks the shortcut.
    await user.keyboard("{Control>}z{/Control}");
    expect(backend.undo).not.toHaveBeenCalled();
    await user.click(within(dialog).getByTestId("discard"));
    expect(await screen.findByText("3 changes discarded")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("changes")).toHaveTextContent("No changes"));
    await user.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("is not offered where there is nothing to go back to, and says why", async () => {
    await backend.prepare("decide", decideHint(NOTE, "readOnly", true));
    const { user, dialog } = await ask();
    expect(await within(dialog).findByText(/Nothing was exported yet/)).toBeInTheDocument();
    expect(within(dialog).queryByTestId("discard")).toBeNull();
    expect(await violations()).toEqual([]);
    await user.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() => expect(screen.getByTestId("ask-discard")).toHaveFocus());
  });
});
