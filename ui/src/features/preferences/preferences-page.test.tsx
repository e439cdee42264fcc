// Preferences page: controls by kind, saving with undo, validation, and the settings of this window.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { BackendError } from "../../backend/error";
import { useAppearance } from "../../shared/appearance";
import { zoomAtStart } from "../../shared/zoom";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("preferences");
  fake.current = backend;
});

async function openPreferences() {
  const app = renderApp({ view: "preferences" });
  await screen.findByTestId("preference-network.request");
  return app;
}
const row = (key: string) => within(screen.getByTestId(`preference-${key}`));

it("has an index that leads to every section", async () => {
  const { user } = await openPreferences();
  const index = within(screen.getByRole("navigation", { name: "Sections" }));
  const titles = index.getAllByRole("button").map((link) => link.textContent);
  const sections = within(screen.getByTestId("preferences")).getAllByRole("heading", { level: 2 });
  expect(titles).toEqual(sections.map((heading) => heading.textContent));
  await user.click(index.getByRole("button", { name: "Data" }));
  expect(screen.getByRole("heading", { name: "Data" })).toHaveFocus();
});

describe("preferences of the store", () => {
  it("are shown by group with their descriptions", async () => {
    await openPreferences();
    const approval = within(screen.getByRole("region", { name: "Approval" }));
    expect(approval.getByRole("textbox", { name: "Wait for your answer" })).toHaveAccessibleDescription(
      "A call that is not answered in this time is denied.",
    );
    expect(screen.getByRole("combobox", { name: "Destructive means" })).toHaveValue("narrow");
    expect(screen.getByText("/home/anna/.local/share/hintsmith")).toBeInTheDocument();
    expect(await screen.findByText("https://registry.modelcontextprotocol.io")).toBeInTheDocument();
  });

  it("of every group are shown", async () => {
    await openPreferences();
    const { preferences } = await backend.preferences();
    for (const { key } of preferences) expect(screen.getByTestId(`preference-${key}`)).toBeInTheDocument();
  });

  it("explain the permissions of agents", async () => {
    const { user } = await openPreferences();
    const agents = within(screen.getByRole("region", { name: "Agents" }));
    expect(agents.getByText(/propose notes that they read/)).toBeInTheDocument();
    expect(agents.getByRole("combobox", { name: "Agents may list toolsets" })).toHaveDisplayValue("Over stdio, not over HTTP");
    await user.selectOptions(agents.getByRole("combobox", { name: "Agents may add notes" }), "Everywhere");
    expect(backend.setPreference).toHaveBeenCalledWith({ key: "agents.add-tool-annotation", value: "on" });
    const parts = screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent);
    expect(parts.indexOf("Agents")).toBe(parts.indexOf("Approval") + 1);
  });

  it("are saved immediately, and can be undone", async () => {
    const { user } = await openPreferences();
    const retries = () => screen.getByRole("switch", { name: "Trust idempotent retries" });
    await user.click(retries());
    expect(retries()).toBeChecked();
    expect(backend.setPreference).toHaveBeenCalledWith({ key: "approval.retries", value: "on" });
    expect(await screen.findByText("Trust idempotent retries: on")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(retries()).not.toBeChecked());
    expect(backend.undo).toHaveBeenCalledExactlyOnceWith({ entry: 2 });
    await user.selectOptions(row("inference.destructive").getByRole("combobox"), "broad");
    expect(await screen.findByText("Destructive means: Any change")).toBeInTheDocument();
  });

  it("reject text that is not a number in range", async () => {
    const { user } = await openPreferences();
    const field = screen.getByRole("textbox", { name: "Wait for your answer" });
    await user.clear(field);
    await user.type(field, "1.5{Enter}");
    expect(row("approval.patience").getByRole("alert")).toHaveTextContent("Enter a whole number from 5 to 3,600.");
    await user.clear(field);
    await user.type(field, "3601{Enter}");
    expect(row("approval.patience").getByRole("alert")).toHaveTextContent("Enter a whole number from 5 to 3,600.");
    expect(field).toBeInvalid();
    expect(backend.setPreference).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, "90{Enter}");
    expect(backend.setPreference).toHaveBeenCalledWith({ key: "approval.patience", value: "90" });
    expect(await screen.findByText("Wait for your answer: 90 seconds")).toBeInTheDocument();
  });

  it("can be reset to their default", async () => {
    await backend.prepare("setPreference", { key: "network.request", value: "20" });
    const { user } = await openPreferences();
    expect(row("approval.patience").queryByRole("button")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Reset Wait for a response" }));
    expect(backend.setPreference).toHaveBeenCalledExactlyOnceWith({ key: "network.request", value: null });
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Wait for a response" })).toHaveValue("30"));
    expect(screen.queryByRole("button", { name: "Reset Wait for a response" })).toBeNull();
  });

  it("show why they could not be saved, and the stored value", async () => {
    const { user } = await openPreferences();
    backend.setPreference.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Make room."));
    await user.click(screen.getByRole("switch", { name: "Trust idempotent retries" }));
    expect(await screen.findByText("The disk is full")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("switch", { name: "Trust idempotent retries" })).not.toBeChecked());
  });

  it("can be reloaded after an error", async () => {
    backend.preferences.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Look for it."));
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.keyboard("{Control>},{/Control}");
    expect(await screen.findByText("Could not load the preferences")).toBeInTheDocument();
    expect(screen.getByRole("radiogroup", { name: "Theme" })).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Wait for a response")).toBeInTheDocument();
  });
});

describe("preferences of the window", () => {
  it("applies theme and density, and saves them", async () => {
    const { user } = await openPreferences();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await user.click(screen.getByRole("radio", { name: "Compact" }));
    expect(document.documentElement).toHaveAttribute("data-theme", "dark");
    expect(document.documentElement).toHaveAttribute("data-density", "compact");
    expect(localStorage.getItem("hintsmith.theme")).toBe("dark");
    await user.click(screen.getByRole("radio", { name: "Comfortable" }));
    expect(document.documentElement).not.toHaveAttribute("data-density");
  });

  it("changes the text size by button and shortcut, and applies the saved one at the start", async () => {
    const { user } = await openPreferences();
    await user.click(row("zoom").getByRole("button", { name: "Larger text" }));
    expect(backend.zoom).toHaveBeenLastCalledWith(1.1);
    expect(row("zoom").getByText("110 %")).toBeInTheDocument();
    await user.keyboard("{Control>}+{/Control}");
    expect(backend.zoom).toHaveBeenLastCalledWith(1.25);
    zoomAtStart();
    expect(backend.zoom).toHaveBeenLastCalledWith(1.25);
    await user.keyboard("{Control>}-{/Control}{Control>}-{/Control}{Control>}-{/Control}");
    expect(backend.zoom).toHaveBeenLastCalledWith(0.9);
    await user.keyboard("{Control>}0{/Control}");
    expect(backend.zoom).toHaveBeenLastCalledWith(1);
  });

  it("turns off single-key shortcuts, and only those", async () => {
    const { user } = await openPreferences();
    await user.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
    await user.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByTestId("palette")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
    await user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  });

  it("ignores invalid stored values", () => {
    localStorage.setItem("hintsmith.zoom", "900");
    localStorage.setItem("hintsmith.theme", "pink");
    renderApp();
    expect(useAppearance.getState()).toMatchObject({ zoom: 1, theme: "system" });
  });
});
