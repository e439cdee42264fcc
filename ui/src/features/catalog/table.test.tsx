// Tests of the table layout: cells, tooltip, sorting, panel and toolbar.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { prepareCatalog } from "../../../test/catalog";
import { repeatCards } from "../../../test/many-tools";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { resetStores } from "../../../test/reset-stores";
import { setAppearance } from "../../shared/appearance";
import { useCatalogFilter } from "../../shared/catalog-filter";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("catalog");
  fake.current = backend;
  await prepareCatalog(backend);
});

const rows = () => screen.getAllByTestId("row");
const tools = () => rows().map((row) => row.dataset.tool?.replace("demo.home_", ""));
const rowOf = (tool: string) => {
  const row = rows().find((r) => r.dataset.tool === `demo.${tool}`);
  if (!row) throw new Error(`no row ${tool}`);
  return row;
};
const cells = (tool: string) => within(rowOf(tool)).getAllByRole("gridcell");
const head = (name: string) => screen.getByRole("columnheader", { name });

async function renderTable(grouping: "none" | "behaviour" = "none") {
  const app = renderApp();
  await screen.findAllByTestId("card");
  act(() => useCatalogFilter.getState().setGrouping(grouping));
  await app.user.click(screen.getByRole("button", { name: "Table" }));
  await screen.findAllByTestId("row");
  return app;
}

describe("the table", () => {
  it("shows each hint with its value and source", async () => {
    await renderTable();
    const [, title, , readOnly, destructive, , openWorld] = cells("home_notes_get_note");
    expect(title).toHaveTextContent("Get Note");
    expect(readOnly).toHaveAccessibleName("Yes, assumed");
    expect(destructive).toHaveAccessibleName("Not used");
    expect(openWorld).toHaveAccessibleName("No, assumed");
    expect(cells("home_notes_list_note")[3]).toHaveAccessibleName("Yes, declared by the server");
    expect(cells("home_notes_delete_note")[4]).toHaveAccessibleName("Yes, decided by you");
    expect(rowOf("home_notes_create_note")).toHaveTextContent("2 notes");
    expect(rowOf("home_notes_create_note")).toHaveTextContent("1 problem");
  });

  it("counts its rows, including the header", async () => {
    await renderTable("behaviour");
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "25");
    expect(rows()[0]).toHaveAttribute("aria-rowindex", "3");
    expect(rows().filter((row) => row.tabIndex === 0)).toHaveLength(1);
  });

  it("positions its rows by the row height of the density", async () => {
    await renderTable();
    const tops = () => rows().slice(0, 3).map((row) => row.style.transform);
    expect(tops()).toEqual(["translateY(0px)", "translateY(28px)", "translateY(56px)"]);
    act(() => setAppearance({ density: "compact" }));
    expect(tops()).toEqual(["translateY(0px)", "translateY(24px)", "translateY(48px)"]);
    act(() => setAppearance({ density: "comfortable" }));
  });

  it("has a server column only with several servers", async () => {
    const one = await renderTable();
    expect(screen.queryByRole("columnheader", { name: "Server" })).toBeNull();
    one.unmount();
    resetStores();
    backend.amend("catalog", ({ cards, servers, ...catalog }) => ({
      ...catalog,
      cards: [...cards, ...cards.slice(0, 1).map((card) => ({ ...card, server: "other" }))],
      servers: [...servers, ...servers.map((server) => ({ ...server, name: "other", tools: 1 }))],
    }));
    await renderTable();
    expect(screen.getByRole("columnheader", { name: "Server" })).toBeInTheDocument();
  });

  it("stays below 1,500 nodes with 10,000 tools that are all marked", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, cards: repeatCards(catalog.cards, 10_000) }));
    const app = await renderTable();
    await app.user.keyboard("{Control>}a{/Control}");
    await waitFor(() => expect(screen.getByTestId("bulk-bar")).toHaveTextContent("10,000 selected"));
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let nodes = 0;
    while (walker.nextNode()) nodes += 1;
    expect(nodes).toBeLessThan(1500);
    expect(rows().length).toBeGreaterThan(20);
    expect(rows().length).toBeLessThan(60);
  });
});

describe("the tooltip of the table", () => {
  it("opens on hints only, because on a whole row it would cover the next rows", async () => {
    const app = await renderTable();
    const [, title, , readOnly] = cells("home_notes_get_note");
    if (!title || !readOnly) throw new Error("no cells");
    await app.user.hover(readOnly);
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Get Note");
    await app.user.hover(title);
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  });
});

describe("sorting", () => {
  it("cycles ascending, descending and off with a click or Enter", async () => {
    const app = await renderTable();
    const before = tools();
    expect(head("Title")).toHaveAttribute("aria-sort", "none");
    await app.user.click(within(head("Title")).getByRole("button"));
    expect(head("Title")).toHaveAttribute("aria-sort", "ascending");
    expect(tools().slice(0, 3)).toEqual(["boards_create_board", "notes_create_note", "recipes_create_recipe"]);
    within(head("Title")).getByRole("button").focus();
    await app.user.keyboard("{Enter}");
    expect(head("Title")).toHaveAttribute("aria-sort", "descending");
    expect(tools()[0]).toBe("recipes_update_recipe");
    await app.user.keyboard("{Enter}");
    expect(head("Title")).toHaveAttribute("aria-sort", "none");
    expect(tools()).toEqual(before);
  });

  it("applies to cards too, and is in the sort menu", async () => {
    const app = await renderTable();
    await app.user.click(screen.getByRole("button", { name: "Cards" }));
    await app.user.click(screen.getByRole("button", { name: "Sort: Default order" }));
    await app.user.click(screen.getByRole("menuitemradio", { name: "Name" }));
    const names = screen.getAllByTestId("card").map((card) => card.dataset.tool);
    expect(names).toEqual([...names].sort());
    expect(screen.getByRole("button", { name: "Sort: Name, ascending" })).toBeInTheDocument();
  });
});

describe("the panel beside the table", () => {
  it("is hidden until a tool is opened, follows the selection, and closes on Escape", async () => {
    const app = await renderTable();
    expect(screen.queryByTestId("panel")).toBeNull();
    await app.user.click(rowOf("home_notes_get_note"));
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note"));
    await app.user.keyboard("{ArrowDown}");
    await waitFor(() => expect(rowOf("home_notes_search_note")).toHaveFocus());
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_search_note"));
    await app.user.keyboard("{Escape}");
    expect(screen.queryByTestId("panel")).toBeNull();
    expect(rowOf("home_notes_search_note")).toHaveFocus();
    await app.user.keyboard("{ArrowDown}");
    expect(screen.queryByTestId("panel")).toBeNull();
    await app.user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_create_note"));
  });

  it("is toggled with its button", async () => {
    const app = await renderTable();
    const button = screen.getByRole("button", { name: "Tool panel" });
    await app.user.click(button);
    expect(screen.getByTestId("panel")).toBeInTheDocument();
    expect(button).toHaveAttribute("aria-pressed", "true");
    await app.user.click(button);
    expect(screen.queryByTestId("panel")).toBeNull();
  });
});

describe("the toolbar", () => {
  it("filters unreviewed tools with a chip", async () => {
    const app = await renderTable();
    const chip = screen.getByRole("button", { name: "Unreviewed 20" });
    await app.user.click(chip);
    expect(chip).toHaveAttribute("aria-pressed", "true");
    expect(useCatalogFilter.getState().query).toBe("is:unreviewed ");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "20"));
    await app.user.click(chip);
    expect(useCatalogFilter.getState().query).toBe("");
  });

  it("filters tools with a finding with a chip", async () => {
    const app = await renderTable();
    backend.search.mockImplementation(async ({ query }) => {
      const { revision, cards } = await backend.catalog();
      return { revision, matches: query === "has:finding" ? cards.flatMap(({ findings }, index) => (findings > 0 ? [index] : [])) : [], problems: [] };
    });
    const chip = screen.getByRole("button", { name: /^Has finding [1-9]/ });
    const count = chip.querySelector("span")?.textContent ?? "";
    await app.user.click(chip);
    expect(chip).toHaveAttribute("aria-pressed", "true");
    expect(useCatalogFilter.getState().query).toBe("has:finding ");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", count));
  });

  it("groups by module", async () => {
    const app = await renderTable();
    await app.user.click(screen.getByRole("button", { name: "Group: None" }));
    await app.user.click(screen.getByRole("menuitemradio", { name: "Module" }));
    expect(screen.getByText("boards")).toBeInTheDocument();
    await app.user.click(screen.getByText("notes"));
    expect(rows()).toHaveLength(14);
  });
});
