// Where focus goes when the note or the form that had it is gone: to the button that adds a note.
export const ADD_ID = "add-note";

export const focusAdd = (): void => document.getElementById(ADD_ID)?.focus();

/** Unless focus has found a place by itself, once what changed is drawn. */
export const rescueToAdd = (): void => {
  setTimeout(() => {
    if (document.activeElement === document.body) focusAdd();
  });
};
