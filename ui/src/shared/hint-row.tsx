// Hint row: label, three-way control, a line with the effective value, its source and reason, and notes.
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import type { ResolvedHint } from "../backend";
import { IconButton, LinkButton } from "../kit/button";
import { InfoTip } from "../kit/info-tip";
import { Popover } from "../kit/popover";
import { VisuallyHidden } from "../kit/visually-hidden";
import { BecauseField } from "./because-field";
import { HintMeaning } from "./hint-meaning";
import { ElsewhereTag, hasNotes, HintNotes } from "./hint-notes";
import { HINT_LABEL, MARK_LABELS, yesNo } from "./hints";
import { LayerStack } from "./layer-stack";
import { Mark } from "./mark";
import { Reason } from "./reason";
import { strings } from "./strings";
import { ThreeWay } from "./three-way";
import styles from "./hint-row.module.css";

type Props = {
  hint: ResolvedHint;
  onDecide: (decided: boolean | null) => void;
  onBecause: (because: string | null) => void;
  /** Marks the inferred value as wrong, or removes the mark. */
  onMark: (wrong: boolean) => void;
  disabled?: boolean;
  /** Selected environment; null: base. */
  environment?: string | null;
  /** Additional notes. */
  children?: ReactNode;
};

export function HintRow({ hint, onDecide, onBecause, onMark, disabled = false, environment = null, children }: Props) {
  const label = HINT_LABEL[hint.hint];
  const unused = hint.unused !== null;
  const whyId = useId();
  const notesId = useId();
  const tagId = useId();
  const described = [whyId, ...(hint.elsewhere.length > 0 ? [tagId] : []), ...(hasNotes(hint) ? [notesId] : [])];
  return (
    <div
      className={styles.row}
      data-testid={`hint-${hint.hint}`}
      data-changed={hint.changed || undefined}
      data-unused={unused || undefined}
    >
      <div className={styles.top}>
        <span className={styles.label}>{label}</span>
        <InfoTip label={strings.hintRow.meaning(label)}>
          <HintMeaning hint={hint.hint} />
        </InfoTip>
        <span className={styles.control}>
          <ThreeWay
            hint={hint}
            describedBy={described.join(" ")}
            onDecide={onDecide}
            disabled={disabled}
          />
        </span>
      </div>
      <div className={styles.why}>
        <Mark mark={unused ? "none" : hint.mark} />
        <span id={whyId} className={styles.reason}>
          {hint.unused !== null ? (
            strings.hintRow.notUsed(hint.unused)
          ) : (
            <>
              <b>{yesNo(hint.value)}</b>
              <VisuallyHidden>{`, ${MARK_LABELS[hint.mark]}`}</VisuallyHidden> · <Reason text={hint.reason} />
            </>
          )}
        </span>
        <ElsewhereTag names={hint.elsewhere} id={tagId} />
        {hint.decided !== null && !disabled ? (
          <IconButton label={strings.hintRow.reset(label)} size="tiny" onClick={() => onDecide(null)}>
            <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        ) : null}
        <Popover
          label={strings.hintRow.whyTitle(label, yesNo(hint.value))}
          trigger={
            <LinkButton className={styles.whyLink} aria-label={strings.hintRow.whyLabel(label)}>
              {strings.hintRow.why}
            </LinkButton>
          }
        >
          <LayerStack
            stack={hint.stack}
            environment={environment}
            hint={label}
            guess={hint.guess}
            {...(disabled ? {} : { onMark })}
          />
        </Popover>
      </div>
      <div className={styles.notes}>
        <HintNotes hint={hint} id={notesId} />
        {hint.decided === null ? null : (
          <BecauseField of={label} because={hint.because} disabled={disabled} onSave={onBecause} />
        )}
        {children}
      </div>
    </div>
  );
}
