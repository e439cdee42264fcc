// Selection in the catalog: the current tool, the tools marked for a bulk change, and whether the tool panel is open.
import { create } from "zustand";
import type { ToolKey } from "../backend";

export type Selection = {
  /** The tool that the panel shows and that keys act on. */
  selected: ToolKey | null;
  /** Ids of the tools that are marked for a change together. */
  marked: ReadonlySet<string>;
  /** Beside the table, the panel is shown on request only. */
  panelOpen: boolean;

  select: (key: ToolKey | null) => void;
  setMarked: (marked: ReadonlySet<string>) => void;
  setPanelOpen: (panelOpen: boolean) => void;
};

export const useSelection = create<Selection>()((set) => ({
  selected: null,
  marked: new Set<string>(),
  panelOpen: false,

  select: (selected) => set({ selected }),
  setMarked: (marked) => set({ marked }),
  setPanelOpen: (panelOpen) => set({ panelOpen }),
}));
