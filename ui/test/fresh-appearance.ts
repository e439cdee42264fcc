// Default appearance of the window.
import { openDrawer } from "../src/app/drawer";
import { applyAppearance, readAppearance, useAppearance } from "../src/shared/appearance";

/** Reads local storage as at startup, including values that a test has set before. */
export function freshAppearance(): void {
  useAppearance.setState(readAppearance());
  applyAppearance(useAppearance.getState());
  openDrawer(null);
}
