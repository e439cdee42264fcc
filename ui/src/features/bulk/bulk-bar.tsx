// Bulk bar, above the bottom bar while tools are marked: number of tools, their tokens, and the bulk actions.
import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { KeyHint } from "../../shared/key-hint";
import { Button, LinkButton } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { AddMarked } from "../toolsets/add-marked";
import { HintForm } from "./hint-form";
import { useHintPopover } from "./hint-popover-state";
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
            {readOnly ? null : (
              <>
                <i className={styles.line} />
                <Actions />
              </>
            )}
            <span className={styles.spacer} />
            <Button look="quiet" size="small" className={styles.clear} onClick={onClear}>
              {strings.bar.clear} <KeyHint of="catalog.clear" />
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function Actions() {
  const bulk = useBulk();
  const { hint, before, open, close } = useHintPopover();
  // Closes the popover on unmount: without marked tools there is nothing to set a hint on.
  useEffect(() => close, [close]);
  return (
    <>
      <Popover
        label={strings.form.label}
        align="start"
        side="top"
        className={styles.pop}
        open={hint !== null}
        onOpenChange={(next) => (next ? open("readOnly") : close())}
        returnFocus={() => before}
        trigger={
          <Button size="small">
            {strings.bar.setHint}
            <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
          </Button>
        }
      >
        {hint === null ? null : <HintForm key={hint} hint={hint} bulk={bulk} onClose={close} />}
      </Popover>
      <Button size="small" onClick={() => bulk.decide({ kind: "acceptInference" })}>
        {strings.bar.acceptInference} <KeyHint of="marks.acceptInference" />
      </Button>
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
