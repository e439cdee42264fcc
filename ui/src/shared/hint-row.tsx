// One hint: its name, the three-way control, and a line that says what holds, whose word it is and why.
import { Undo2 } from "lucide-react";
import { useId } from "react";
import type { ResolvedHint } from "../backend";
import { IconButton, LinkButton } from "../kit/button";
import { InfoTip } from "../kit/info-tip";
import { Popover } from "../kit/popover";
import { Segmented } from "../kit/segmented";
import type { Segment } from "../kit/segmented";
import { VisuallyHidden } from "../kit/visually-hidden";
import { HintMeaning } from "./hint-meaning";
import { HINT_LABEL, MARK_WORDS, yesNo } from "./hints";
import { LayerStack } from "./layer-stack";
import { Mark } from "./mark";
import { Reason } from "./reason";
import styles from "./hint-row.module.css";

type Choice = "inherit" | "yes" | "no";

const SEGMENTS: readonly Segment<Choice>[] = [
  { value: "inherit", label: "Inherit" },
  { value: "yes", label: "Yes", decides: true },
  { value: "no", label: "No", decides: true },
];

const choiceOf = (decided: boolean | null): Choice => (decided === null ? "inherit" : decided ? "yes" : "no");
const decidedOf = (choice: Choice): boolean | null => (choice === "inherit" ? null : choice === "yes");

type Props = { hint: ResolvedHint; onDecide: (decided: boolean | null) => void; disabled?: boolean };

export function HintRow({ hint, onDecide, disabled = false }: Props) {
  const label = HINT_LABEL[hint.hint];
  const unused = hint.unused !== null;
  const whyId = useId();
  return (
    <div
      className={styles.row}
      data-testid={`hint-${hint.hint}`}
      data-changed={hint.changed || undefined}
      data-unused={unused || undefined}
    >
      <div className={styles.top}>
        <span className={styles.label}>{label}</span>
        <InfoTip label={`What ${label} means`}>
          <HintMeaning hint={hint.hint} />
        </InfoTip>
        <span className={styles.control}>
          <Segmented
            label={label}
            describedBy={whyId}
            value={choiceOf(hint.decided)}
            segments={SEGMENTS}
            onChange={(choice) => onDecide(decidedOf(choice))}
            muted={unused}
            disabled={disabled}
          />
        </span>
      </div>
      <div className={styles.why}>
        <Mark mark={unused ? "none" : hint.mark} />
        <span id={whyId} className={styles.reason}>
          {unused ? (
            <>Not used: {hint.unused}</>
          ) : (
            <>
              <b>{yesNo(hint.value)}</b>
              <VisuallyHidden>{`, ${MARK_WORDS[hint.mark]}`}</VisuallyHidden> · <Reason text={hint.reason} />
            </>
          )}
        </span>
        {hint.decided !== null && !disabled ? (
          <IconButton label={`Reset ${label}`} size="tiny" onClick={() => onDecide(null)}>
            <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        ) : null}
        <Popover
          label={`Why ${label} is ${yesNo(hint.value)}`}
          trigger={
            <LinkButton className={styles.whyLink} aria-label={`Why? ${label}`}>
              Why?
            </LinkButton>
          }
        >
          <LayerStack stack={hint.stack} />
        </Popover>
      </div>
    </div>
  );
}
