// Reason for a decision: a link that opens a text field. Enter and blur save, Escape discards.
import type { KeyboardEvent } from "react";
import { useState } from "react";
import { LinkButton } from "../kit/button";
import { Input } from "../kit/field";
import { VisuallyHidden } from "../kit/visually-hidden";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import { useDraft } from "./use-draft";
import styles from "./because-field.module.css";

const MAX_LENGTH = 300;

type Props = {
  /** Label of the decided hint, for accessible names. */
  of: string;
  because: string | null;
  disabled: boolean;
  onSave: (because: string | null) => void;
};

export function BecauseField({ of, because, disabled, onSave }: Props) {
  // After Enter or Escape the link gets the focus, which would be lost otherwise.
  const [state, setState] = useState<"closed" | "open" | "left by key">("closed");
  const draft = useDraft(because, onSave);
  const close = (finish: () => void) => {
    finish();
    setState("left by key");
  };
  const link = { autoFocus: state === "left by key", onClick: () => setState("open") };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const finish = event.key === "Enter" ? draft.save : event.key === "Escape" ? draft.giveUp : null;
    if (!finish) return;
    // Otherwise the same key press would activate the newly focused link and open the field again.
    event.preventDefault();
    close(finish);
  };
  if (state === "open" && !disabled) {
    return (
      <Input
        className={styles.field}
        autoFocus
        aria-label={strings.reason.label(of)}
        placeholder={strings.reason.placeholder}
        maxLength={MAX_LENGTH}
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
        {strings.reason.add} <VisuallyHidden>{strings.reason.addSuffix(of)}</VisuallyHidden>
      </LinkButton>
    );
  }
  return (
    <p className={styles.because} data-testid="because">
      <span>
        {strings.reason.reason} <ServerText text={because} limit={4} />
      </span>
      {disabled ? null : (
        <LinkButton {...link}>
          {strings.reason.edit} <VisuallyHidden>{strings.reason.editSuffix(of)}</VisuallyHidden>
        </LinkButton>
      )}
    </p>
  );
}
