// Queries that preview a bulk change, refetched whenever the marked tools, the change or the store change.
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { BulkChange, BulkPreview, HintName, RuleView } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { objectId } from "../../shared/object-id";
import { useSelection } from "../../shared/selection";
import type { Bulk } from "./use-bulk";

/** `change` is null until the user has chosen one. */
export function useBulkPreview(bulk: Bulk, change: BulkChange | null) {
  const marked = useSelection((state) => state.marked);
  return useQuery<BulkPreview>({
    queryKey: ["bulk", objectId(marked), change],
    queryFn: change === null ? skipToken : () => backend.previewBulk(bulk.input(change)),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: STORED,
  });
}

type RuleScope = { selector: string | null; hint: HintName; value: boolean | null; environment: string | null };

/** Preview of one rule instead of the copies. */
export function useRuleReach({ selector, hint, value, environment }: RuleScope) {
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
