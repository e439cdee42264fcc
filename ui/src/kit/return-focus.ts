// Focus restoration after the focused element was removed: to the previous element, else the current row or card, else the page.
const OVERLAYS = "[role='dialog'], [role='alertdialog'], [role='menu'], [data-toasts]";
const CURRENT = "main [role='gridcell'][tabindex='0'], main [role='row'][tabindex='0']";
/** Element of a grid that is not its current one: focus would select it. */
const NOT_CURRENT = "main [role='gridcell'][tabindex='-1'], main [role='row'][tabindex='-1']";

let last: HTMLElement | null = null;

/** Records the last element that had focus or was pressed, ignoring overlays. */
function remember(element: EventTarget | null): void {
  if (element instanceof HTMLElement && !element.closest(OVERLAYS)) last = element;
}
document.addEventListener("focusin", ({ target }) => remember(target));
// A press on the trigger of a menu does not focus it.
document.addEventListener(
  "pointerdown",
  ({ target }) => remember(target instanceof Element ? target.closest("button, [tabindex]") : null),
  { capture: true },
);

const isFocusable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body && !element.matches(`:disabled, ${NOT_CURRENT}`);

function focusPage(): void {
  const current = document.querySelector<HTMLElement>(CURRENT);
  const main = document.querySelector<HTMLElement>("main");
  if (current) return current.focus({ preventScroll: true });
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** True if the element received the focus: focus() on a hidden element fails silently. */
function tryFocus(element: Element | null): boolean {
  if (!isFocusable(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

export function returnFocus(to: Element | null = null): void {
  if (!tryFocus(to) && !tryFocus(last)) focusPage();
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

/** Restores the focus only if no element has it. */
export function rescueFocus(): void {
  if (!hasFocus()) returnFocus();
}

/** Focuses the heading of a page that has just opened, only if no element has the focus. */
export function focusHeading(): void {
  if (hasFocus()) return;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
