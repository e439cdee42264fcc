// Mutations of all marked tools: each is one history entry with undo.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChangeReport, BulkChange, BulkInput, HintName, RuleInput, ToolCard } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { notifyInfo } from "../../shared/notify";
import { cardId, seenTool } from "../../shared/tool-id";
import { useSelection } from "../../shared/selection";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { useReviewActions } from "../tool/review-actions";
import { strings } from "./strings";

export const toDecide = (hint: HintName, value: boolean | null): BulkChange => ({
  kind: "decide",
  decisions: [{ field: "hint", hint, value }],
});

function changeMessage({ change }: BulkInput, { changed }: ChangeReport): string {
  if (change.kind === "acceptInference") return strings.toast.inferenceAccepted(changed);
  if (change.kind === "replaceDeclared") return strings.toast.declaredReplaced(changed);
  if (change.kind === "reset") return strings.toast.allReset(changed);
  const [first] = change.decisions;
  if (first?.field !== "hint") return strings.toast.decided(changed);
  return first.value === null ? strings.toast.hintReset(first.hint, changed) : strings.toast.hintSet(first.hint, first.value, changed);
}

export type Bulk = {
  /** Cards of the currently marked tools. */
  cards: () => ToolCard[];
  environment: () => string | null;
  input: (change: BulkChange, because?: string | null, loosen?: boolean) => BulkInput;
  /** `loosen`: the user has confirmed the loosening that the preview shows. */
  decide: (change: BulkChange, because?: string | null, loosen?: boolean) => void;
  /** Saves one rule instead of many decisions. */
  rule: (rule: Omit<RuleInput, "environment">) => void;
  /** Marks the tools as reviewed, as they are shown: several ones after a dialog. */
  accept: () => void;
};

export function useBulk(): Bulk {
  const client = useQueryClient();
  const { mutate: decide } = useStoreMutation<BulkInput, ChangeReport>({
    run: (input) => backend.decideMany(input),
    successMessage: changeMessage,
  });
  const { mutate: rule } = useStoreMutation<RuleInput, ChangeReport>({
    run: (input) => backend.setRule(input),
    successMessage: ({ selector, hint, value }) => strings.toast.ruleSaved(selector, hint, value),
  });
  const review = useReviewActions();
  return useMemo(() => {
    const catalog = () => client.getQueryData(catalogQuery.queryKey);
    const environment = () => catalog()?.environment ?? null;
    const cards = (): ToolCard[] => {
      const { marked } = useSelection.getState();
      return (catalog()?.cards ?? []).filter((card) => marked.has(cardId(card)));
    };
    const input = (change: BulkChange, because: string | null = null, loosen = false): BulkInput => ({
      tools: cards().map(seenTool),
      environment: environment(),
      change,
      because,
      loosen,
    });
    return {
      cards,
      environment,
      input,
      decide: (change, because, loosen) => decide(input(change, because, loosen)),
      rule: (fields) => rule({ ...fields, environment: environment() }),
      accept: () => {
        const open = cards().filter((card) => card.review !== "reviewed");
        const [first, ...others] = open;
        const message = ({ changed }: ChangeReport) => strings.toast.reviewed(changed);
        if (!first) notifyInfo(strings.toast.alreadyReviewed);
        else if (others.length === 0) void review.accept(first, { message });
        else review.acceptAll(open, message);
      },
    };
  }, [client, decide, rule, review]);
}
