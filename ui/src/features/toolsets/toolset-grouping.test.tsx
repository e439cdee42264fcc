// Catalog grouped by toolset, and the toolset commands of the palette.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { addToolsets } from "../../../test/toolsets";
import { useCatalogFilter } from "../../shared/catalog-filter";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("toolsets");
  fake.current = backend;
  await addToolsets(backend);
});

async function renderTable() {
  const app = renderApp();
  await screen.findAllByTestId("card");
  await app.user.click(screen.getByRole("button", { name: "Group: Behaviour" }));
  await app.user.click(screen.getByRole("menuitemradio", { name: "Toolset" }));
  act(() => useCatalogFilter.getState().setLayout("table"));
  await screen.findAllByTestId("row");
  return app;
}
const names = () => screen.getAllByTestId("row").map((row) => row.dataset.tool?.replace("demo.home_notes_", ""));
const current = () => screen.getAllByTestId("row").findIndex((row) => row.getAttribute("aria-selected") === "true");
const marked = () => screen.getAllByTestId("row").flatMap((row, index) => (row.dataset.marked ? [index] : []));

describe("the catalog grouped by toolset", () => {
  it("lists a tool under each of its toolsets, and the rest below", async () => {
    await renderTable();
    expect(screen.getByRole("button", { name: /^Not in any toolset ?18$/ })).toBeInTheDocument();
    expect(names().slice(0, 8)).toEqual([
      "list_note", "get_note", "create_note", "get_note", "delete_note", "search_note", "update_note", "share_note",
    ]);
  });

  it("moves through every row of a tool, up and down", async () => {
    const app = await renderTable();
    const positions: number[] = [];
    act(() => screen.getAllByTestId("row")[0]?.focus());
    for (let step = 0; step < 5; step += 1) {
      await app.user.keyboard("{ArrowDown}");
      positions.push(current());
    }
    for (let step = 0; step < 3; step += 1) {
      await app.user.keyboard("{ArrowUp}");
      positions.push(current());
    }
    expect(positions).toEqual([1, 2, 3, 4, 5, 4, 3, 2]);
  });

  it("selects a tool in all of its rows, and counts it once", async () => {
    const app = await renderTable();
    await app.user.click(within(screen.getAllByTestId("row")[3] as HTMLElement).getByRole("checkbox"));
    expect(marked()).toEqual([1, 3]);
    expect(screen.getByTestId("bulk-bar")).toHaveTextContent("1 selected");
  });

  it("selects a range from the clicked row", async () => {
    const app = await renderTable();
    await app.user.click(screen.getAllByTestId("row")[3] as HTMLElement);
    await app.user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(marked()).toEqual([1, 3, 4]);
  });
});

describe("toolsets in the palette", () => {
  const run = async (typed: string, label: string) => {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.keyboard("{Control>}k{/Control}");
    await app.user.type(screen.getByRole("combobox", { name: "Commands" }), typed);
    await app.user.click(within(screen.getByTestId("palette")).getByText(label));
    return app;
  };

  it("are activated", async () => {
    await run("activate", "Activate toolset notes-only");
    expect(backend.activateToolset).toHaveBeenCalledExactlyOnceWith({ name: "notes-only", environment: null });
    await waitFor(() => expect(screen.getByTestId("active-toolset")).toHaveTextContent("notes-only"));
  });
  it("are deactivated", async () => {
    await run("deactivate", "Deactivate toolset daily");
    expect(backend.activateToolset).toHaveBeenCalledExactlyOnceWith({ name: null, environment: null });
  });
  it("are opened", async () => {
    await run("toolset daily", "Open toolset daily");
    expect(await screen.findByTestId("toolset")).toHaveAttribute("data-toolset", "daily");
  });
  it("are created", async () => {
    await run("new tools", "New toolset…");
    expect(await screen.findByRole("dialog", { name: "New toolset" })).toBeInTheDocument();
  });
  it("are imported", async () => {
    await run("hypertool", "Import toolsets…");
    expect(await screen.findByRole("dialog", { name: "Import toolsets" })).toBeInTheDocument();
  });
});
