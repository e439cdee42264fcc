// Shows one tool: the catalog with nothing that could hide it, and its panel, if wanted at one section.
import { create } from "zustand";
import type { ToolKey } from "../backend";
import { useCatalogFilter } from "./catalog-filter";
import { useNavigation } from "./navigation";
import { useSelection } from "./selection";

/** The parts of a tool's panel. */
export type SectionId =
  | "hints"
  | "text"
  | "notes"
  | "toolsets"
  | "approval"
  | "remark"
  | "clients"
  | "parameters"
  | "json"
  | "findings"
  | "history";

type Arrivals = {
  /** Counts up whenever a tool is gone to, for whoever has to make room for its panel. */
  count: number;
  /** Where the panel begins once it shows the tool. */
  wanted: { tool: ToolKey; section: SectionId } | null;
};

export const useArrivals = create<Arrivals>()(() => ({ count: 0, wanted: null }));

export function goToTool(tool: ToolKey, section: SectionId | null = null): void {
  useCatalogFilter.getState().clearFilter();
  useNavigation.getState().showCatalog(null);
  const { select, setPanelOpen } = useSelection.getState();
  select(tool);
  if (section !== null) setPanelOpen(true);
  useArrivals.setState(({ count }) => ({ count: count + 1, wanted: section === null ? null : { tool, section } }));
}
