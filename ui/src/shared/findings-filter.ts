// Which findings the page shows, and which of them is looked at. Stays while other pages are shown.
import { create } from "zustand";
import type { FindingOrder, FindingRow, FindingsInput, Severity, ToolKey } from "../backend";
import { useNavigation } from "./navigation";

type Filter = {
  severity: Severity | null;
  server: string | null;
  rule: string | null;
  words: string;
  suppressed: boolean;
};

/** The one that is looked at: by what it says, and where it stood when it is mended and gone. */
export type Current = { id: string; at: number };

type FindingsFilter = Filter & {
  order: FindingOrder;
  current: Current | null;
  /** Another list begins at its top. */
  put: (over: Partial<Filter> & { order?: FindingOrder }) => void;
  clear: () => void;
  goTo: (current: Current) => void;
};

const ALL: Filter = { severity: null, server: null, rule: null, words: "", suppressed: false };

export const useFindingsFilter = create<FindingsFilter>()((set) => ({
  ...ALL,
  order: "severity",
  current: null,
  put: (over) => set({ ...over, current: null }),
  clear: () => set({ ...ALL, current: null }),
  goTo: (current) => set({ current }),
}));

/** Of the preferred profile: which one that is, the backend knows. */
export const inputOf = ({ severity, server, rule, words, suppressed, order }: Filter & { order: FindingOrder }): FindingsInput => ({
  profile: null,
  severity,
  server,
  rule,
  text: words.trim(),
  suppressed,
  order,
});

/** Every finding of one rule, whatever the page is filtered by. */
export const ofRule = (rule: string): FindingsInput => inputOf({ ...ALL, rule, order: "severity" });

export const isFiltered = ({ severity, server, rule, words, suppressed }: Filter): boolean =>
  severity !== null || server !== null || rule !== null || words.trim() !== "" || suppressed;

/** A rule can find several things about one field. */
export const findingId = ({ server, tool, finding }: FindingRow): string =>
  [server, tool, finding.rule, finding.field, finding.message].join("\n");

/** What a mended finding leaves behind is the one that takes its place. */
export function positionOf(rows: readonly FindingRow[], current: Current | null): number {
  if (rows.length === 0) return -1;
  if (current === null) return 0;
  const found = rows.findIndex((row) => findingId(row) === current.id);
  return found >= 0 ? found : Math.min(current.at, rows.length - 1);
}

/** The page, with what does not count about one tool. */
export function showSuppressed({ server, tool }: ToolKey): void {
  const filter = useFindingsFilter.getState();
  filter.clear();
  filter.put({ server, words: tool, suppressed: true });
  useNavigation.getState().showFindings();
}
