// Why a person decided a hint, in one sentence: a quiet link, then a field. Enter or leaving it saves, Escape gives up.
import type { KeyboardEvent } from "react";
import { useState } from "react";
import { LinkButton } from "../kit/button";
import { Input } from "../kit/field";
import { VisuallyHidden } from "../kit/visually-hidden";
import { ServerText } from "./server-text";
import { useDraft } from "./use-draft";
import styles from "./because-field.module.css";

const MOST = 300;

type Props = {
  /** What is decided, for the names of the controls. */
  of: string;
  because: string | null;
  disabled: boolean;
  onSave: (because: string | null) => void;
};

export function BecauseField({ of, because, disabled, onSave }: Props) {
  // Whoever leaves by a key stands on the link again, not nowhere.
  const [state, setState] = useState<"closed" | "open" | "left by key">("closed");
  const draft = useDraft(because, onSave);
  const close = (how: () => void) => {
    how();
    setState("left by key");
  };
  const link = { autoFocus: state === "left by key", onClick: () => setState("open") };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const how = event.key === "Enter" ? draft.save : event.key === "Escape" ? draft.giveUp : null;
    if (!how) return;
    // Otherwise the same press would open the field again, from the link that gets the focus.
    event.preventDefault();
    close(how);
  };
  if (state === "open" && !disabled) {
    return (
      <Input
        className={styles.field}
        autoFocus
        aria-label={`Why is ${of} decided so?`}
        placeholder="Because…"
        maxLength={MOST}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={() => {
          draft.save();
          setState((now) => (now === "open" ? "closed" : now));
        }}
        onKeyDown={onKeyDown}
      />
    );
  }
  if (because === null) {
    return disabled ? null : (
      <LinkButton className={styles.add} {...link}>
        Add a reason <VisuallyHidden>{`for ${of}`}</VisuallyHidden>
      </LinkButton>
    );
  }
  return (
    <p className={styles.because} data-testid="because">
      <span>
        Because <ServerText text={because} limit={4} />
      </span>
      {disabled ? null : (
        <LinkButton {...link}>
          Edit <VisuallyHidden>{`the reason for ${of}`}</VisuallyHidden>
        </LinkButton>
      )}
    </p>
  );
}
