// Dialog that suppresses a finding of a tool. The reason is required, for later reviewers.
import type { FormEvent } from "react";
import { useId, useState } from "react";
import type { SuppressionKey } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Input, Labelled } from "../../kit/field";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { useSuppress } from "./use-finding-actions";
import { strings } from "./strings";
import styles from "./dialogs.module.css";

const text = strings.suppressDialog;

const MAX_LENGTH = 300;

type Props = { finding: SuppressionKey; message: string; onClose: () => void };

export function SuppressDialog({ finding, message, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const formId = useId();
  const { mutate: suppress, isPending } = useSuppress(onClose);
  const trimmedReason = reason.trim();
  // The error appears only after the first attempt to submit.
  const problem = submitted && trimmedReason === "" ? text.reasonMissing : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (trimmedReason !== "" && !isPending) suppress({ ...finding, reason: trimmedReason });
  };
  return (
    <Dialog
      title={text.title}
      about={text.about}
      testId="suppress-dialog"
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={formId} look="primary" aria-busy={isPending}>
            {text.suppress}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.finding}>
          <p>
            <Reason text={sentence(clip(message, 400))} />
          </p>
          <p className={styles.where}>
            <ServerText text={finding.rule} limit={1} /> ·{" "}
            <code>
              <ServerText text={clip(idOf(finding), 200)} limit={2} />
            </code>
          </p>
        </div>
        <Labelled label={text.reason} error={problem} note={text.reasonNote}>
          {(id) => (
            <Input
              id={id}
              required
              aria-invalid={problem !== null}
              maxLength={MAX_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
      </form>
    </Dialog>
  );
}
