// Dialog that previews a change and asks before it loosens hints. Enter confirms, Escape cancels.
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import type { Loosening } from "../backend";
import { Button } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { Kbd } from "../kit/kbd";
import { LooseningConfirm } from "./loosening";
import { strings } from "./strings";
import { useConfirmation } from "./use-confirmation";
import styles from "./loosening-dialog.module.css";

type Props = {
  title: ReactNode;
  about?: ReactNode;
  testId: string;
  /** Undefined until it is loaded. */
  preview: { loosens: Loosening } | undefined;
  /** False while the preview may be outdated, or if the change is not possible. */
  enabled: boolean;
  confirmLabel: ReactNode;
  /** `loosen`: the user has confirmed the loosening of the preview. */
  onConfirm: (loosen: boolean) => void;
  onClose: () => void;
  children: ReactNode;
};

export function LooseningDialog({ title, about, testId, preview, enabled, confirmLabel, onConfirm, onClose, children }: Props) {
  const [loosen, setLoosen] = useConfirmation(preview);
  const formId = useId();
  const ready = enabled && preview !== undefined && (preview.loosens.tools === 0 || loosen);
  const confirm = () => {
    if (!ready) return;
    onClose();
    onConfirm(loosen);
  };
  return (
    <Dialog
      reading
      title={title}
      about={about}
      testId={testId}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.loosening.cancel}</Button>
          <Button type="submit" form={formId} look="primary" data-testid="confirm" disabled={!ready}>
            {confirmLabel} <Kbd>↵</Kbd>
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={confirm}>
        {children}
        {preview ? <LooseningConfirm loosening={preview.loosens} confirmed={loosen} onConfirm={setLoosen} /> : null}
      </Form>
    </Dialog>
  );
}

type FormProps = { id: string; onSubmit: () => void; children: ReactNode };

/** Receives the focus instead of the first control, so that Enter submits it. */
function Form({ id, onSubmit, children }: FormProps) {
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || (event.target as HTMLElement).matches("button")) return;
    event.preventDefault();
    // A key that was already down when the dialog opened must not confirm it.
    if (!event.repeat) onSubmit();
  };
  return (
    <form ref={root} id={id} className={styles.form} tabIndex={-1} onSubmit={submit} onKeyDown={onKeyDown}>
      {children}
    </form>
  );
}
