// Search-as-you-type: one request in flight, then only the latest query; outdated results are dropped.
import { useEffect, useMemo, useRef, useState } from "react";
import type { FilterProblem, SearchResult } from "../backend";
import { backend } from "../backend";
import { notifyError } from "./notify";

export type Search = {
  /** Indices of cards, best match first; null without a query. */
  matches: readonly number[] | null;
  problems: readonly FilterProblem[];
  /** False while the result is still that of the query before. */
  isCurrent: boolean;
};
const NOTHING: Search = { matches: null, problems: [], isCurrent: true };

export function useSearch(query: string, revision: number | null): Search {
  const trimmed = query.trim();
  const [result, setResult] = useState<(SearchResult & { query: string }) | null>(null);
  const queued = useRef<string | null>(null);
  const latestRevision = useRef(revision);
  const busy = useRef(false);

  if (trimmed === "" && result !== null) setResult(null);

  useEffect(() => {
    latestRevision.current = revision;
    queued.current = revision === null ? null : trimmed;
    if (busy.current) return;

    const run = async () => {
      busy.current = true;
      try {
        for (let current = queued.current; current; current = queued.current) {
          queued.current = null;
          const found = await backend.search({ query: current });
          // Dropped if there is a newer query (even an empty one), or if the result is for another revision of the cards.
          if (queued.current === null && found.revision === latestRevision.current) setResult({ ...found, query: current });
        }
      } catch (error) {
        notifyError(error);
      } finally {
        busy.current = false;
      }
    };
    void run();
  }, [trimmed, revision]);

  return useMemo(() => {
    if (trimmed === "" || result === null) return { ...NOTHING, isCurrent: trimmed === "" };
    return { matches: result.matches, problems: result.problems, isCurrent: result.query === trimmed };
  }, [trimmed, result]);
}
