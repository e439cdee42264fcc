// Environments in the whole window: the switch, and the dialog that manages them.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { decideHint, ruleOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { nameProblem } from "./environment-name";

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

describe("the environment switch", () => {
  it("creates an environment", async () => {
    const app = await renderReady();
    await app.user.click(screen.getByTestId("environment"));
    await app.user.click(await screen.findByRole("menuitem", { name: "New environment…" }));
    expect(await screen.findByTestId("new-environment")).toHaveFocus();
  });

  it("offers the base and every environment, and reloads the catalog in the chosen one", async () => {
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

  it("switches to the base, which has no name in the backend", async () => {
    await addTwo("prod");
    const app = await renderReady();
    await app.user.click(screen.getByTestId("environment"));
    await app.user.click(await screen.findByRole("menuitemradio", { name: "base" }));
    expect(backend.chooseEnvironment).toHaveBeenCalledWith({ environment: null });
  });
});

describe("the list", () => {
  it("shows the number of decisions and rules, and marks the current environment", async () => {
    await addTwo("staging");
    const { dialog } = await manage();
    const rows = (await dialog.findAllByRole("row")).slice(1).map((row) => row.textContent);
    expect(rows).toEqual(["prod21RenameDelete", "stagingcurrent00RenameDelete"]);
  });

  it("creates an environment as a copy of another, and can be undone", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await dialog.findByTestId("environments");
    await app.user.type(dialog.getByLabelText("New environment"), "Prod 2");
    expect(dialog.getByRole("alert")).toHaveTextContent("Use only the characters a-z, 0-9 and -.");
    expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
    await app.user.clear(dialog.getByLabelText("New environment"));
    await app.user.type(dialog.getByLabelText("New environment"), "prod-2");
    await app.user.selectOptions(dialog.getByLabelText("Start from"), "A copy of prod");
    await app.user.click(dialog.getByRole("button", { name: "Create" }));
    expect(backend.addEnvironment).toHaveBeenCalledWith({ name: "prod-2", copyOf: "prod" });
    expect(await toast()).toHaveTextContent("Created prod-2 as a copy of prod");
    expect(await dialog.findByTestId("environment-prod-2")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });

  it("renames in place; Escape cancels the rename and keeps the dialog open", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Rename prod" }));
    const field = dialog.getByLabelText("New name for prod");
    expect(field).toHaveFocus();
    await app.user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    expect(backend.renameEnvironment).not.toHaveBeenCalled();
    await app.user.click(dialog.getByRole("button", { name: "Rename prod" }));
    await app.user.clear(dialog.getByLabelText("New name for prod"));
    await app.user.keyboard("live{Enter}");
    expect(backend.renameEnvironment).toHaveBeenCalledWith({ name: "prod", to: "live" });
    expect(await toast()).toHaveTextContent("Renamed prod to live");
  });

  it("deletes without confirmation, reports the deleted decisions, and can be undone", async () => {
    await addTwo();
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Delete prod" }));
    expect(await toast()).toHaveTextContent(/^Deleted prod with 2 decisions and 1 ruleUndo/);
    await waitFor(() => expect(dialog.queryByTestId("environment-prod")).toBeNull());
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("reports the switch to the base when the current environment is deleted", async () => {
    await addTwo("prod");
    const { app, dialog } = await manage();
    await app.user.click(await dialog.findByRole("button", { name: "Delete prod" }));
    expect(await toast()).toHaveTextContent("and 1 rule, and switched to the base");
  });

  it("shows why the environments could not be loaded, and retries", async () => {
    await addTwo();
    const { BackendError } = await import("../../backend/error");
    backend.environments.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Plug it in."));
    const { app, dialog } = await manage();
    expect(await dialog.findByText("The disk is gone. Plug it in.")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByTestId("environments")).toBeInTheDocument();
  });

  it("explains what to do when there are no environments", async () => {
    const { app, dialog } = await manage();
    expect(await dialog.findByText("No environments")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("tab", { name: "Compare" }));
    expect(dialog.getByText("Nothing to compare")).toBeInTheDocument();
    await app.user.click(dialog.getByRole("tab", { name: "Promote" }));
    expect(dialog.getByText("Nothing to promote")).toBeInTheDocument();
  });

  it("disables every change when the store is read-only", async () => {
    await addTwo();
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "it is open elsewhere" }));
    const { app, dialog } = await manage();
    expect(await dialog.findByRole("button", { name: "Delete prod" })).toBeDisabled();
    await app.user.type(dialog.getByLabelText("New environment"), "new");
    expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
  });
});

describe("comparing", () => {
  it("shows only fields that differ, with value and layer on both sides", async () => {
    await addTwo();
    const { app, dialog } = await manage("Compare");
    const table = within(await dialog.findByRole("table", { name: "Differences" }));
    expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Tool", "Field", "In base", "In prod"]);
    expect(table.getAllByRole("row")[1]).toHaveTextContent("demo.home_notes_get_noteRead-onlyNodecisionYesenvironment");
    await app.user.selectOptions(dialog.getByLabelText("Compare with"), "staging");
    expect(await dialog.findByText("No differences")).toBeInTheDocument();
    expect(backend.compareEnvironments).toHaveBeenLastCalledWith({ from: null, to: "staging" });
    await app.user.selectOptions(dialog.getByLabelText("Environment"), "staging");
    expect(dialog.getByText("Choose two different environments.")).toBeInTheDocument();
  });
});

describe("promoting", () => {
  it("shows the changes first, marks those that loosen a hint, and sends the previewed state", async () => {
    await addTwo();
    const { app, dialog } = await manage("Promote");
    const rows = within(await dialog.findByRole("table", { name: "Changes" })).getAllByRole("row");
    expect(rows[1]).not.toHaveTextContent("loosens");
    expect(rows[3]).toHaveTextContent("demo.home_notes_get_noteRead-onlyNobecomes Yesloosens");
    expect(dialog.getByTestId("promotion")).toHaveTextContent("3 changes to base, 1 of them loosens a hint");
    const pair = { from: "prod", to: null };
    const { seen } = await backend.previewPromote(pair);
    await app.user.click(dialog.getByTestId("promote"));
    expect(backend.promote).toHaveBeenCalledWith({ pair, seen, loosen: false });
    expect(await toast()).toHaveTextContent("Promoted prod to base: 3 changes");
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 8 }));
  });

  it("asks before it loosens tools, separately for each pair", async () => {
    await addTwo();
    const examples = [{ server: "demo", tool: "home_notes_get_note", summary: "read-only Yes, though the server declares read-only No" }];
    backend.amend("previewPromote", (preview) => ({ ...preview, loosens: preview.changes.length > 0 ? { tools: 1, examples } : preview.loosens }));
    backend.promote.mockResolvedValue({ changed: 3, entry: 8 });
    const { app, dialog } = await manage("Promote");
    const box = within(await dialog.findByTestId("loosening"));
    expect(dialog.getByTestId("loosening")).toHaveTextContent("demo.home_notes_get_note: read-only Yes, though the server declares read-only No");
    expect(dialog.getByTestId("promote")).toBeDisabled();
    await app.user.click(box.getByRole("checkbox", { name: "Loosen this tool anyway" }));
    expect(dialog.getByTestId("promote")).toBeEnabled();
    // The confirmation does not cover another pair.
    await app.user.selectOptions(dialog.getByLabelText("From"), "staging");
    await dialog.findByText(/Nothing to promote/);
    expect(dialog.queryByTestId("loosening")).toBeNull();
    await app.user.selectOptions(dialog.getByLabelText("From"), "prod");
    expect(await dialog.findByRole("checkbox", { name: "Loosen this tool anyway" })).not.toBeChecked();
    expect(dialog.getByTestId("promote")).toBeDisabled();
    await app.user.click(dialog.getByRole("checkbox", { name: "Loosen this tool anyway" }));
    await app.user.click(dialog.getByTestId("promote"));
    expect(backend.promote).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ pair: { from: "prod", to: null }, loosen: true }));
  });

  it("shows a message when there is nothing to promote", async () => {
    await addTwo();
    const { app, dialog } = await manage("Promote");
    await app.user.selectOptions(dialog.getByLabelText("From"), "staging");
    expect(await dialog.findByText(/Nothing to promote: base already has every decision of staging/)).toBeInTheDocument();
    expect(dialog.getByTestId("promote")).toBeDisabled();
  });

  it("reloads the changes when the decisions have changed meanwhile", async () => {
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

describe("an environment name", () => {
  it.each([
    ["prod-2", null],
    ["", "Use only the characters a-z, 0-9 and -."],
    ["Prod", "Use only the characters a-z, 0-9 and -."],
    ["a".repeat(51), "Use at most 50 characters."],
    ["base", "An environment named base already exists."],
    ["prod", "An environment named prod already exists."],
  ])("%s", (name, problem) => {
    expect(nameProblem(name, ["prod"])).toBe(problem);
  });
});
