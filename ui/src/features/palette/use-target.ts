// Target of the palette: the marked tools, otherwise the current tool.
import type { Catalog, ToolCard } from "../../backend";
import { useNavigation } from "../../shared/navigation";
import { useReviewSession } from "../../shared/review-session";
import { useSelection } from "../../shared/selection";

export type Target = { kind: "marked"; count: number } | { kind: "tool"; card: ToolCard } | null;

export function useTarget({ cards }: Catalog): Target {
  const view = useNavigation((state) => state.view);
  const selected = useSelection((state) => state.selected);
  const marked = useSelection((state) => state.marked);
  const reviewed = useReviewSession((state) => state.selected);
  if (view === "catalog" && marked.size > 0) return { kind: "marked", count: marked.size };
  const key = view === "catalog" ? selected : view === "review" ? reviewed : null;
  const card = key && cards.find((c) => c.name === key.tool && c.server === key.server);
  return card ? { kind: "tool", card } : null;
}

