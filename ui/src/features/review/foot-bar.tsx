// Actions for the selected tool, each with its shortcut.
import { KeyHint } from "../../shared/key-hint";
import { Button } from "../../kit/button";
import styles from "./foot-bar.module.css";

export type ReviewDetailActions = {
  back: (() => void) | null;
  skip: (() => void) | null;
  acceptInference: (() => void) | null;
  accept: (() => void) | null;
  /** Revokes the review; only for a reviewed tool. */
  reopen: (() => void) | null;
};

export function FootBar({ back, skip, acceptInference, accept, reopen }: ReviewDetailActions) {
  return (
    <div className={styles.bar}>
      <span className={styles.keys}>
        <span>
          <KeyHint of="review.readOnly" />–<KeyHint of="review.openWorld" /> cycle a hint
        </span>
        <span>
          <KeyHint of="review.reset" /> reset
        </span>
        <span>
          <KeyHint of="window.undo" /> undo
        </span>
      </span>
      <Button look="quiet" disabled={!back} onClick={() => back?.()}>
        Back <KeyHint of="review.previous" />
      </Button>
      <Button disabled={!skip} onClick={() => skip?.()}>
        Skip <KeyHint of="review.next" />
      </Button>
      <Button disabled={!acceptInference} onClick={() => acceptInference?.()}>
        Accept inference <KeyHint of="review.acceptInference" />
      </Button>
      {reopen ? (
        <Button onClick={reopen}>Review again</Button>
      ) : (
        <Button look="primary" disabled={!accept} data-testid="accept" onClick={() => accept?.()}>
          Accept and next <KeyHint of="review.accept" />
        </Button>
      )}
    </div>
  );
}
