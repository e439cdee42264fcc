// Rendering cost: a key press in the search field re-renders the catalog's list, and not the rest of the window.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fake } from "../../test/mock-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";
import { countRenders } from "../../test/render-counter";

const UNAFFECTED = ["Sidebar", "BottomBar", "GroupMenu", "SortMenu", "LayoutSwitch", "ToolPanel", "PanelHeader", "PanelBody"];

it("typing renders no component that does not depend on the query", async () => {
  fake.current = recordedBackend("app");
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_list_note"));
  await app.user.keyboard("/");
  const counts = await countRenders(async () => {
    await app.user.keyboard("note");
    await waitFor(() => expect(screen.getByTestId("catalog")).not.toHaveAttribute("data-shown", "21"));
  });
  expect(counts.get("SearchField")).toBeGreaterThan(0);
  expect(UNAFFECTED.filter((name) => counts.has(name))).toEqual([]);
});
