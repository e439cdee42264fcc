// How many columns fit, and how wide a card then is. Knows the page's budget of nodes.
import type { Badge, BadgeKind } from "../../backend";
import { CARD_HEIGHT, CARD_MIN_WIDTH, GAP } from "./row-model";

/** Cards drawn at once. A card costs about 16 nodes, a server's line half of that; the page must stay below 1,500. */
const MOST_CARDS = 66;
const FEWEST_CARDS = 20;
export const OVERSCAN = 1;
/** Rows drawn beyond the viewport: overscan on both sides, one cut row, and the selected row kept alive. */
const EXTRA_ROWS = 2 * OVERSCAN + 2;

/** On very large windows cards grow wider instead of more numerous. */
export function columnsFor(width: number, height: number, servers: number): number {
  const most = Math.max(FEWEST_CARDS, MOST_CARDS - servers / 2);
  const fitting = Math.floor((width + GAP) / (CARD_MIN_WIDTH + GAP));
  const rows = Math.ceil(height / (CARD_HEIGHT + GAP)) + EXTRA_ROWS;
  return Math.max(1, Math.min(fitting, Math.floor(most / rows)));
}

export const cardWidth = (width: number, columns: number): number => (width - GAP * (columns - 1)) / columns;

/** Drawn widths in Inter 500 11px, icon and frame included; a decided badge adds its dot. */
const BADGE_WIDTH: Record<BadgeKind, number> = {
  readOnly: 84,
  modifies: 75,
  destructive: 90,
  idempotent: 89,
  openWorld: 90,
};
const DOT_WIDTH = 10;
const CARD_FRAME = 26;

/** When badges wrap, the text gives up a line. Estimated, so that no card has to be measured. */
export function badgesWrap(badges: readonly Badge[], width: number): boolean {
  if (badges.length < 2) return false;
  let needed = 4 * (badges.length - 1);
  for (const { kind, mark } of badges) needed += BADGE_WIDTH[kind] + (mark === "decided" ? DOT_WIDTH : 0);
  return needed > width - CARD_FRAME;
}
