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

describe("preferences of the store", () => {
  it("are drawn by group with what they do", async () => {
    await openPreferences();
    const approval = within(screen.getByRole("region", { name: "Approval" }));
    expect(approval.getByRole("textbox", { name: "Wait for your answer" })).toHaveAccessibleDescription(
      "A call that nobody answers in this time is denied.",
    );
    expect(screen.getByRole("combobox", { name: "Destructive means" })).toHaveValue("narrow");
    expect(screen.getByText("/home/anna/.local/share/hintsmith")).toBeInTheDocument();
    expect(await screen.findByText("https://registry.modelcontextprotocol.io")).toBeInTheDocument();
  });

  it("of every group of the table are there", async () => {
    await openPreferences();
    const { preferences } = await backend.preferences();
    for (const { key } of preferences) expect(screen.getByTestId(`preference-${key}`)).toBeInTheDocument();
  });

  it("say why agents may do little", async () => {
    const { user } = await openPreferences();
    const agents = within(screen.getByRole("region", { name: "Agents" }));
    expect(agents.getByText(/propose notes that they read/)).toBeInTheDocument();
    expect(agents.getByRole("combobox", { name: "Agents may list toolsets" })).toHaveDisplayValue("Over stdio, not over HTTP");
    await user.selectOptions(agents.getByRole("combobox", { name: "Agents may add notes" }), "Everywhere");
    expect(backend.setPreference).toHaveBeenCalledWith({ key: "agents.add-tool-annotation", value: "on" });
    const parts = screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent);
    expect(parts.indexOf("Agents")).toBe(parts.indexOf("Approval") + 1);
  });

  it("are saved at once, and can be taken back", async () => {
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

  it("refuse a number that is out of range or none at all", async () => {
    const { user } = await openPreferences();
    const field = screen.getByRole("textbox", { name: "Wait for your answer" });
    await user.clear(field);
    await user.type(field, "1.5{Enter}");
    expect(row("approval.patience").getByRole("alert")).toHaveTextContent("A whole number is needed, from 5 to 3,600.");
    await user.clear(field);
    await user.type(field, "3601{Enter}");
    expect(row("approval.patience").getByRole("alert")).toHaveTextContent("It has to be from 5 to 3,600.");
    expect(field).toBeInvalid();
    expect(backend.setPreference).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, "90{Enter}");
    expect(backend.setPreference).toHaveBeenCalledWith({ key: "approval.patience", value: "90" });
    expect(await screen.findByText("Wait for your answer: 90 seconds")).toBeInTheDocument();
  });

  it("can be reset where they are not as usual", async () => {
    await backend.prepare("setPreference", { key: "network.request", value: "20" });
    const { user } = await openPreferences();
    expect(row("approval.patience").queryByRole("button")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Reset Wait for an answer" }));
    expect(backend.setPreference).toHaveBeenCalledExactlyOnceWith({ key: "network.request", value: null });
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Wait for an answer" })).toHaveValue("30"));
    expect(screen.queryByRole("button", { name: "Reset Wait for an answer" })).toBeNull();
  });

  it("say why they could not be saved, and show what holds", async () => {
    const { user } = await openPreferences();
    backend.setPreference.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Make room."));
    await user.click(screen.getByRole("switch", { name: "Trust idempotent retries" }));
    expect(await screen.findByText("The disk is full")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("switch", { name: "Trust idempotent retries" })).not.toBeChecked());
  });

  it("can be asked for again after they could not be read", async () => {
    backend.preferences.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Look for it."));
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.keyboard("{Control>},{/Control}");
    expect(await screen.findByText("The preferences could not be read")).toBeInTheDocument();
    expect(screen.getByRole("radiogroup", { name: "Theme" })).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Wait for an answer")).toBeInTheDocument();
  });
});

describe("what this window remembers", () => {
  it("draws theme and density, and keeps them", async () => {
    const { user } = await openPreferences();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await user.click(screen.getByRole("radio", { name: "Compact" }));
    expect(document.documentElement).toHaveAttribute("data-theme", "dark");
    expect(document.documentElement).toHaveAttribute("data-density", "compact");
    expect(localStorage.getItem("hintsmith.theme")).toBe("dark");
    await user.click(screen.getByRole("radio", { name: "Comfortable" }));
    expect(document.documentElement).not.toHaveAttribute("data-density");
  });

  it("changes the size of the text by button and key, and asks for the remembered one at the start", async () => {
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

  it("turns single keys off, and only those", async () => {
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

  it("takes nothing from storage that cannot be", () => {
    localStorage.setItem("hintsmith.zoom", "900");
    localStorage.setItem("hintsmith.theme", "pink");
    renderApp();
    expect(useAppearance.getState()).toMatchObject({ zoom: 1, theme: "system" });
  });
});
