// Title field: a text decides, an empty field inherits. Enter or blur saves, Escape restores the saved title.
import { Undo2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useId } from "react";
import type { Layer, ResolvedTitle } from "../../backend";
import { IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { clip } from "../../shared/clip";
import { asPlainString, onOneLine } from "../../shared/hidden-characters";
import { LAYER_LABEL } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { useDraft } from "../../shared/use-draft";
import { strings } from "./strings";
import styles from "./title-editor.module.css";

export const TITLE_ID = "tool-title";

const DECIDING: readonly Layer[] = ["environment", "override"];

/** Title without a decision here: an environment inherits the decision of the base, if there is one. */
function inheritedTitle({ decided, value, inferred, stack }: ResolvedTitle): string {
  if (decided === null) return value;
  const valued = stack.filter((entry) => entry.value !== null);
  const here = valued.findIndex((entry) => DECIDING.includes(entry.layer));
  return valued[here + 1]?.value ?? inferred;
}

type Props = { title: ResolvedTitle; readOnly: string | null; onSave: (title: string | null) => void };

export function TitleEditor({ title, readOnly, onSave }: Props) {
  const noteId = useId();
  const draft = useDraft(title.decided, onSave);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") draft.giveUp();
    if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
  };
  const decided = title.decided !== null;
  return (
    <div className={styles.row} data-changed={title.changed || undefined}>
      <label htmlFor={TITLE_ID}>{strings.text.toolTitle}</label>
      <Input
        id={TITLE_ID}
        data-testid="title"
        aria-describedby={title.superseded ? noteId : undefined}
        value={draft.text}
        placeholder={onOneLine(asPlainString(clip(inheritedTitle(title), 200)))}
        disabled={readOnly !== null}
        title={readOnly === null ? undefined : asPlainString(readOnly)}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.save}
        onKeyDown={onKeyDown}
        after={
          <span className={styles.layer}>
            <Mark mark={decided ? "decided" : title.mark} />
            {decided || title.layer === "override" || title.layer === "environment"
              ? strings.text.decided
              : LAYER_LABEL[title.layer].toLowerCase()}
            {decided && readOnly === null ? (
              <IconButton label={strings.text.resetTitle} size="tiny" onClick={() => onSave(null)}>
                <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            ) : null}
          </span>
        }
      />
      {title.superseded ? (
        <p id={noteId} className={styles.note}>
          {strings.text.superseded[title.superseded]}
        </p>
      ) : null}
    </div>
  );
}
