// Widths of the sidebar and the panel: as the user dragged them, clamped so that the page between them keeps its minimum width.
import type { Pane } from "../shared/appearance";
import { TIGHT } from "./window-width";

export const BOUNDS: Record<Pane, { least: number; most: number; usual: number; tight: number }> = {
  sidebar: { least: 160, most: 320, usual: 224, tight: 184 },
  panel: { least: 320, most: 640, usual: 400, tight: 344 },
};

/** Width that the page between sidebar and panel needs, in CSS pixels. */
const MIN_PAGE_WIDTH = 360;

export type Room = { least: number; most: number; width: number };

export function roomFor(pane: Pane, chosen: number | null, windowWidth: number, other: number): Room {
  const { least, most, usual, tight } = BOUNDS[pane];
  const top = Math.max(least, Math.min(most, windowWidth - other - MIN_PAGE_WIDTH));
  const preferred = chosen ?? (windowWidth <= TIGHT ? tight : usual);
  return { least, most: top, width: Math.min(top, Math.max(least, preferred)) };
}

export type Widths = Record<Pane, Room>;

export function widthsOf(chosen: Record<Pane, number | null>, windowWidth: number, hasPanel: boolean): Widths {
  const sidebar = roomFor("sidebar", chosen.sidebar, windowWidth, hasPanel ? BOUNDS.panel.least : 0);
  return { sidebar, panel: roomFor("panel", chosen.panel, windowWidth, sidebar.width) };
}
