// Whether a person has looked at the tool as it is now, and the way to say so or to take it back.
import { Check } from "lucide-react";
import type { ToolDetail } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { Kbd } from "../../kit/kbd";
import { Tooltip } from "../../kit/tooltip";
import { ServerText } from "../../shared/server-text";
import { keyOf } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { useAcceptingWords, useReviewActs } from "../review/review-acts";
import { reviewWords } from "./review-words";
import styles from "./review-line.module.css";

export function ReviewLine({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const acts = useReviewActs();
  const accepting = useAcceptingWords();
  const { card, review } = detail;
  const reviewed = review.state === "reviewed";
  const words = reviewWords(detail, useNow());
  return (
    <div className={styles.line} data-testid="review-line" data-state={review.state}>
      {reviewed ? <Check size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
      <ServerText text={words} className={styles.words} />
      {readOnly ? null : reviewed ? (
        <LinkButton onClick={() => void acts.reopen(keyOf(card))}>Review again</LinkButton>
      ) : review.state === "drifted" ? null : (
        <Tooltip
          trigger={
            <Button size="small" onClick={() => void acts.accept(card)}>
              Accept <Kbd>a</Kbd>
            </Button>
          }
        >
          {accepting}
        </Tooltip>
      )}
    </div>
  );
}
