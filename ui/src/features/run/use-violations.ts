// Violations of the arguments: problems of the form at once, violations of the schema after a debounce.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Violation, ToolKey } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import type { Arguments } from "./use-arguments";
import { violationsQuery } from "./queries";

const DEBOUNCE = 300;

export type Violations = {
  all: readonly Violation[];
  /** The violations belong to the current text, not to an earlier one. */
  current: boolean;
  /** Failure of the validation request itself. */
  error: Error | null;
};

export function useViolations(key: ToolKey, { text, problems, broken }: Arguments, enabled: boolean): Violations {
  const settled = useDebouncedValue(text, DEBOUNCE);
  const { data, error, isPlaceholderData } = useQuery({
    ...violationsQuery(key, settled),
    enabled: enabled && !broken,
    placeholderData: keepPreviousData,
  });
  const all = useMemo(() => {
    const reportedPaths = new Set(problems.map(({ path }) => path));
    return [...problems, ...(broken ? [] : (data ?? []).filter(({ path }) => !reportedPaths.has(path)))];
  }, [problems, broken, data]);
  return { all, current: problems.length > 0 || (settled === text && !isPlaceholderData), error: broken ? null : error };
}
