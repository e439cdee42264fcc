// Navigation to a tool: resets the catalog filter, selects the tool, and opens its panel if a section is given.
import { create } from "zustand";
import type { ToolKey } from "../backend";
import { useCatalogFilter } from "./catalog-filter";
import { useNavigation } from "./navigation";
import { useSelection } from "./selection";

/** Sections of the tool panel. */
export type SectionId =
  | "hints"
  | "text"
  | "notes"
  | "toolsets"
  | "approval"
  | "comment"
  | "clients"
  | "parameters"
  | "json"
  | "findings"
  | "history";

type Arrivals = {
  /** Number of navigations to a tool, for components that make room for its panel. */
  count: number;
  /** Section that the panel scrolls to once it shows the tool. */
  target: { tool: ToolKey; section: SectionId } | null;
};

export const useArrivals = create<Arrivals>()(() => ({ count: 0, target: null }));

export function goToTool(tool: ToolKey, section: SectionId | null = null): void {
  useCatalogFilter.getState().clearFilter();
  useNavigation.getState().showCatalog(null);
  const { select, setPanelOpen } = useSelection.getState();
  select(tool);
  if (section !== null) setPanelOpen(true);
  useArrivals.setState(({ count }) => ({ count: count + 1, target: section === null ? null : { tool, section } }));
}
