// Exporting everything or one environment, and applying a file with environments and rules.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import type { FakeWindow } from "../../../test/fake-window";
import { fakeWindow } from "../../../test/fake-window";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";

vi.mock("../../backend", async () => (await import("../../../test/mock-backend")).mockedBackend());

let backend: FakeWindow;
beforeEach(() => {
  backend = fakeWindow();
  fake.current = backend;
});

async function renderExport() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  await app.user.click(screen.getByTestId("nav-export"));
  await waitFor(() => expect(screen.getByTestId("export-write")).toBeEnabled());
  return app;
}
const choice = () => screen.getByTestId("export-environment");

describe("what is exported", () => {
  it("is everything to begin with; the base and each environment can be chosen", async () => {
    await renderExport();
    expect(choice()).toHaveDisplayValue("Everything, layer by layer");
    expect(within(choice()).getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Everything, layer by layer",
      "base",
      "prod",
      "staging",
    ]);
    expect(backend.previewExport).toHaveBeenLastCalledWith({ target: "hintsmith-json", environment: null, path: null });
    expect(screen.queryByTestId("export-remarks")).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("is written as it was previewed, with what must be said about it", async () => {
    const app = await renderExport();
    await app.user.selectOptions(choice(), "prod");
    expect(await screen.findByTestId("export-remarks")).toHaveTextContent(
      "1 tool with a suspended decisiondemo.home_notes_get_note: read-only is suspended, because the server changed the tool; it is left out.",
    );
    backend.writeExport.mockResolvedValueOnce({ path: "/home/you/hintsmith.json", bytes: 3, carried: 3, remarks: ["x"] });
    await app.user.click(screen.getByTestId("export-write"));
    await waitFor(() =>
      expect(backend.writeExport).toHaveBeenCalledWith({
        target: "hintsmith-json",
        environment: "prod",
        path: "/home/you/hintsmith.json",
      }),
    );
    expect(await screen.findByTestId("toast")).toHaveTextContent("1 tool with a suspended decision");
  });

  it("names the base to the backend where only the base is wanted", async () => {
    const app = await renderExport();
    await app.user.selectOptions(choice(), "base");
    await waitFor(() =>
      expect(backend.previewExport).toHaveBeenLastCalledWith({ target: "hintsmith-json", environment: "base", path: null }),
    );
  });
});

describe("applying a file", () => {
  it("shows environment, tool or rule, field and values, and can be undone", async () => {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.click(screen.getByTestId("nav-preferences"));
    await app.user.click(await screen.findByTestId("open-apply"));
    await app.user.type(screen.getByTestId("apply-path"), "/tmp/hintsmith.json{Enter}");
    const rows = within(await screen.findByRole("table", { name: "Changes" })).getAllByRole("row");
    expect(rows[1]).toHaveTextContent("basedemo.home_notes_get_noteRead-onlynot decidedbecomes Yes");
    expect(rows[2]).toHaveTextContent("proddemo.get_*Open worldNobecomes Yes");
    expect(await violations()).toEqual([]);
    await app.user.click(screen.getByTestId("apply-file"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Applied 2 changes from hintsmith.json");
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 9 }));
  });
});
