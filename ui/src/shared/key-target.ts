// Whether a key press is meant for the window: nobody is typing, nothing is open above it, and single keys are wanted.
import { useAppearance } from "./appearance";

const TYPING = "input, textarea, select, [contenteditable='true']";
const ABOVE = "[role='dialog'], [role='alertdialog'], [role='menu']";
const MODAL = "[data-modal][data-state='open'], [role='menu'][data-state='open']";

/** A letter, a digit or a sign alone: speech input and stray presses hit those (WCAG 2.1.4). */
const isSingle = ({ key }: KeyboardEvent): boolean => key.length === 1 && key !== " ";

export function isForTheWindow(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (isSingle(event) && !useAppearance.getState().singleKeys) return false;
  const target = event.target;
  if (target instanceof Element && (target.closest(TYPING) || target.closest(ABOVE))) return false;
  return !isCovered();
}

/** Something is open above the window: a dialog, a menu or a popover. */
export const isCovered = (): boolean =>
  document.querySelector(":is([role='dialog'], [role='alertdialog'], [role='menu'])[data-state='open']") !== null;

/** A dialog or a menu that keeps the window from being used; beside a popover it still can be. */
export const isBlocked = (): boolean => document.querySelector(MODAL) !== null;

export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null;
