// Environments in the whole window: the switch, and the dialog that manages them.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { decideHint, ruleOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { nameProblem } from "./labels";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("environments");
  fake.current = backend;
});

const NOTE = "home_notes_get_note";
/** Adds one environment with decisions and a rule, and an empty one. */
async function addTwo(current?: string) {
  await backend.prepare("decide", decideHint(NOTE, "readOnly", false));
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
  await backend.prepare("addEnvironment", { name: "staging", copyOf: null });
  await backend.prepare("decide", decideHint(NOTE, "readOnly", true, { environment: "prod" }));
  await backend.prepare("decide", {
    ...decideHint("home_notes_delete_note", "readOnly", null, { environment: "prod" }),
    decisions: [{ field: "title", value: "Delete a note for good" }],
  });
  await backend.prepare("setRule", ruleOf("demo.*_share_*", "openWorld", true, { environment: "prod" }));
  if (current) await backend.prepare("chooseEnvironment", { environment: current });
}

const toast = () => screen.findByTestId("toast");

async function renderReady() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  return app;
}

async function manage(tab?: string) {
  const app = await renderReady();
  await app.user.click(screen.getByTestId("environment"));
  await app.user.click(await screen.findByRole("menuitem", { name: "Manage environments…" }));
  const dialog = within(await screen.findByRole("dialog"));
  if (tab) await app.user.click(dialog.getByRole("tab", { name: tab }));
  return { app, dialog };
}

describe("the switcher", () => {
  it("offers the base and every environment, and everything is read anew in the chosen one", async () => {
    await addTwo();
    const app = await renderReady();
    expect(screen.getByTestId("environment")).toHaveAccessibleName("Environment base");
    expect(screen.queryByTestId("environment-chip")).toBeNull();
    await app.user.click(screen.getByTestId("environment"));
    const choices = await screen.findAllByRole("menuitemradio");
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute("aria-checked")])).toEqual([
      ["base", "true"],
      ["prod", "false"],
      ["staging", "false"],
    ]);
    await app.user.click(screen.getByRole("menuitemradio", { name: "prod" }));
    expect(backend.chooseEnvironment).toHaveBeenCalledWith({ environment: "prod" });
    await waitFor(() => expect(screen.getByTestId("environment")).toHaveAccessibleName("Environment prod"));
    expect(screen.getByTestId("environment")).toHaveAttribute("data-elsewhere");
    for (const chip of screen.getAllByTestId("environment-chip")) expect(chip).toHaveTextContent("in prod");
    expect(backend.catalog).toHaveBeenCalledTimes(2);
  });

  it("goes back to the base, which has no name for the backend", async () => {
    await addTwo("prod");
    const app = await renderReady();
    await app.user.click(screen.getByTestId("environment"));
    await app.user.click(await screen.findByRole("menuitemradio", { name: "base" }));
    expect(backend.chooseEnvironment).toHaveBeenCalledWith({ environment: null });
  });
});

describe("the list", () => {
  it("says what each one holds, and which is shown", async () => {
    await addTwo("staging");
    const { dialog } = await manage();
    const rows = (await dialog.findAllByRole("row")).slice(1).map((row) => row.textContent);
    expect(rows).toEqual(["prod21RenameDelete", "stagingshown now00RenameDelete"]);
  });

  it("makes one as a copy of another, and offers the way back", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await dialog.findByTestId("environments");
    await app.user.type(dialog.getByLabelText("New environment"), "Prod 2");
    expect(dialog.getByRole("alert")).toHaveTextContent("Use the characters a-z, 0-9 and -.");
    expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
    await app.user.clear(dialog.getByLabelText("New environment"));
    await app.user.type(dialog.getByLabelText("New environment"), "prod-2");
    await app.user.selectOptions(dialog.getByLabelText("Begin with"), "A copy of prod");
    await app.user.click(dialog.getByRole("button", { name: "Create" }));
    expect(backend.addEnvironment).toHaveBeenCalledWith({ name: "prod-2", copyOf: "prod" });
    expect(await toast()).toHaveTextContent("Made prod-2 as a copy of prod");
    expect(await dialog.findByTestId("environment-prod-2")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });

  it("renames in place; Escape leaves the name and the dialog as they are", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Rename prod" }));
    const field = dialog.getByLabelText("New name of prod");
    expect(field).toHaveFocus();
    await app.user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    expect(backend.renameEnvironment).not.toHaveBeenCalled();
    await app.user.click(dialog.getByRole("button", { name: "Rename prod" }));
    await app.user.clear(dialog.getByLabelText("New name of prod"));
    await app.user.keyboard("live{Enter}");
    expect(backend.renameEnvironment).toHaveBeenCalledWith({ name: "prod", to: "live" });
    expect(await toast()).toHaveTextContent("Renamed prod to live");
  });

  it("deletes at once, says what went, and can be undone", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Delete prod" }));
    expect(await toast()).toHaveTextContent(/^Deleted prod with 2 decisions and 1 ruleUndo/);
    await waitFor(() => expect(dialog.queryByTestId("environment-prod")).toBeNull());
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("says that the base is shown when the one that was shown is deleted", async () => {
    await addTwo("prod");
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Delete prod" }));
    expect(await toast()).toHaveTextContent("and 1 rule; the base is shown now");
  });

  it("says so when they cannot be read, and asks again", async () => {
    await addTwo();
    const { BackendError } = await import("../../backend/error");
    backend.environments.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Plug it in."));
    const { app, dialog } = await manage();
    expect(await dialog.findByText("The disk is gone. Plug it in.")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByTestId("environments")).toBeInTheDocument();
  });

  it("says what to do when there is none", async () => {
    const { app, dialog } = await manage();
    expect(await dialog.findByText("Only the base so far")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("tab", { name: "Compare" }));
    expect(dialog.getByText("Nothing to compare with")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("tab", { name: "Promote" }));
    expect(dialog.getByText("Nothing to promote")).toBeInTheDocument();
  });

  it("can change nothing when the store is read only", async () => {
    await addTwo();
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "it is open elsewhere" }));
    const { app, dialog } = await manage();
    expect(await dialog.findByRole("button", { name: "Delete prod" })).toBeDisabled();
    await app.user.type(dialog.getByLabelText("New environment"), "new");
    expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
  });
});

describe("comparing", () => {
  it("shows only what differs, with value and layer on both sides", async () => {
    await addTwo();
    const { app, dialog } = await manage("Compare");
    const table = within(await dialog.findByRole("table", { name: "Differences" }));
    expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Tool", "Field", "In base", "In prod"]);
    expect(table.getAllByRole("row")[1]).toHaveTextContent("demo.home_notes_get_noteRead-onlyNooverrideYesenvironment");
    await app.user.selectOptions(dialog.getByLabelText("The other"), "staging");
    expect(await dialog.findByText("They hold the same")).toBeInTheDocument();
    expect(backend.compareEnvironments).toHaveBeenLastCalledWith({ from: null, to: "staging" });
    await app.user.selectOptions(dialog.getByLabelText("One"), "staging");
    expect(dialog.getByText("Choose two different ones.")).toBeInTheDocument();
  });
});

describe("promoting", () => {
  it("shows the difference first, says what loosens, and hands back what was seen", async () => {
    await addTwo();
    const { app, dialog } = await manage("Promote");
    const rows = within(await dialog.findByRole("table", { name: "Changes" })).getAllByRole("row");
    expect(rows[1]).not.toHaveTextContent("loosens");
    expect(rows[3]).toHaveTextContent("demo.home_notes_get_noteRead-onlyNobecomes Yesloosens");
    expect(dialog.getByTestId("promotion")).toHaveTextContent("3 changes in base, 1 of them loosens");
    const pair = { from: "prod", to: null };
    const { seen } = await backend.previewPromote(pair);
    await app.user.click(dialog.getByTestId("promote"));
    expect(backend.promote).toHaveBeenCalledWith({ pair, seen });
    expect(await toast()).toHaveTextContent("Promoted prod to base: 3 changes");
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("says when there is nothing to do", async () => {
    await addTwo();
    const { app, dialog } = await manage("Promote");
    await app.user.selectOptions(dialog.getByLabelText("From"), "staging");
    expect(await dialog.findByText(/Nothing to do: base has everything/)).toBeInTheDocument();
    expect(dialog.getByTestId("promote")).toBeDisabled();
  });

  it("shows the difference again when it has changed meanwhile", async () => {
    await addTwo();
    const { app, dialog } = await manage("Promote");
    await dialog.findByRole("table", { name: "Changes" });
    const { BackendError } = await import("../../backend/error");
    backend.promote.mockRejectedValueOnce(new BackendError("conflict", "the decisions changed after the preview", "Review the changes again."));
    const before = backend.previewPromote.mock.calls.length;
    await app.user.click(dialog.getByTestId("promote"));
    expect(await toast()).toHaveTextContent("The decisions changed after the preview");
    await waitFor(() => expect(backend.previewPromote.mock.calls.length).toBeGreaterThan(before));
  });
});

describe("a name", () => {
  it.each([
    ["prod-2", null],
    ["", "Use the characters a-z, 0-9 and -."],
    ["Prod", "Use the characters a-z, 0-9 and -."],
    ["a".repeat(51), "Use 50 characters at most."],
    ["base", "There is an environment named base already."],
    ["prod", "There is an environment named prod already."],
  ])("%s", (name, problem) => {
    expect(nameProblem(name, ["prod"])).toBe(problem);
  });
});
