// A window that nobody has changed the looks of.
import { openDrawer } from "../src/app/drawer";
import { drawAppearance, readAppearance, useAppearance } from "../src/shared/appearance";

/** What a test has put into storage beforehand counts, as it does at the start. */
export function freshAppearance(): void {
  useAppearance.setState(readAppearance());
  drawAppearance(useAppearance.getState());
  openDrawer(null);
}
