// Store of the collapsed sections of the tool panel, shared by all tools and saved in local storage.
import { create } from "zustand";
import type { SectionId } from "./go-to-tool";

const KEY = "hintsmith.panel.collapsed";

function readStored(): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

function writeStored(names: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...names]));
  } catch {
    // Local storage can be unavailable; the state then lasts until the window closes.
  }
}

type Collapsed = {
  names: ReadonlySet<string>;
  toggle: (id: SectionId) => void;
  open: (id: SectionId) => void;
};

export const useCollapsed = create<Collapsed>()((set, get) => {
  const update = (names: ReadonlySet<string>) => {
    writeStored(names);
    set({ names });
  };
  return {
    names: readStored(),
    toggle: (id) => {
      const names = new Set(get().names);
      if (!names.delete(id)) names.add(id);
      update(names);
    },
    open: (id) => {
      if (get().names.has(id)) get().toggle(id);
    },
  };
});
