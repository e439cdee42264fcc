// What the window shows: which view, which filter, which tool. Nothing here comes from or goes to the store.
import { create } from "zustand";
import type { Behaviour, FindingsInput, HintName, SuppressionKey, ToolKey } from "../backend";
import { saveLayout, savedLayout } from "./saved-layout";

export type View = "catalog" | "review" | "servers" | "toolset" | "rules" | "history" | "findings" | "export" | "gateway" | "preferences";
export type Grouping = "behaviour" | "server" | "module" | "toolset" | "none";
export type Layout = "cards" | "table";
export type SortBy = "title" | "name" | "server" | HintName | "tokens" | "reviewed";
/** Null: the order of the servers, or the best match first. */
export type Sort = { by: SortBy; descending: boolean } | null;
export type WayToAdd = "command" | "address" | "openApi" | "file" | "client" | "registry" | "demo";
/** What a new toolset is made of; none: it is asked. */
export type ToolsetSource =
  | { kind: "shown"; tools: readonly ToolKey[] }
  | { kind: "tool"; tool: ToolKey }
  | { kind: "marked" }
  | { kind: "filter"; query: string };
export type ToolsetAct = "addTools" | "rename" | "copy" | "delete" | "export";
export type OpenDialog =
  | { kind: "addServer"; way: WayToAdd; /** Of these configurations, by id; none: of all. */ from?: readonly string[] }
  | { kind: "editServer"; server: string }
  | { kind: "run"; tool: ToolKey }
  | { kind: "apply" }
  | { kind: "environments" }
  | { kind: "store" }
  | { kind: "palette" }
  | { kind: "discard" }
  | { kind: "newToolset"; from?: ToolsetSource }
  | { kind: "importToolsets" }
  | { kind: "toolset"; act: ToolsetAct; name: string }
  | { kind: "applyFixes"; which: FindingsInput }
  | { kind: "ignoreFinding"; finding: SuppressionKey; message: string }
  | { kind: "shortcuts" }
  | null;

export type ViewState = {
  view: View;
  server: string | null;
  /** The one whose details the servers page shows. */
  detail: string | null;
  /** The one that the toolset page shows. */
  toolset: string | null;
  behaviour: Behaviour | "all";
  grouping: Grouping;
  layout: Layout;
  sort: Sort;
  query: string;
  collapsed: ReadonlySet<string>;
  /** The tool whose panel is shown, and where keys act. */
  selected: ToolKey | null;
  /** Beside the table the panel is shown only when it is asked for. */
  panelOpen: boolean;
  /** The tools that are marked for one act together, by id. */
  marked: ReadonlySet<string>;
  dialog: OpenDialog;

  showCatalog: (server: string | null) => void;
  /** The servers page, with the details of one. */
  showServers: (detail?: string) => void;
  showToolset: (toolset: string) => void;
  showFindings: () => void;
  showExport: () => void;
  showGateway: () => void;
  showReview: () => void;
  showRules: () => void;
  showHistory: () => void;
  showPreferences: () => void;
  setBehaviour: (behaviour: Behaviour | "all") => void;
  setGrouping: (grouping: Grouping) => void;
  setLayout: (layout: Layout) => void;
  setSort: (sort: Sort) => void;
  setPanelOpen: (panelOpen: boolean) => void;
  setMarked: (marked: ReadonlySet<string>) => void;
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
  toolset: null,
  behaviour: "all",
  ...savedLayout(),
  query: "",
  collapsed: new Set<string>(),
  selected: null,
  panelOpen: false,
  marked: new Set<string>(),
  dialog: null,

  showCatalog: (server) => set({ view: "catalog", server }),
  showServers: (detail) => set((state) => ({ view: "servers", detail: detail ?? state.detail })),
  showToolset: (toolset) => set({ view: "toolset", toolset }),
  showFindings: () => set({ view: "findings" }),
  showExport: () => set({ view: "export" }),
  showGateway: () => set({ view: "gateway" }),
  showReview: () => set({ view: "review" }),
  showRules: () => set({ view: "rules" }),
  showHistory: () => set({ view: "history" }),
  showPreferences: () => set({ view: "preferences" }),
  setBehaviour: (behaviour) => set({ behaviour }),
  setGrouping: (grouping) => set({ grouping }),
  setLayout: (layout) => set({ layout }),
  setSort: (sort) => set({ sort }),
  setPanelOpen: (panelOpen) => set({ panelOpen }),
  setMarked: (marked) => set({ marked }),
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

useView.subscribe((now, before) => {
  if (now.layout !== before.layout || now.grouping !== before.grouping || now.sort !== before.sort) saveLayout(now);
});
