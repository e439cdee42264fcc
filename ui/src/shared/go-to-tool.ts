// Shows one tool: the catalog with nothing that could hide it, and its panel.
import { create } from "zustand";
import type { ToolKey } from "../backend";
import { useView } from "./view-state";

/** Counts up whenever a tool is gone to, for whoever has to make room for its panel. */
export const useArrivals = create<{ count: number }>()(() => ({ count: 0 }));

export function goToTool(key: ToolKey): void {
  const view = useView.getState();
  view.clearFilter();
  view.showCatalog(null);
  view.select(key);
  useArrivals.setState(({ count }) => ({ count: count + 1 }));
}
