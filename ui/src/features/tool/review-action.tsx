// Button that accepts the tool as it is now or reopens its review. A drifted tool is accepted beside its changes.
import { useEffect, useRef } from "react";
import { KeyHint } from "../../shared/key-hint";
import type { ToolDetail } from "../../backend";
import { Button } from "../../kit/button";
import { rescueFocus } from "../../kit/return-focus";
import { Tooltip } from "../../kit/tooltip";
import { cardId, keyOf } from "../../shared/tool-id";
import { useAcceptLabel, useReviewActions } from "./review-actions";
import { strings } from "./strings";
import styles from "./review-action.module.css";

export function ReviewAction({ detail }: { detail: ToolDetail }) {
  const actions = useReviewActions();
  const accepting = useAcceptLabel();
  const { card, review } = detail;
  const tool = cardId(card);
  const shown = useRef({ tool, state: review.state });
  useEffect(() => {
    const { current: before } = shown;
    shown.current = { tool, state: review.state };
    // The other state has another button, so the pressed one took the focus with it.
    if (before.tool === tool && before.state !== review.state) rescueFocus();
  }, [tool, review.state]);
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
