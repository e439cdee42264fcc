// Room for the toasts at the end of lists and panels, as `--toast-room` on the root element for style sheets: the user can scroll
// what the toasts would cover above them.

/** Distance of the toasts from each other, from the bottom of the content, and from the content above them. */
const GAP = 12;

/** The visible toasts, one above the other. */
const toasts = new Set<HTMLElement>();

function updateRoom(): void {
  const { style } = document.documentElement;
  if (toasts.size === 0) return void style.removeProperty("--toast-room");
  const heights = [...toasts].map((toast) => toast.offsetHeight + GAP);
  style.setProperty("--toast-room", `${heights.reduce((sum, height) => sum + height, GAP)}px`);
}

const isCovered = (element: Element, toast: HTMLElement): boolean => {
  const [box, cover] = [element.getBoundingClientRect(), toast.getBoundingClientRect()];
  return box.bottom > cover.top && box.top < cover.bottom && box.right > cover.left && box.left < cover.right;
};

/** Moves the focused element out from under the toasts: a new toast also moves the others up. */
function uncoverFocus(): void {
  const focused = document.activeElement;
  // A modal dialog has the toasts in another corner, and may not scroll the page behind it.
  if (focused === null || focused === document.body || document.documentElement.dataset.modalOpen !== undefined) return;
  const all = [...toasts];
  if (all.some((toast) => toast.contains(focused))) return;
  if (all.some((toast) => isCovered(focused, toast))) focused.scrollIntoView({ block: "nearest" });
}

/** Makes room for a toast, and moves the focused element out from under it. Returns a function that removes the room. */
export function makeToastRoom(toast: HTMLElement): () => void {
  toasts.add(toast);
  updateRoom();
  uncoverFocus();
  return () => {
    toasts.delete(toast);
    updateRoom();
  };
}
