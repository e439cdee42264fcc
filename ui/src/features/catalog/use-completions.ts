// What could be typed at the cursor of the search field: one request in flight, the latest wish next, late answers dropped.
import { useCallback, useRef, useState } from "react";
import type { Completion, CompletionInput } from "../../backend";
import { backend } from "../../backend";

export type Completions = {
  list: readonly Completion[];
  ask: (input: CompletionInput) => void;
  close: () => void;
};

const NONE: readonly Completion[] = [];

/** What would change nothing is no suggestion. */
const changing = (found: readonly Completion[], query: string): readonly Completion[] =>
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
      for (let asked = next.current; asked; asked = next.current) {
        next.current = null;
        const found = await backend.completions(asked);
        if (next.current === null && !closed.current) setList(changing(found, asked.query));
      }
    } catch {
      // Suggestions are a convenience: the search itself says what is wrong.
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
