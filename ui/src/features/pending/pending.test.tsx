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
import { BackendError } from "../../backend/error";

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

describe("the bottom bar", () => {
  it("shows the number of changes, and the last export", async () => {
    await changeThree();
    await renderReady();
    expect(screen.getByTestId("changes")).toHaveTextContent(/^3 changes\s*since the last export to hintsmith.json, 1 minute ago$/);
  });

  it("disables preview and discard when there are no changes", async () => {
    await renderReady();
    expect(screen.getByTestId("changes")).toHaveTextContent("No changes");
    expect(screen.getByTestId("preview-pending")).toBeDisabled();
    expect(screen.getByTestId("ask-discard")).toBeDisabled();
  });
});

describe("the preview", () => {
  it("lists the changes by tool, with environment and values", async () => {
    await openPreview();
    expect(screen.getAllByTestId("pending-subject").map((row) => row.textContent)).toEqual([
      "demo.home_notes_get_note",
      "demo.home_notes_*rule",
    ]);
    expect(screen.getAllByTestId("pending-change").map((row) => row.textContent)).toEqual([
      "Read-onlynot decidedbecomes Yes",
      "DestructiveYesbecomes not decidedin prod",
      "Open-worldNobecomes Yes",
    ]);
  });

  it("opens a tool", async () => {
    const { user } = await openPreview();
    await user.click(screen.getByRole("button", { name: "demo.home_notes_get_note" }));
    expect(screen.queryByTestId("pending-change")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note"));
  });

  it("shows how far each exported file is behind, and forgets one that is no longer in use", async () => {
    await backend.prepare("writeExport", exportOf("claude-code"));
    const { user } = await openPreview();
    const files = () => screen.getAllByTestId("pending-file").map((row) => row.textContent);
    expect(files()).toEqual(["hintsmith.jsonHintsmithlacks 3 changes", "settings.jsonClaude Codelacks 1 change"]);
    expect(screen.getByText("3 changes that at least one exported file lacks")).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Forget settings.json" }));
    expect(await screen.findByText("Forgot settings.json. The file was not changed.")).toBeInTheDocument();
    await waitFor(() => expect(files()).toEqual(["hintsmith.jsonHintsmithlacks 3 changes"]));
    expect(screen.getByText("3 changes since the last export")).toBeInTheDocument();
  });

  it("stays open during an undo, and updates", async () => {
    const { user } = await openPreview();
    await user.keyboard("{Control>}z{/Control}");
    expect(backend.undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.getAllByTestId("pending-change")).toHaveLength(2));
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("pending-change")).toBeNull();
    expect(screen.getByTestId("preview-pending")).toHaveFocus();
  });

  it("renders only the visible rows of a long list", async () => {
    backend.amend("pending", ({ changes: [first], exports }) => ({
      changes: Array.from({ length: 20_000 }, (_, i) => ({ ...(first as DecisionChange), subject: `demo.t${i}` })),
      exports,
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

  it("asks for confirmation, shows the number of changes, and can be undone", async () => {
    await changeThree();
    const { user, dialog } = await ask();
    expect(await within(dialog).findByText(/^Resets 3 decisions to the last export/)).toBeInTheDocument();
    expect(within(dialog).getAllByTestId("pending-change").map((row) => row.textContent)).toEqual([
      "Read-onlyYesbecomes not decided",
      "Destructivenot decidedbecomes Yesin prod",
      "Open-worldYesbecomes No",
    ]);
    // The modal dialog blocks the shortcut.
    await user.keyboard("{Control>}z{/Control}");
    expect(backend.undo).not.toHaveBeenCalled();
    await user.click(within(dialog).getByTestId("discard"));
    expect(await screen.findByText("Discarded 3 changes")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("changes")).toHaveTextContent("Exported files are up to date"));
    await user.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("is unavailable before the first export, and shows the reason", async () => {
    await backend.prepare("decide", decideHint(NOTE, "readOnly", true));
    const { user, dialog } = await ask();
    expect(await within(dialog).findByText(/Nothing has been exported yet/)).toBeInTheDocument();
    expect(within(dialog).queryByTestId("discard")).toBeNull();
    expect(await violations()).toEqual([]);
    await user.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() => expect(screen.getByTestId("ask-discard")).toHaveFocus());
  });

  it("shows why the changes could not be loaded, and no progress", async () => {
    await changeThree();
    backend.pending.mockRejectedValue(new BackendError("store", "the disk is gone", "Plug it in."));
    const { dialog } = await ask();
    expect(await within(dialog).findByText("Could not load the changes")).toBeInTheDocument();
    expect(dialog).not.toHaveTextContent("Loading");
  });
});
