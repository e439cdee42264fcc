// Whether a key press is meant for the window: nobody is typing, and nothing is open above it.
const TYPING = "input, textarea, select, [contenteditable='true']";
const ABOVE = "[role='dialog'], [role='menu']";

export function isForTheWindow(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const target = event.target;
  if (target instanceof Element && (target.closest(TYPING) || target.closest(ABOVE))) return false;
  return !isCovered();
}

/** A dialog or a menu is open above the window. */
export const isCovered = (): boolean =>
  document.querySelector("[role='dialog'][data-state='open'], [role='menu'][data-state='open']") !== null;

export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null;
