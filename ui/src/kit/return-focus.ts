// Where focus goes when what had it disappears: to where it came from, else to the current row or card, else to the page.
const ABOVE = "[role='dialog'], [role='alertdialog'], [role='menu'], [data-toasts]";
const CURRENT = "main [role='gridcell'][tabindex='0'], main [role='row'][tabindex='0']";

let last: HTMLElement | null = null;

/** The last element of the window itself, not of something above it, that had focus or was pressed. */
function remember(element: EventTarget | null): void {
  if (element instanceof HTMLElement && !element.closest(ABOVE)) last = element;
}
document.addEventListener("focusin", ({ target }) => remember(target));
// The trigger of a menu is pressed without being given focus.
document.addEventListener(
  "pointerdown",
  ({ target }) => remember(target instanceof Element ? target.closest("button, [tabindex]") : null),
  { capture: true },
);

const canTake = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body && !element.matches(":disabled");

function focusPage(): void {
  const current = document.querySelector<HTMLElement>(CURRENT);
  const main = document.querySelector<HTMLElement>("main");
  if (current) return current.focus({ preventScroll: true });
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** A hidden element takes no focus, and does not say so. */
function took(element: Element | null): boolean {
  if (!canTake(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

export function returnFocus(to: Element | null = null): void {
  if (!took(to) && !took(last)) focusPage();
}

/** Unless focus has found a place by itself. */
export function rescueFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body) returnFocus();
}
