// Which sections of the panel are folded away: remembered by this window, the same for every tool.
import { create } from "zustand";
import type { SectionId } from "./go-to-tool";

const KEY = "hintsmith.panel.collapsed";

function stored(): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

function store(names: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...names]));
  } catch {
    // Storage can be refused; the choice then lasts as long as the window.
  }
}

type Collapsed = {
  names: ReadonlySet<string>;
  toggle: (id: SectionId) => void;
  open: (id: SectionId) => void;
};

export const useCollapsed = create<Collapsed>()((set, get) => {
  const put = (names: ReadonlySet<string>) => {
    store(names);
    set({ names });
  };
  return {
    names: stored(),
    toggle: (id) => {
      const names = new Set(get().names);
      if (!names.delete(id)) names.add(id);
      put(names);
    },
    open: (id) => {
      if (get().names.has(id)) get().toggle(id);
    },
  };
});
