// Navigation store: open page, its subject, and the open dialog. View state only; not persisted.
import { create } from "zustand";
import type { FindingsInput, RemovedTool, SuppressionKey, ToolCard, ToolKey } from "../backend";
import { useCatalogFilter } from "./catalog-filter";

export type View = "catalog" | "review" | "servers" | "toolset" | "rules" | "history" | "findings" | "export" | "gateway" | "preferences";
export type AddServerTab = "command" | "address" | "openApi" | "file" | "sourceCode" | "json" | "client" | "registry" | "demo";
/** Tools of a new toolset; without it the dialog lets the user choose. */
export type ToolsetSource =
  | { kind: "listed"; tools: readonly ToolKey[] }
  | { kind: "tool"; tool: ToolKey }
  | { kind: "marked" }
  | { kind: "filter"; query: string };
export type ToolsetAction = "addTools" | "rename" | "copy" | "delete" | "export";
/** Tools that the user accepts in a dialog. */
export type AcceptRequest = {
  cards: readonly ToolCard[];
  /** Environment in which the hints are decided. */
  environment: string | null;
  /** `loosen`: the user has confirmed the loosening that the dialog shows. */
  onConfirm: (loosen: boolean) => void;
};
/** What is kept about a removed tool, and the tool that it moves to. */
export type MoveRequest = { removed: RemovedTool; to: string; onConfirm: (loosen: boolean) => void };
export type OpenDialog =
  | { kind: "addServer"; tab: AddServerTab; /** Ids of the configurations to import; omitted: all. */ from?: readonly string[] }
  | { kind: "editServer"; server: string; /** Starts in the choice of operations. */ choosesOperations?: boolean }
  | { kind: "connectClient" }
  | { kind: "patch"; server: string }
  | { kind: "run"; tool: ToolKey }
  | { kind: "apply" }
  | { kind: "environments"; /** Starts in the form for a new environment. */ creates?: boolean }
  | { kind: "store" }
  | { kind: "palette" }
  | { kind: "discard" }
  | { kind: "newToolset"; from?: ToolsetSource }
  | { kind: "importToolsets" }
  | { kind: "toolset"; act: ToolsetAction; name: string }
  | { kind: "applyFixes"; input: FindingsInput }
  | { kind: "suppressFinding"; finding: SuppressionKey; message: string }
  | { kind: "accept"; request: AcceptRequest }
  | { kind: "moveDecisions"; request: MoveRequest }
  | { kind: "shortcuts" }
  | null;

export type Navigation = {
  view: View;
  /** Server on the servers page. */
  detail: string | null;
  /** Toolset on the toolset page. */
  toolset: string | null;
  dialog: OpenDialog;

  /** Opens the catalog for one server, without a filter that could hide its tools, or for all (null). */
  showCatalog: (server: string | null) => void;
  /** Opens the servers page, with a name for the details of that server. */
  showServers: (detail?: string) => void;
  showToolset: (toolset: string) => void;
  showFindings: () => void;
  showExport: () => void;
  showGateway: () => void;
  showReview: () => void;
  showRules: () => void;
  showHistory: () => void;
  showPreferences: () => void;
  open: (dialog: OpenDialog) => void;
};

export const useNavigation = create<Navigation>()((set) => ({
  view: "catalog",
  detail: null,
  toolset: null,
  dialog: null,

  showCatalog: (server) => {
    if (server !== null) useCatalogFilter.getState().clearFilter();
    useCatalogFilter.setState({ server });
    set({ view: "catalog" });
  },
  showServers: (detail) => set((state) => ({ view: "servers", detail: detail ?? state.detail })),
  showToolset: (toolset) => set({ view: "toolset", toolset }),
  showFindings: () => set({ view: "findings" }),
  showExport: () => set({ view: "export" }),
  showGateway: () => set({ view: "gateway" }),
  showReview: () => set({ view: "review" }),
  showRules: () => set({ view: "rules" }),
  showHistory: () => set({ view: "history" }),
  showPreferences: () => set({ view: "preferences" }),
  open: (dialog) => set({ dialog }),
}));
