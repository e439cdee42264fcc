// Asks the backend which cards match, as the person types: one request in flight, the latest wish next, late answers dropped.
import { useEffect, useRef, useState } from "react";
import type { FilterProblem, SearchResult } from "../backend";
import { backend } from "../backend";
import { notifyError } from "./notify";

/** The best match comes first; null when nothing is searched. */
export type Search = { matches: readonly number[] | null; problems: readonly FilterProblem[] };
const NOTHING: Search = { matches: null, problems: [] };

export function useSearch(query: string, revision: number | null): Search {
  const wanted = query.trim();
  const [result, setResult] = useState<SearchResult | null>(null);
  const next = useRef<string | null>(null);
  const newest = useRef(revision);
  const busy = useRef(false);

  if (wanted === "" && result !== null) setResult(null);

  useEffect(() => {
    newest.current = revision;
    next.current = revision === null ? null : wanted;
    if (busy.current) return;

    const run = async () => {
      busy.current = true;
      try {
        for (let asked = next.current; asked; asked = next.current) {
          next.current = null;
          const found = await backend.search({ query: asked });
          // A newer wish was noted meanwhile (even an empty one), or the answer speaks of other cards.
          if (next.current === null && found.revision === newest.current) setResult(found);
        }
      } catch (error) {
        notifyError(error);
      } finally {
        busy.current = false;
      }
    };
    void run();
  }, [wanted, revision]);

  return wanted === "" || result === null ? NOTHING : result;
}
