// Predicates for global shortcuts: no text field has the focus, no overlay is open, and single-key shortcuts are enabled.
import { useAppearance } from "./appearance";

const TYPING = "input, textarea, select, [contenteditable='true']";
const OVERLAYS = "[role='dialog'], [role='alertdialog'], [role='menu']";
const MODAL = "[data-modal][data-state='open'], [role='menu'][data-state='open']";

/** Single character key, which speech input and accidental presses can trigger (WCAG 2.1.4). */
const isSingle = ({ key }: KeyboardEvent): boolean => key.length === 1 && key !== " ";

export function isForTheWindow(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (isSingle(event) && !useAppearance.getState().singleKeys) return false;
  const target = event.target;
  if (target instanceof Element && (target.closest(TYPING) || target.closest(OVERLAYS))) return false;
  return !isCovered();
}

/** True if a dialog, a menu or a popover is open. */
export const isCovered = (): boolean =>
  document.querySelector(":is([role='dialog'], [role='alertdialog'], [role='menu'])[data-state='open']") !== null;

/** True if a modal dialog or a menu is open; a popover does not block the window. */
export const isBlocked = (): boolean => document.querySelector(MODAL) !== null;

export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null;
