// What is wrong with the arguments: what the page sees at once, and what the schema says when typing has paused.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Violation, ToolKey } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import type { Arguments } from "./use-arguments";
import { violationsQuery } from "./queries";

const PAUSE = 300;

export type Violations = {
  all: readonly Violation[];
  /** They are about what is written now, not about what was a moment ago. */
  current: boolean;
  /** The check itself failed. */
  error: Error | null;
};

export function useViolations(key: ToolKey, { text, problems, broken }: Arguments, enabled: boolean): Violations {
  const settled = useDebouncedValue(text, PAUSE);
  const { data, error, isPlaceholderData } = useQuery({
    ...violationsQuery(key, settled),
    enabled: enabled && !broken,
    placeholderData: keepPreviousData,
  });
  const all = useMemo(() => {
    const told = new Set(problems.map(({ path }) => path));
    return [...problems, ...(broken ? [] : (data ?? []).filter(({ path }) => !told.has(path)))];
  }, [problems, broken, data]);
  return { all, current: problems.length > 0 || (settled === text && !isPlaceholderData), error: broken ? null : error };
}
