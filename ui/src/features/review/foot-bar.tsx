// Actions for the selected tool, each with its shortcut.
import { KeyHint } from "../../shared/key-hint";
import { Button } from "../../kit/button";
import { strings } from "./strings";
import styles from "./foot-bar.module.css";

const text = strings.footBar;

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
          <KeyHint of="review.readOnly" />–<KeyHint of="review.openWorld" /> {text.cycle}
        </span>
        <span>
          <KeyHint of="review.reset" /> {text.reset}
        </span>
        <span>
          <KeyHint of="window.undo" /> {text.undo}
        </span>
      </span>
      <Button look="quiet" disabled={!back} onClick={() => back?.()}>
        {text.back} <KeyHint of="review.previous" />
      </Button>
      <Button disabled={!skip} onClick={() => skip?.()}>
        {text.skip} <KeyHint of="review.next" />
      </Button>
      <Button disabled={!acceptInference} onClick={() => acceptInference?.()}>
        {text.acceptInference} <KeyHint of="review.acceptInference" />
      </Button>
      {reopen ? (
        <Button onClick={reopen}>{text.reviewAgain}</Button>
      ) : (
        <Button look="primary" disabled={!accept} data-testid="accept" onClick={() => accept?.()}>
          {text.acceptAndNext} <KeyHint of="review.accept" />
        </Button>
      )}
    </div>
  );
}
