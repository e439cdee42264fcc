// Popover content that accepts the inference on all marked tools, after a preview of its effect.
import type { FormEvent, KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import type { BulkChange } from "../../backend";
import { Button } from "../../kit/button";
import { Kbd } from "../../kit/kbd";
import { LooseningConfirm } from "../../shared/loosening";
import { useConfirmation } from "../../shared/use-confirmation";
import { BulkEffect } from "./bulk-effect";
import { strings } from "./strings";
import type { Bulk } from "./use-bulk";
import { useBulkPreview } from "./use-bulk-preview";
import styles from "./hint-form.module.css";

const ACCEPT_INFERENCE: BulkChange = { kind: "acceptInference" };

export function InferenceForm({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const { data: preview, error, isPlaceholderData } = useBulkPreview(bulk, ACCEPT_INFERENCE);
  const [loosen, setLoosen] = useConfirmation(preview);
  const loosens = preview?.loosens;
  const changing = preview?.changing ?? 0;
  const ready = changing > 0 && !isPlaceholderData && (loosens?.tools === 0 || loosen);
  // Enter accepts: the form has the focus instead of its first button.
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.focus(), []);
  const apply = () => {
    if (!ready) return;
    bulk.decide(ACCEPT_INFERENCE, null, loosen);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || (event.target as HTMLElement).matches("button")) return;
    event.preventDefault();
    apply();
  };
  return (
    <form ref={root} className={styles.form} aria-label={strings.inference.label} tabIndex={-1} data-bulk-form onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <p className={styles.about}>{strings.inference.about}</p>
      <BulkEffect preview={preview} error={error} hints />
      {loosens && loosens.tools > 0 ? <LooseningConfirm loosening={loosens} confirmed={loosen} onConfirm={setLoosen} /> : null}
      <div className={styles.foot}>
        <Button look="quiet" size="small" onClick={onClose}>
          {strings.form.cancel}
        </Button>
        <Button type="submit" look="primary" size="small" disabled={!ready}>
          {strings.inference.accept(changing)} <Kbd>↵</Kbd>
        </Button>
      </div>
    </form>
  );
}
