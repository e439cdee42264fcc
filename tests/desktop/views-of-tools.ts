// What the catalog shows, and what opens above it.
import { Key } from "selenium-webdriver";
import { SERVER } from "./scene.ts";
import { cards, dialog, drifted, everySection, marked, pressButton, says, table, type View } from "./ways.ts";

export const VIEWS_OF_TOOLS: readonly View[] = [
  { name: "catalog", open: cards },
  { name: "table", open: table },
  {
    name: "table-panel",
    async open(window) {
      await table(window);
      await pressButton(window, "Tool panel");
      await window.find('[data-testid="panel"][data-tool]');
    },
  },
  { name: "marked", open: marked },
  {
    name: "marked-table",
    async open(window) {
      await table(window);
      await window.click("row");
      await window.press("x", Key.ARROW_DOWN, "x");
      await window.get("bulk-bar");
    },
  },
  {
    name: "set-a-hint",
    above: true,
    async open(window) {
      await marked(window);
      await pressButton(window, "Set a hint");
      await window.get("bulk-effect");
    },
  },
  {
    name: "sections",
    async open(window) {
      await drifted(window);
      await everySection(window);
    },
  },
  {
    name: "hint",
    above: true,
    async open(window) {
      await cards(window);
      const about = await window.find('[data-testid="hint-destructive"] button[aria-label^="What"]');
      await window.driver.actions().move({ origin: about }).perform();
      await says(window, "[role=tooltip]", "Can this tool lose or overwrite something?");
    },
  },
  {
    name: "stack",
    above: true,
    async open(window) {
      await cards(window);
      await window.clickOn('[data-testid="hint-destructive"] button[aria-label^="Why?"]');
      await dialog(window, "MCP specification");
    },
  },
  {
    name: "card-tooltip",
    async open(window) {
      await window.driver.actions().move({ origin: await window.get("card") }).perform();
      await window.find("[role=tooltip]");
    },
  },
  {
    name: "run",
    above: true,
    async open(window) {
      await window.search("server:demo hint:destructive");
      await cards(window);
      await window.click("run-open");
      await window.get("run-field");
    },
  },
  {
    // Of a saved list it says that nothing can be called there; of a hostile server it is the form.
    name: "run-other",
    above: true,
    async open(window) {
      await window.search(`server:${SERVER}`);
      await cards(window);
      await window.click("run-open");
      await window.find('[data-testid="run-refused"], [data-testid="run-field"]');
    },
  },
  {
    name: "side-by-side",
    above: true,
    async open(window) {
      await cards(window);
      await pressButton(window, "Side by side");
      await dialog(window, "Server and effective JSON");
    },
  },
  { name: "drifted", open: drifted },
  {
    name: "suggestions",
    async open(window) {
      await window.search("is:");
      await window.get("suggestions");
    },
  },
  {
    name: "no-match",
    async open(window) {
      await window.search("is:nonsense");
      await window.click("catalog");
      await window.get("search-problems");
    },
  },
  {
    name: "saved-filters",
    above: true,
    async open(window) {
      await pressButton(window, "Saved filters");
      await dialog(window, "What can be lost");
    },
  },
  {
    name: "group-menu",
    above: true,
    async open(window) {
      await pressButton(window, "Group: Behaviour");
      await window.find("[role=menu]");
    },
  },
  {
    name: "sort-menu",
    above: true,
    async open(window) {
      await pressButton(window, "Sort: As it comes");
      await window.find("[role=menu]");
    },
  },
  {
    name: "toast",
    async open(window) {
      await cards(window);
      await window.press("4");
      await window.get("toast");
    },
  },
];
