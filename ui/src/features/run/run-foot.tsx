// Footer of the run dialog: Run, or Cancel while a call runs.
import { Play } from "lucide-react";
import type { RefObject } from "react";
import { useEffect, useId, useRef } from "react";
import { keysOf } from "../../shared/keymap";
import { Button } from "../../kit/button";
import { Keys } from "../../kit/kbd";
import { strings } from "./strings";
import type { Running } from "./use-run";

const text = strings.dialog;

type Props = {
  runRef: RefObject<HTMLButtonElement | null>;
  running: Running | null;
  disabled: boolean;
  /** Reason why the tool cannot be run, or why the call is confirmed once more. */
  why: string | null;
  readOnly: boolean;
  onRun: () => void;
  onCancel: () => void;
};

export function RunFoot({ runRef, running, disabled, why, readOnly, onRun, onCancel }: Props) {
  const id = useId();
  return (
    <>
      {readOnly ? <span>{text.readOnly}</span> : null}
      <span data-spacer />
      <span id={id}>{running ? null : why}</span>
      {running ? (
        <CancelButton cancelling={running.cancelling} onCancel={onCancel} />
      ) : (
        <Button ref={runRef} look="primary" data-testid="run-go" aria-disabled={disabled || undefined} aria-describedby={why === null ? undefined : id} onClick={onRun}>
          <Play size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.run} <Keys keys={keysOf("form.submit")} />
        </Button>
      )}
    </>
  );
}

/** Replaces the Run button and takes over its focus. */
function CancelButton({ cancelling, onCancel }: { cancelling: boolean; onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} data-testid="run-cancel" aria-disabled={cancelling || undefined} onClick={onCancel}>
      {cancelling ? text.cancelling : text.cancel}
    </Button>
  );
}
