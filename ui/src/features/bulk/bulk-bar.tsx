// Bulk bar, above the bottom bar while tools are marked: number of tools, their tokens, and the bulk actions.
import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { KeyHint } from "../../shared/key-hint";
import { Button, LinkButton } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { AddMarked } from "../toolsets/add-marked";
import { HintForm } from "./hint-form";
import { useHintPopover } from "./hint-popover-state";
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
  const label = `${count.toLocaleString("en")} selected`;
  return (
    <>
      <div role="status">
        <VisuallyHidden>{count > 0 ? `${label}${hidden > 0 ? `, ${hidden.toLocaleString("en")} not shown` : ""}` : ""}</VisuallyHidden>
      </div>
      {count === 0 ? null : (
        <div className={styles.container}>
          <div className={styles.bar} role="group" aria-label="Selected tools" data-testid="bulk-bar">
            <p className={styles.count}>
              <b>{label}</b>
              <span className={styles.tokens}> · ~{counted(tokens, "token")}</span>
              {hidden > 0 ? <span className={styles.hidden}> · {hidden.toLocaleString("en")} not shown</span> : null}
            </p>
            {allMarked || matching === 0 ? null : (
              <LinkButton onClick={onMarkAll}>Select all {matching.toLocaleString("en")} that match</LinkButton>
            )}
            {readOnly ? null : (
              <>
                <i className={styles.line} />
                <Actions />
              </>
            )}
            <span className={styles.spacer} />
            <Button look="quiet" size="small" className={styles.clear} onClick={onClear}>
              Clear <KeyHint of="catalog.clear" />
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
        label="Set a hint on the selected tools"
        align="start"
        side="top"
        className={styles.pop}
        open={hint !== null}
        onOpenChange={(next) => (next ? open("readOnly") : close())}
        returnFocus={() => before}
        trigger={
          <Button size="small">
            Set a hint
            <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
          </Button>
        }
      >
        {hint === null ? null : <HintForm key={hint} hint={hint} bulk={bulk} onClose={close} />}
      </Popover>
      <Button size="small" onClick={() => bulk.decide({ kind: "acceptInference" })}>
        Accept inference <KeyHint of="marks.acceptInference" />
      </Button>
      <AddMarked />
      <Button size="small" onClick={bulk.accept}>
        Mark reviewed <KeyHint of="marks.accept" />
      </Button>
      <Button size="small" onClick={() => bulk.decide({ kind: "reset" })}>
        Reset <KeyHint of="marks.reset" />
      </Button>
    </>
  );
}
