// What the window shows: which view, which filter, which tool. Nothing here comes from or goes to the store.
import { create } from "zustand";
import type { Behaviour, ToolKey } from "../backend";

export type View = "catalog" | "review" | "servers" | "rules" | "history" | "export";
export type Grouping = "behaviour" | "server" | "none";
export type WayToAdd = "command" | "address" | "openApi" | "file" | "client" | "registry" | "demo";
export type OpenDialog =
  | { kind: "addServer"; way: WayToAdd }
  | { kind: "editServer"; server: string }
  | { kind: "apply" }
  | { kind: "environments" }
  | { kind: "store" }
  | { kind: "shortcuts" }
  | null;

export type ViewState = {
  view: View;
  server: string | null;
  /** The one whose details the servers page shows. */
  detail: string | null;
  behaviour: Behaviour | "all";
  grouping: Grouping;
  query: string;
  collapsed: ReadonlySet<string>;
  selected: ToolKey | null;
  dialog: OpenDialog;

  showCatalog: (server: string | null) => void;
  /** The servers page, with the details of one. */
  showServers: (detail?: string) => void;
  showExport: () => void;
  showReview: () => void;
  showRules: () => void;
  showHistory: () => void;
  setBehaviour: (behaviour: Behaviour | "all") => void;
  setGrouping: (grouping: Grouping) => void;
  setQuery: (query: string) => void;
  clearFilter: () => void;
  toggleGroup: (key: string) => void;
  select: (key: ToolKey | null) => void;
  open: (dialog: OpenDialog) => void;
};

export const useView = create<ViewState>()((set) => ({
  view: "catalog",
  server: null,
  detail: null,
  behaviour: "all",
  grouping: "behaviour",
  query: "",
  collapsed: new Set<string>(),
  selected: null,
  dialog: null,

  showCatalog: (server) => set({ view: "catalog", server }),
  showServers: (detail) => set((state) => ({ view: "servers", detail: detail ?? state.detail })),
  showExport: () => set({ view: "export" }),
  showReview: () => set({ view: "review" }),
  showRules: () => set({ view: "rules" }),
  showHistory: () => set({ view: "history" }),
  setBehaviour: (behaviour) => set({ behaviour }),
  setGrouping: (grouping) => set({ grouping }),
  setQuery: (query) => set({ query }),
  clearFilter: () => set({ query: "", behaviour: "all" }),
  toggleGroup: (key) =>
    set(({ collapsed }) => {
      const next = new Set(collapsed);
      if (!next.delete(key)) next.add(key);
      return { collapsed: next };
    }),
  select: (selected) => set({ selected }),
  open: (dialog) => set({ dialog }),
}));
