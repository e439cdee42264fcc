// Views of toolsets and notes, and their overlays.
import { untilText } from "./actions.ts";
import { TOOLSET } from "./fixture.ts";
import { clickButton, clickXPath, openFirstTool, selectTwoTools, untilDialog, type View } from "./navigation.ts";
import type { Window } from "./window.ts";

async function openToolset(window: Window): Promise<void> {
  await window.click(`nav-toolset-${TOOLSET}`);
  await window.get("member");
}
async function openNoteForm(window: Window): Promise<void> {
  await openFirstTool(window);
  await window.press("n");
  await window.get("note-form");
}

export const TOOLSET_VIEWS: readonly View[] = [
  { name: "toolset", open: openToolset },
  {
    name: "toolset-new",
    isOverlay: true,
    async open(window) {
      await window.click("new-toolset");
      await clickXPath(window, '//*[@role="dialog"]//*[@role="radio"][normalize-space()="By filter"]');
      await window.fill("toolset-filter", "is:safe");
      await untilText(window, '[data-testid="toolset-found"]', "match");
    },
  },
  {
    name: "toolset-export",
    isOverlay: true,
    async open(window) {
      await openToolset(window);
      await clickButton(window, "Export…");
      await untilDialog(window, "namespacedName");
    },
  },
  {
    name: "toolset-menu",
    isOverlay: true,
    async open(window) {
      await openToolset(window);
      await clickButton(window, `More actions for ${TOOLSET}`);
      await window.find("[role=menuitem]");
    },
  },
  {
    name: "toolset-active",
    isOverlay: true,
    async open(window) {
      await window.click("active-toolset");
      await window.find("[role=menu]");
    },
  },
  {
    name: "toolset-marked",
    startsOnCatalog: true,
    isOverlay: true,
    async open(window) {
      await selectTwoTools(window);
      await clickButton(window, "Add to toolset…");
      await untilDialog(window, TOOLSET);
    },
  },
  { name: "note-form", startsOnCatalog: true, changesLayout: true, open: openNoteForm },
  {
    name: "note-templates",
    changesLayout: true,
    startsOnCatalog: true,
    isOverlay: true,
    async open(window) {
      await openNoteForm(window);
      await clickButton(window, "Templates");
      await untilDialog(window, "confirm-first");
    },
  },
];
