// State of the popover that sets a hint on the marked tools: its initial hint (null: closed) and the previous focus.
import { create } from "zustand";
import type { HintName } from "../../backend";

type State = {
  hint: HintName | null;
  before: HTMLElement | null;
  open: (hint: HintName) => void;
  close: () => void;
};

export const useHintPopover = create<State>()((set) => ({
  hint: null,
  before: null,
  open: (hint) => {
    const focused = document.activeElement;
    set({ hint, before: focused instanceof HTMLElement && focused !== document.body ? focused : null });
  },
  close: () => set({ hint: null }),
}));
