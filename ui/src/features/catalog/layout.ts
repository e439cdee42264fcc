// Number of card columns and card width, within the page's budget of DOM nodes.
import type { Badge, BadgeKind } from "../../backend";
import { CARD_HEIGHTS, CARD_MIN_WIDTH, GAP } from "./row-model";

/** Maximum of rendered cards. A card has about 16 nodes, a sidebar row half of that; the page must stay below 1,500. */
const MOST_CARDS = 66;
const FEWEST_CARDS = 20;
export const OVERSCAN = 1;
/** Rows rendered beyond the viewport: overscan on both sides, one partly visible row, and the selected row. */
const EXTRA_ROWS = 2 * OVERSCAN + 2;

/** On very large windows cards grow wider instead of more numerous. */
export function columnsFor(width: number, height: number, servers: number, cardHeight = CARD_HEIGHTS.comfortable): number {
  const most = Math.max(FEWEST_CARDS, MOST_CARDS - servers / 2);
  const fitting = Math.floor((width + GAP) / (CARD_MIN_WIDTH + GAP));
  const rows = Math.ceil(height / (cardHeight + GAP)) + EXTRA_ROWS;
  return Math.max(1, Math.min(fitting, Math.floor(most / rows)));
}

export const cardWidth = (width: number, columns: number): number => (width - GAP * (columns - 1)) / columns;

/** Rendered widths in Inter 500 11px, including icon and frame; a decided badge adds its dot. */
const BADGE_WIDTH: Record<BadgeKind, number> = {
  readOnly: 84,
  modifies: 75,
  destructive: 90,
  idempotent: 89,
  openWorld: 90,
};
const DOT_WIDTH = 10;
const CARD_FRAME = 26;

/** True if the badges need two lines; the text then has one fewer. An estimate, so that no card has to be measured. */
export function badgesWrap(badges: readonly Badge[], width: number): boolean {
  if (badges.length < 2) return false;
  let needed = 4 * (badges.length - 1);
  for (const { kind, mark } of badges) needed += BADGE_WIDTH[kind] + (mark === "decided" ? DOT_WIDTH : 0);
  return needed > width - CARD_FRAME;
}
