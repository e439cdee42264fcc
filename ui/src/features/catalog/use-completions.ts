// Completions at the cursor of the search field: one request in flight, then the latest input; stale responses are dropped.
import { useCallback, useRef, useState } from "react";
import type { Completion, CompletionInput } from "../../backend";
import { backend } from "../../backend";

export type Completions = {
  list: readonly Completion[];
  /** Query and cursor that `list` is for, which can be older than the last request. */
  from: CompletionInput | null;
  ask: (input: CompletionInput) => void;
  close: () => void;
};

const NOTHING: Pick<Completions, "list" | "from"> = { list: [], from: null };

/** Drops completions that would not change the query. */
const withoutNoops = (found: readonly Completion[], query: string): readonly Completion[] =>
  found.filter(({ replace, text }) => query.slice(replace.start, replace.end) !== text);

export function useCompletions(): Completions {
  const [{ list, from }, setFound] = useState<Pick<Completions, "list" | "from">>(NOTHING);
  const next = useRef<CompletionInput | null>(null);
  const busy = useRef(false);
  const closed = useRef(true);

  const run = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      for (let input = next.current; input; input = next.current) {
        next.current = null;
        const found = await backend.completions(input);
        if (next.current === null && !closed.current) setFound({ list: withoutNoops(found, input.query), from: input });
      }
    } catch {
      // Suggestions are a convenience: the search itself reports problems.
      setFound(NOTHING);
    } finally {
      busy.current = false;
    }
  }, []);

  const ask = useCallback(
    (input: CompletionInput) => {
      closed.current = false;
      next.current = input;
      void run();
    },
    [run],
  );
  const close = useCallback(() => {
    closed.current = true;
    next.current = null;
    setFound(NOTHING);
  }, []);
  return { list, from, ask, close };
}
