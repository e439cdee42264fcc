// One parameter, with its description editable in place: blur or Ctrl+Enter saves, Escape discards, empty inherits.
import { Undo2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Fragment, useId } from "react";
import { commandOf } from "../../shared/keymap";
import type { ParameterView } from "../../backend";
import { IconButton } from "../../kit/button";
import { TextArea } from "../../kit/text-area";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { MARK_LABELS } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { useDraft } from "../../shared/use-draft";
import { useLazySection } from "../../shared/use-lazy-section";
import { strings } from "./strings";
import styles from "./parameter-row.module.css";

const NAME = 120;
const DESCRIPTION = 1_000;

type Props = { parameter: ParameterView; readOnly: string | null; onDescribe: (description: string | null) => void };

/** Row height with a description of one line, in pixels. */
const HEIGHT = 52;

export function ParameterRow(props: Props) {
  const { ref, near, style } = useLazySection<HTMLLIElement>(HEIGHT);
  return (
    <li ref={ref} style={style} className={styles.parameter} data-changed={props.parameter.changed || undefined}>
      {near ? <Parameter {...props} /> : null}
    </li>
  );
}

function Parameter({ parameter, readOnly, onDescribe }: Props) {
  const nameId = useId();
  const draft = useDraft(parameter.decided, onDescribe);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const done = commandOf("form", event) === "submit";
    if (event.key === "Escape") draft.giveUp();
    if (!done && event.key !== "Escape") return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  const decided = parameter.decided !== null;
  const mark = decided ? "decided" : parameter.mark;
  const { inherited } = parameter;
  return (
    <>
      <div className={styles.head}>
        <ServerText id={nameId} className={styles.name} text={clip(parameter.name, NAME)} limit={4} />
        <span className={styles.kind}>
          <ServerText text={clip(parameter.kind, 60)} limit={2} />
          {parameter.required ? strings.parameters.required : null}
        </span>
        <span className={styles.layer}>
          <Mark mark={!decided && !parameter.description ? "none" : mark} />
          {decided || (mark === "decided" && parameter.description) ? (
            strings.parameters.decided
          ) : parameter.description ? (
            <VisuallyHidden>{MARK_LABELS[mark]}</VisuallyHidden>
          ) : null}
          {decided && readOnly === null ? (
            <IconButton
              label={strings.parameters.reset(asPlainString(clip(parameter.name, NAME)))}
              size="tiny"
              onClick={() => onDescribe(null)}
            >
              <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          ) : null}
        </span>
      </div>
      <TextArea
        className={`${styles.description} ${inherited ? "" : styles.undescribed}`}
        aria-label={strings.parameters.label(asPlainString(clip(parameter.name, NAME)))}
        value={draft.text}
        placeholder={inherited ? asPlainString(clip(inherited, DESCRIPTION)) : strings.parameters.noDescription}
        disabled={readOnly !== null}
        title={readOnly === null ? undefined : asPlainString(readOnly)}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.save}
        onKeyDown={onKeyDown}
      />
      {parameter.choices.length > 0 ? <Choices choices={parameter.choices} of={nameId} /> : null}
    </>
  );
}

const MAX_CHOICES = 12;

function Choices({ choices, of }: { choices: readonly string[]; of: string }) {
  const left = choices.length - MAX_CHOICES;
  return (
    <p className={styles.choices} aria-describedby={of}>
      {strings.parameters.choices}{" "}
      {choices.slice(0, MAX_CHOICES).map((choice, index) => (
        <Fragment key={index}>
          {index > 0 ? ", " : null}
          <ServerText role="code" text={clip(choice, 60)} limit={2} />
        </Fragment>
      ))}
      {left > 0 ? strings.parameters.moreChoices(left) : null}
    </p>
  );
}
