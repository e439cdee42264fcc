// Search-as-you-type: one request in flight, then only the latest query; outdated results are dropped.
import type { RefObject } from "react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FilterProblem } from "../backend";
import { backend } from "../backend";
import { notifyError } from "./notify";
import { withoutUnfinished } from "./unfinished-terms";

export type Search = {
  /** Indices of cards, best match first; null without a query. */
  matches: readonly number[] | null;
  problems: readonly FilterProblem[];
  /** False while the result is still that of the query before. */
  isCurrent: boolean;
};
const NOTHING: Search = { matches: null, problems: [], isCurrent: true };

/** `matches` is null if the query has unfinished terms only. */
type Found = { query: string; revision: number; matches: readonly number[] | null; problems: readonly FilterProblem[] };

/** Searches without the unfinished terms, whose problems are still reported. `finished`: the last result without such terms. */
async function searchFinished(query: string, finished: RefObject<Found | null>): Promise<Found> {
  const found = await backend.search({ query: query.trim() });
  const rest = withoutUnfinished(query, found.problems);
  if (rest === query) {
    finished.current = { ...found, query };
    return finished.current;
  }
  if (rest === "") return { ...found, query, matches: null };
  const last = finished.current;
  if (last?.query === rest && last.revision === found.revision) return { ...found, query, matches: last.matches };
  const { matches, revision } = await backend.search({ query: rest });
  return { query, revision, matches, problems: found.problems };
}

export function useSearch(query: string, revision: number | null): Search {
  // A space after a term finishes it.
  const trimmed = query.trim() + (/:\S*\s+$/.test(query) ? " " : "");
  const [result, setResult] = useState<Found | null>(null);
  const queued = useRef<string | null>(null);
  const latestRevision = useRef(revision);
  const busy = useRef(false);
  const finished = useRef<Found | null>(null);

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
          const found = await searchFinished(current, finished);
          // Dropped if there is a newer query (even an empty one), or if the result is for another revision of the cards.
          if (queued.current === null && found.revision === latestRevision.current) setResult(found);
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
