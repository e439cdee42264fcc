// Views of the catalog and its overlays.
import { Key } from "selenium-webdriver";
import { clickNamed, holdToasts, untilText } from "./actions.ts";
import { SERVER } from "./fixture.ts";
import { clickButton, expandSections, openDriftedTool, openFirstTool, selectTwoTools, showTable, untilDialog, type View } from "./navigation.ts";

const VIEWS: readonly View[] = [
  { name: "catalog", open: openFirstTool },
  { name: "table", open: showTable },
  {
    name: "table-panel",
    async open(window) {
      await showTable(window);
      await clickButton(window, "Tool panel");
      await window.find('[data-testid="panel"][data-tool]');
    },
  },
  { name: "marked", open: selectTwoTools },
  {
    name: "marked-table",
    isTransient: true,
    async open(window) {
      await showTable(window);
      await window.click("row");
      await window.press("x", Key.ARROW_DOWN, "x");
      await window.get("bulk-bar");
    },
  },
  {
    name: "set-a-hint",
    isOverlay: true,
    async open(window) {
      await selectTwoTools(window);
      await clickButton(window, "Set a hint");
      await clickNamed(window, "No", '[role="dialog"][data-state="open"]');
      await window.get("bulk-effect");
    },
  },
  {
    name: "sections",
    changesLayout: true,
    async open(window) {
      await openDriftedTool(window);
      await expandSections(window);
    },
  },
  {
    name: "hint",
    isTransient: true,
    isOverlay: true,
    async open(window) {
      await openFirstTool(window);
      const about = await window.find('[data-testid="hint-destructive"] button[aria-label^="What"]');
      await window.driver.actions().move({ origin: about }).perform();
      await untilText(window, "[role=tooltip]", "Can this tool delete or overwrite something?");
    },
  },
  {
    name: "stack",
    isOverlay: true,
    async open(window) {
      await openFirstTool(window);
      await window.clickOn('[data-testid="hint-destructive"] button[aria-label^="Why?"]');
      await untilDialog(window, "MCP specification");
    },
  },
  {
    name: "card-tooltip",
    isTransient: true,
    async open(window) {
      await window.driver.actions().move({ origin: await window.get("card") }).perform();
      await window.find("[role=tooltip]");
    },
  },
  {
    name: "run",
    isOverlay: true,
    async open(window) {
      await window.search("server:demo hint:destructive");
      await openFirstTool(window);
      await window.click("run-open");
      await window.get("run-field");
    },
  },
  {
    // The tools of a saved list cannot be called, which the dialog shows; the tools of the hostile server have a form.
    name: "run-other",
    isOverlay: true,
    async open(window) {
      await window.search(`server:${SERVER}`);
      await openFirstTool(window);
      await window.click("run-open");
      await window.find('[data-testid="run-refused"], [data-testid="run-field"]');
    },
  },
  {
    name: "side-by-side",
    isOverlay: true,
    async open(window) {
      await openFirstTool(window);
      await clickButton(window, "Side by side");
      await untilDialog(window, "Server and effective JSON");
    },
  },
  { name: "drifted", isTransient: true, open: openDriftedTool },
  {
    name: "suggestions",
    isTransient: true,
    async open(window) {
      await window.search("is:");
      await window.get("suggestions");
    },
  },
  {
    name: "no-match",
    async open(window) {
      await window.search("is:nonsense ");
      await window.click("catalog");
      await window.get("search-problems");
    },
  },
  {
    name: "saved-filters",
    isOverlay: true,
    async open(window) {
      await clickButton(window, "Saved filters");
      await untilDialog(window, "What can be lost");
    },
  },
  {
    name: "group-menu",
    isOverlay: true,
    async open(window) {
      await clickButton(window, "Group: Behaviour");
      await window.find("[role=menu]");
    },
  },
  {
    name: "badge-legend",
    isOverlay: true,
    async open(window) {
      await clickButton(window, "What the badges mean");
      await untilDialog(window, "What a tool does");
    },
  },
  {
    name: "sort-menu",
    isOverlay: true,
    async open(window) {
      await clickButton(window, "Sort: Default order");
      await window.find("[role=menu]");
    },
  },
  {
    name: "toast",
    isTransient: true,
    async open(window) {
      await openFirstTool(window);
      await holdToasts(window);
      await window.press("4");
      await window.get("toast");
    },
  },
];

export const CATALOG_VIEWS: readonly View[] = VIEWS.map((view) => ({ ...view, startsOnCatalog: true }));
