// Button that accepts the tool as it is now or reopens its review. A drifted tool is accepted beside its changes.
import { KeyHint } from "../../shared/key-hint";
import type { ToolDetail } from "../../backend";
import { Button } from "../../kit/button";
import { Tooltip } from "../../kit/tooltip";
import { keyOf } from "../../shared/tool-id";
import { useAcceptLabel, useReviewActions } from "./review-actions";
import { strings } from "./strings";
import styles from "./review-action.module.css";

export function ReviewAction({ detail }: { detail: ToolDetail }) {
  const actions = useReviewActions();
  const accepting = useAcceptLabel();
  const { card, review } = detail;
  if (review.state === "drifted") return null;
  if (review.state === "reviewed") {
    return (
      <Button look="quiet" size="small" className={styles.again} onClick={() => void actions.reopen(keyOf(card))}>
        {strings.review.reviewAgain}
      </Button>
    );
  }
  return (
    <Tooltip
      trigger={
        <Button size="small" onClick={() => void actions.accept(card)}>
          {strings.review.accept} <KeyHint of="tool.accept" />
        </Button>
      }
    >
      {accepting}
    </Tooltip>
  );
}
