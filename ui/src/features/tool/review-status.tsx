// Review status of the tool as it is now: a short label, with reviewer and date for screen readers and in the tooltip.
import { Check, Diff } from "lucide-react";
import type { ToolDetail } from "../../backend";
import { Tooltip } from "../../kit/tooltip";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { formatReviewStatus } from "./review-labels";
import { strings } from "./strings";
import styles from "./review-word.module.css";

export function ReviewStatus({ detail }: { detail: ToolDetail }) {
  const { state } = detail.review;
  const details = formatReviewStatus(detail, useNow());
  const Icon = state === "reviewed" ? Check : state === "drifted" ? Diff : null;
  return (
    <Tooltip
      trigger={
        <button type="button" className={styles.status} data-testid="review-line" data-state={state}>
          {Icon ? <Icon size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
          <span aria-hidden="true">{strings.review.states[state]}</span>
          <VisuallyHidden>
            <ServerText text={details} limit={2} />
          </VisuallyHidden>
        </button>
      }
    >
      <ServerText text={details} limit={2} />
    </Tooltip>
  );
}
