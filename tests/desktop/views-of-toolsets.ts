// What is shown of toolsets and notes, and what opens above it.
import { TOOLSET } from "./scene.ts";
import { cards, dialog, marked, press, pressButton, says, type View } from "./ways.ts";
import type { Window } from "./window.ts";

async function toolset(window: Window): Promise<void> {
  await window.click(`nav-toolset-${TOOLSET}`);
  await window.get("member");
}
async function noteForm(window: Window): Promise<void> {
  await cards(window);
  await window.press("n");
  await window.get("note-form");
}

export const VIEWS_OF_TOOLSETS: readonly View[] = [
  { name: "toolset", open: toolset },
  {
    name: "toolset-new",
    above: true,
    async open(window) {
      await window.click("new-toolset");
      await press(window, '//*[@role="dialog"]//*[@role="radio"][normalize-space()="By filter"]');
      await window.fill("toolset-filter", "is:safe");
      await says(window, '[data-testid="toolset-found"]', "match");
    },
  },
  {
    name: "toolset-export",
    above: true,
    async open(window) {
      await toolset(window);
      await pressButton(window, "Export…");
      await dialog(window, "namespacedName");
    },
  },
  {
    name: "toolset-menu",
    above: true,
    async open(window) {
      await toolset(window);
      await pressButton(window, `More for ${TOOLSET}`);
      await window.find("[role=menuitem]");
    },
  },
  {
    name: "toolset-equipped",
    above: true,
    async open(window) {
      await window.click("equipped-toolset");
      await window.find("[role=menu]");
    },
  },
  {
    name: "toolset-marked",
    above: true,
    async open(window) {
      await marked(window);
      await pressButton(window, "Add to toolset…");
      await dialog(window, TOOLSET);
    },
  },
  { name: "note-form", open: noteForm },
  {
    name: "note-templates",
    above: true,
    async open(window) {
      await noteForm(window);
      await pressButton(window, "Templates");
      await dialog(window, "confirm-first");
    },
  },
];
