// Bulk bar, above the bottom bar while tools are marked: number of tools, their tokens, and the bulk actions.
import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { KeyHint } from "../../shared/key-hint";
import { Button, LinkButton } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { AddMarked } from "../toolsets/add-marked";
import { HintForm } from "./hint-form";
import { InferenceForm } from "./inference-form";
import { useBulkPopover } from "./bulk-popover";
import { strings } from "./strings";
import { useBulk } from "./use-bulk";
import styles from "./bulk-bar.module.css";

type Props = {
  count: number;
  tokens: number;
  /** Number of marked tools that are not in the list. */
  hidden: number;
  /** Number of tools in the list. */
  matching: number;
  allMarked: boolean;
  readOnly: boolean;
  onMarkAll: () => void;
  onClear: () => void;
};

export function BulkBar({ count, tokens, hidden, matching, allMarked, readOnly, onMarkAll, onClear }: Props) {
  const label = strings.bar.selected(count);
  return (
    <>
      <div role="status">
        <VisuallyHidden>{count > 0 ? `${label}${hidden > 0 ? `, ${strings.bar.notShown(hidden)}` : ""}` : ""}</VisuallyHidden>
      </div>
      {count === 0 ? null : (
        <div className={styles.container}>
          <div className={styles.bar} role="group" aria-label={strings.bar.label} data-testid="bulk-bar">
            <p className={styles.count}>
              <b>{label}</b>
              <span className={styles.tokens}> · {strings.bar.tokens(tokens)}</span>
              {hidden > 0 ? <span className={styles.hidden}> · {strings.bar.notShown(hidden)}</span> : null}
            </p>
            {allMarked || matching === 0 ? null : (
              <LinkButton onClick={onMarkAll}>{strings.bar.selectAll(matching)}</LinkButton>
            )}
            <Button look="quiet" size="small" className={styles.clear} onClick={onClear}>
              {strings.bar.clear} <KeyHint of="catalog.clear" />
            </Button>
            {readOnly ? null : (
              <>
                <i className={styles.line} />
                <Actions />
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Actions() {
  const bulk = useBulk();
  const { form, before, open, close } = useBulkPopover();
  // Closes the popover on unmount: without marked tools there is nothing to set a hint on.
  useEffect(() => close, [close]);
  return (
    <>
      <Popover
        label={strings.form.label}
        align="start"
        side="top"
        className={styles.pop}
        open={form?.kind === "hint"}
        onOpenChange={(next) => (next ? open({ kind: "hint", hint: "readOnly" }) : close())}
        returnFocus={() => before}
        trigger={
          <Button size="small">
            {strings.bar.setHint}
            <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
          </Button>
        }
      >
        {form?.kind === "hint" ? <HintForm key={form.hint} hint={form.hint} bulk={bulk} onClose={close} /> : null}
      </Popover>
      <Popover
        label={strings.inference.label}
        align="start"
        side="top"
        className={styles.pop}
        open={form?.kind === "inference"}
        onOpenChange={(next) => (next ? open({ kind: "inference" }) : close())}
        returnFocus={() => before}
        trigger={
          <Button size="small">
            {strings.bar.acceptInference} <KeyHint of="marks.acceptInference" />
          </Button>
        }
      >
        {form?.kind === "inference" ? <InferenceForm bulk={bulk} onClose={close} /> : null}
      </Popover>
      <AddMarked />
      <Button size="small" onClick={bulk.accept}>
        {strings.bar.markReviewed} <KeyHint of="marks.accept" />
      </Button>
      <Button size="small" onClick={() => bulk.decide({ kind: "reset" })}>
        {strings.bar.reset} <KeyHint of="marks.reset" />
      </Button>
    </>
  );
}
