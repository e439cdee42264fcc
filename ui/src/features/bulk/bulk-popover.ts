// State of the popovers that preview a change of the marked tools: the open form, and the previous focus.
import { create } from "zustand";
import type { HintName } from "../../backend";

/** `hint`: the initial hint of the form. */
export type BulkForm = { kind: "hint"; hint: HintName } | { kind: "inference" };

type State = {
  form: BulkForm | null;
  before: HTMLElement | null;
  open: (form: BulkForm) => void;
  close: () => void;
};

export const useBulkPopover = create<State>()((set) => ({
  form: null,
  before: null,
  open: (form) => {
    const focused = document.activeElement;
    set({ form, before: focused instanceof HTMLElement && focused !== document.body ? focused : null });
  },
  close: () => set({ form: null }),
}));
