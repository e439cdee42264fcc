// Widths of the sidebar and the panel: as the user dragged them, clamped so that the page between them keeps its minimum width.
import type { Pane } from "../shared/appearance";
import { TIGHT } from "./window-width";

export const BOUNDS: Record<Pane, { min: number; max: number; normal: number; tight: number }> = {
  sidebar: { min: 160, max: 320, normal: 224, tight: 184 },
  panel: { min: 320, max: 640, normal: 400, tight: 344 },
};

/** Width that the page between sidebar and panel needs, in CSS pixels. */
const MIN_PAGE_WIDTH = 360;

/** Current width of a pane, and its bounds. */
export type Room = { min: number; max: number; width: number };

export function roomFor(pane: Pane, chosen: number | null, windowWidth: number, other: number): Room {
  const { min, max, normal, tight } = BOUNDS[pane];
  const available = Math.max(min, Math.min(max, windowWidth - other - MIN_PAGE_WIDTH));
  const preferred = chosen ?? (windowWidth <= TIGHT ? tight : normal);
  return { min, max: available, width: Math.min(available, Math.max(min, preferred)) };
}

export type Widths = Record<Pane, Room>;

export function widthsOf(chosen: Record<Pane, number | null>, windowWidth: number, hasPanel: boolean): Widths {
  const sidebar = roomFor("sidebar", chosen.sidebar, windowWidth, hasPanel ? BOUNDS.panel.min : 0);
  return { sidebar, panel: roomFor("panel", chosen.panel, windowWidth, sidebar.width) };
}
