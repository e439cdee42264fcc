// What an act on the marked tools would do, asked anew whenever the tools, the act or the store change.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BulkChange, BulkPreview, HintName, RuleView } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { useSelection } from "../../shared/selection";
import type { Bulk } from "./use-bulk";

/** Ten thousand names make no key: a set is known by a number. */
const numbers = new WeakMap<ReadonlySet<string>, number>();
let last = 0;
function numberOf(set: ReadonlySet<string>): number {
  let number = numbers.get(set);
  if (number === undefined) {
    last += 1;
    number = last;
    numbers.set(set, number);
  }
  return number;
}

export function useBulkPreview(bulk: Bulk, change: BulkChange) {
  const marked = useSelection((state) => state.marked);
  return useQuery<BulkPreview>({
    queryKey: ["bulk", numberOf(marked), change],
    queryFn: () => backend.previewBulk(bulk.input(change)),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: STORED,
  });
}

type Wanted = { selector: string | null; hint: HintName; value: boolean | null; environment: string | null };

/** What a rule in place of the copies would reach. */
export function useRuleReach({ selector, hint, value, environment }: Wanted) {
  return useQuery<RuleView | null>({
    queryKey: ["bulk-rule", selector, hint, value, environment],
    queryFn: () =>
      selector === null || value === null
        ? null
        : backend.previewRule({ selector, hint, value, because: null, environment, loosen: false }),
    enabled: selector !== null && value !== null,
    gcTime: 0,
    meta: STORED,
  });
}
