// Store of the findings page: filter, order and current finding. It persists while other pages are open.
import { create } from "zustand";
import type { FindingOrder, FindingRow, FindingsInput, Severity, ToolKey } from "../backend";
import { useNavigation } from "./navigation";

type Filter = {
  severity: Severity | null;
  server: string | null;
  rule: string | null;
  text: string;
  suppressed: boolean;
};

/** Current finding: its id, and its position in the list for when the finding is fixed and removed. */
export type Current = { id: string; at: number };

type FindingsFilter = Filter & {
  order: FindingOrder;
  current: Current | null;
  /** Changes the filter or order; the first finding becomes the current one. */
  put: (over: Partial<Filter> & { order?: FindingOrder }) => void;
  clear: () => void;
  goTo: (current: Current) => void;
};

const ALL: Filter = { severity: null, server: null, rule: null, text: "", suppressed: false };

export const useFindingsFilter = create<FindingsFilter>()((set) => ({
  ...ALL,
  order: "severity",
  current: null,
  put: (over) => set({ ...over, current: null }),
  clear: () => set({ ...ALL, current: null }),
  goTo: (current) => set({ current }),
}));

/** Request for the findings; without a profile the backend uses the preferred one. */
export const inputOf = ({ severity, server, rule, text, suppressed, order }: Filter & { order: FindingOrder }): FindingsInput => ({
  profile: null,
  severity,
  server,
  rule,
  text: text.trim(),
  suppressed,
  order,
});

/** Request for all findings of one rule, independent of the page's filter. */
export const ofRule = (rule: string): FindingsInput => inputOf({ ...ALL, rule, order: "severity" });

export const isFiltered = ({ severity, server, rule, text, suppressed }: Filter): boolean =>
  severity !== null || server !== null || rule !== null || text.trim() !== "" || suppressed;

/** Includes the message, because a rule can report several findings about one field. */
export const findingId = ({ server, tool, finding }: FindingRow): string =>
  [server, tool, finding.rule, finding.field, finding.message].join("\n");

/** Index of the current finding; if it was fixed, of the finding that is now at its position. */
export function positionOf(rows: readonly FindingRow[], current: Current | null): number {
  if (rows.length === 0) return -1;
  if (current === null) return 0;
  const found = rows.findIndex((row) => findingId(row) === current.id);
  return found >= 0 ? found : Math.min(current.at, rows.length - 1);
}

/** Opens the findings page with the suppressed findings of one tool. */
export function showSuppressed({ server, tool }: ToolKey): void {
  const filter = useFindingsFilter.getState();
  filter.clear();
  filter.put({ server, text: tool, suppressed: true });
  useNavigation.getState().showFindings();
}
