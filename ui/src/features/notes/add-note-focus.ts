// Focus fallback after the focused note or form is removed: the button that adds a note.
export const ADD_ID = "add-note";

export const focusAdd = (): void => document.getElementById(ADD_ID)?.focus();

/** Focuses the button after the next render, unless another element has the focus by then. */
export const rescueToAdd = (): void => {
  setTimeout(() => {
    if (document.activeElement === document.body) focusAdd();
  });
};
