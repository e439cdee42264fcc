// Footer of the run dialog: Run, or Cancel while a call runs.
import { Play } from "lucide-react";
import type { RefObject } from "react";
import { useEffect, useId, useRef } from "react";
import { keysOf } from "../../shared/keymap";
import { Button } from "../../kit/button";
import { Keys } from "../../kit/kbd";
import type { Running } from "./use-run";

type Props = {
  goRef: RefObject<HTMLButtonElement | null>;
  running: Running | null;
  off: boolean;
  /** Reason why the tool cannot be run. */
  why: string | null;
  readOnly: boolean;
  onRun: () => void;
  onCancel: () => void;
};

export function RunFoot({ goRef, running, off, why, readOnly, onRun, onCancel }: Props) {
  const id = useId();
  return (
    <>
      {readOnly ? <span>The store cannot be written. Calls can still be made.</span> : null}
      <span data-spacer />
      <span id={id}>{running ? null : why}</span>
      {running ? (
        <CancelButton cancelling={running.cancelling} onCancel={onCancel} />
      ) : (
        <Button ref={goRef} look="primary" data-testid="run-go" aria-disabled={off || undefined} aria-describedby={why === null ? undefined : id} onClick={onRun}>
          <Play size={12} strokeWidth={2.25} aria-hidden="true" />
          Run <Keys keys={keysOf("form.submit")} />
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
      {cancelling ? "Cancelling…" : "Cancel"}
    </Button>
  );
}
