// Selection store of the catalog: current tool, tools marked for a bulk change, and open state of the tool panel.
import { create } from "zustand";
import type { ToolKey } from "../backend";

export type Selection = {
  /** Tool in the panel and target of the shortcuts. */
  selected: ToolKey | null;
  /** Ids of the tools marked for a bulk change. */
  marked: ReadonlySet<string>;
  /** For the table layout, where the panel opens on request only. */
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
