// Completions at the cursor of the search field: one request in flight, then the latest input; stale responses are dropped.
import { useCallback, useRef, useState } from "react";
import type { Completion, CompletionInput } from "../../backend";
import { backend } from "../../backend";

export type Completions = {
  list: readonly Completion[];
  ask: (input: CompletionInput) => void;
  close: () => void;
};

const NONE: readonly Completion[] = [];

/** Drops completions that would not change the query. */
const withoutNoops = (found: readonly Completion[], query: string): readonly Completion[] =>
  found.filter(({ replace, text }) => query.slice(replace.start, replace.end) !== text);

export function useCompletions(): Completions {
  const [list, setList] = useState(NONE);
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
        if (next.current === null && !closed.current) setList(withoutNoops(found, input.query));
      }
    } catch {
      // Suggestions are a convenience: the search itself reports problems.
      setList(NONE);
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
    setList(NONE);
  }, []);
  return { list, ask, close };
}
