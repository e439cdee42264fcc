// Store of the catalog's filter, grouping, sort order and layout.
import { create } from "zustand";
import type { Behaviour } from "../backend";
import type { Grouping, Layout, Sort } from "./catalog-layout";
import { saveLayout, savedLayout } from "./catalog-layout";

export type CatalogFilter = {
  /** Server filter; null: all servers. */
  server: string | null;
  behaviour: Behaviour | "all";
  query: string;
  grouping: Grouping;
  layout: Layout;
  sort: Sort;
  /** Keys of the collapsed groups. */
  collapsed: ReadonlySet<string>;

  setBehaviour: (behaviour: Behaviour | "all") => void;
  setQuery: (query: string) => void;
  setGrouping: (grouping: Grouping) => void;
  setLayout: (layout: Layout) => void;
  setSort: (sort: Sort) => void;
  toggleGroup: (key: string) => void;
  expandAll: () => void;
  clearFilter: () => void;
};

export const useCatalogFilter = create<CatalogFilter>()((set) => ({
  server: null,
  behaviour: "all",
  query: "",
  ...savedLayout(),
  collapsed: new Set<string>(),

  setBehaviour: (behaviour) => set({ behaviour }),
  setQuery: (query) => set({ query }),
  setGrouping: (grouping) => set({ grouping }),
  setLayout: (layout) => set({ layout }),
  setSort: (sort) => set({ sort }),
  toggleGroup: (key) =>
    set(({ collapsed }) => {
      const next = new Set(collapsed);
      if (!next.delete(key)) next.add(key);
      return { collapsed: next };
    }),
  expandAll: () => set({ collapsed: new Set<string>() }),
  clearFilter: () => set({ query: "", behaviour: "all" }),
}));

useCatalogFilter.subscribe((now, before) => {
  if (now.layout !== before.layout || now.grouping !== before.grouping || now.sort !== before.sort) saveLayout(now);
});
