// What can be done with the tool that is looked at, each with its key.
import { Button } from "../../kit/button";
import { commandKey, Kbd } from "../../kit/kbd";
import styles from "./foot-bar.module.css";

export type ReviewDetailActions = {
  back: (() => void) | null;
  skip: (() => void) | null;
  acceptInference: (() => void) | null;
  accept: (() => void) | null;
  /** Only for a tool that is reviewed: takes the word back. */
  reopen: (() => void) | null;
};

export function FootBar({ back, skip, acceptInference, accept, reopen }: ReviewDetailActions) {
  return (
    <div className={styles.bar}>
      <span className={styles.keys}>
        <span>
          <Kbd>1</Kbd>–<Kbd>4</Kbd> cycle a hint
        </span>
        <span>
          <Kbd>0</Kbd> reset
        </span>
        <span>
          <Kbd>{commandKey(navigator.platform)}</Kbd>
          <Kbd>Z</Kbd> undo
        </span>
      </span>
      <Button look="quiet" disabled={!back} onClick={() => back?.()}>
        Back <Kbd>k</Kbd>
      </Button>
      <Button disabled={!skip} onClick={() => skip?.()}>
        Skip <Kbd>j</Kbd>
      </Button>
      <Button disabled={!acceptInference} onClick={() => acceptInference?.()}>
        Accept inference <Kbd>.</Kbd>
      </Button>
      {reopen ? (
        <Button onClick={reopen}>Review again</Button>
      ) : (
        <Button look="primary" disabled={!accept} data-testid="accept" onClick={() => accept?.()}>
          Accept and next <Kbd>a</Kbd>
        </Button>
      )}
    </div>
  );
}
