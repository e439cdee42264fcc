// How wide sidebar and panel are: as somebody dragged them, within bounds, and never so that nothing is left between them.
import type { Pane } from "../shared/appearance";
import { TIGHT } from "./window-width";

export const BOUNDS: Record<Pane, { least: number; most: number; usual: number; tight: number }> = {
  sidebar: { least: 160, most: 320, usual: 224, tight: 184 },
  panel: { least: 320, most: 640, usual: 400, tight: 344 },
};

/** What the page between them needs. */
const BETWEEN = 360;

export type Room = { least: number; most: number; width: number };

export function roomFor(pane: Pane, chosen: number | null, windowWidth: number, other: number): Room {
  const { least, most, usual, tight } = BOUNDS[pane];
  const top = Math.max(least, Math.min(most, windowWidth - other - BETWEEN));
  const wanted = chosen ?? (windowWidth <= TIGHT ? tight : usual);
  return { least, most: top, width: Math.min(top, Math.max(least, wanted)) };
}

export type Widths = Record<Pane, Room>;

export function widthsOf(chosen: Record<Pane, number | null>, windowWidth: number, hasPanel: boolean): Widths {
  const sidebar = roomFor("sidebar", chosen.sidebar, windowWidth, hasPanel ? BOUNDS.panel.least : 0);
  return { sidebar, panel: roomFor("panel", chosen.panel, windowWidth, sidebar.width) };
}
