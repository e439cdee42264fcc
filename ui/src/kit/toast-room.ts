// Room for the toast at the end of lists and panels, as `--toast-room` on the root element for style sheets: the user can scroll
// what the toast would cover above it.

/** Distance of the toast from the bottom of the content, and from the content above it. */
const GAP = 12;

const isCovered = (element: Element, toast: DOMRect): boolean => {
  const box = element.getBoundingClientRect();
  return box.bottom > toast.top && box.top < toast.bottom && box.right > toast.left && box.left < toast.right;
};

/** Makes room for a toast, and moves the focused element out from under it. Returns a function that removes the room. */
export function makeToastRoom(toast: HTMLElement): () => void {
  const { style, dataset } = document.documentElement;
  style.setProperty("--toast-room", `${toast.offsetHeight + 2 * GAP}px`);
  const focused = document.activeElement;
  // A modal dialog has the toast in another corner, and may not scroll the page behind it.
  const isOnPage = focused !== null && focused !== document.body && !toast.contains(focused) && dataset.modalOpen === undefined;
  if (isOnPage && isCovered(focused, toast.getBoundingClientRect())) focused.scrollIntoView({ block: "nearest" });
  return () => style.removeProperty("--toast-room");
}
