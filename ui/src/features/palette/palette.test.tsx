// Tests of the palette in the whole app: target, navigation, number of rendered items, and focus.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { repeatCards } from "../../../test/many-tools";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { useSelection } from "../../shared/selection";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("palette");
  fake.current = backend;
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
});

async function openPalette() {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  await app.user.click(screen.getAllByTestId("card")[1] as HTMLElement);
  await app.user.keyboard("{Control>}k{/Control}");
  const palette = await screen.findByTestId("palette");
  return { ...app, palette: within(palette) };
}
const options = () => within(screen.getByTestId("palette")).getAllByRole("option");
const labels = () => options().map((option) => option.textContent);

describe("the palette", () => {
  it("shows the current tool, and sets a hint with the shortcut beside it", async () => {
    const { user, palette } = await openPalette();
    expect(palette.getByTestId("palette-target")).toHaveTextContent("Get Note");
    await user.keyboard("open world");
    expect(labels().slice(0, 3)).toEqual(["Set Open-world to Yes4", "Set Open-world to No", "Reset Open-world to inherit"]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(screen.queryByTestId("palette")).toBeNull();
    await waitFor(() => expect(backend.decide).toHaveBeenCalledOnce());
    expect(backend.decide.mock.calls[0]?.[0]).toMatchObject({
      tool: "home_notes_get_note",
      decisions: [{ field: "hint", hint: "openWorld", value: false }],
    });
    expect(await screen.findByText("Open-world set to No on Get Note")).toBeInTheDocument();
  });

  it("applies to all selected tools", async () => {
    const { user } = await openPalette();
    await user.keyboard("{Escape}");
    useSelection.getState().setMarked(new Set(["demo.home_notes_get_note", "demo.home_notes_list_note"]));
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByTestId("palette-target")).toHaveTextContent("2 tools");
    await user.keyboard("read-only to yes{Enter}");
    await waitFor(() => expect(backend.decideMany).toHaveBeenCalledOnce());
    expect(backend.decideMany.mock.calls[0]?.[0].tools.map((tool) => tool.tool).sort()).toEqual([
      "home_notes_get_note",
      "home_notes_list_note",
    ]);
  });

  it("goes to pages, filters, environments and tools", async () => {
    const { user } = await openPalette();
    await user.keyboard("rules{Enter}");
    expect(await screen.findByRole("heading", { name: "Rules", level: 1 })).toBeInTheDocument();
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("show destructive{Enter}");
    expect(await screen.findByTestId("search")).toHaveValue("hint:destructive");
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("environment prod{Enter}");
    await waitFor(() => expect(backend.chooseEnvironment).toHaveBeenCalledWith({ environment: "prod" }));
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("list note{Enter}");
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_list_note"));
    expect(screen.getByTestId("search")).toHaveValue("");
  });

  it("runs global commands: theme, undo, dialogs", async () => {
    const { user } = await openPalette();
    await user.keyboard("theme: dark{Enter}");
    expect(document.documentElement).toHaveAttribute("data-theme", "dark");
    await user.click(screen.getByTestId("commands"));
    await user.keyboard("undo{Enter}");
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: null }));
    await user.click(screen.getByTestId("commands"));
    await user.keyboard("shortcuts{Enter}");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  });

  it("shows a message without results, closes with its own shortcut, and returns the focus", async () => {
    const { user, palette } = await openPalette();
    await user.keyboard("qqqq");
    expect(palette.getByText("No results")).toBeInTheDocument();
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.queryByTestId("palette")).toBeNull();
    await waitFor(() => expect(screen.getAllByTestId("card")[1]).toHaveFocus());
  });

  it("moves the focus to the title field", async () => {
    const { user } = await openPalette();
    await user.keyboard("edit title{Enter}");
    await waitFor(() => expect(screen.getByTestId("title")).toHaveFocus());
  });

  it("offers no command that writes while the store is read-only", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another Hintsmith holds it" }));
    await openPalette();
    const all = labels().join("\n");
    expect(all).not.toMatch(/Set Read-only|Undo|Add a server/);
    expect(all).toMatch(/Copy name/);
  });

  it("renders few of very many tools and servers", async () => {
    backend.amend("catalog", ({ cards, servers, ...catalog }) => {
      const empty = Array.from({ length: 60 }, (_, index) => servers.map((server) => ({ ...server, name: `s${index}`, tools: 0 })));
      return { ...catalog, cards: repeatCards(cards, 10_000), servers: [...servers, ...empty.flat()] };
    });
    const { user } = await openPalette();
    await user.keyboard("o");
    expect(document.querySelectorAll("[cmdk-item]").length).toBeLessThan(120);
  });
});
