// Dialog that suppresses a finding of a tool. The reason is required: later readers have to know it.
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
import styles from "./dialogs.module.css";

const MOST = 300;

type Props = { finding: SuppressionKey; message: string; onClose: () => void };

export function IgnoreDialog({ finding, message, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const formId = useId();
  const { mutate: suppress, isPending } = useSuppress(onClose);
  const trimmedReason = reason.trim();
  // The error appears only after the first attempt to submit.
  const problem = submitted && trimmedReason === "" ? "A reason is needed: later nobody knows why it was ignored" : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (trimmedReason !== "" && !isPending) suppress({ ...finding, reason: trimmedReason });
  };
  return (
    <Dialog
      title="Ignore this finding?"
      about="It no longer counts, here and wherever the tool is checked. “Suppressed” on the findings page shows it again."
      testId="ignore-dialog"
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" aria-busy={isPending}>
            Ignore
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
        <Labelled label="Why" error={problem} note="One sentence, for whoever comes later">
          {(id) => (
            <Input
              id={id}
              required
              aria-invalid={problem !== null}
              maxLength={MOST}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
      </form>
    </Dialog>
  );
}
