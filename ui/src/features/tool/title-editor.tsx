// The title: type to decide, clear to inherit. Enter or leaving the field saves, Escape gives up.
import type { KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";
import type { Overtaken, ResolvedTitle } from "../../backend";
import { Input } from "../../kit/field";
import { asPlainString, onOneLine } from "../../shared/hidden-characters";
import { LAYER_LABEL } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import styles from "./title-editor.module.css";

const OVERTAKEN: Record<Overtaken, string> = {
  redundant: "The server now sends the same title",
  contradicted: "The server now sends another title",
};

type Props = { title: ResolvedTitle; readOnly: boolean; onSave: (title: string | null) => void };

export function TitleEditor({ title, readOnly, onSave }: Props) {
  const id = useId();
  const noteId = useId();
  const [draft, setDraft] = useState(title.decided ?? "");
  const givenUp = useRef(false);
  const save = () => {
    if (givenUp.current) {
      givenUp.current = false;
      return;
    }
    const wanted = draft.trim() || null;
    setDraft(wanted ?? "");
    if (wanted !== title.decided) onSave(wanted);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key !== "Escape") return;
    givenUp.current = true;
    setDraft(title.decided ?? "");
    event.currentTarget.blur();
  };
  const inherited = title.decided === null ? title.value : title.inferred;
  return (
    <div className={styles.row} data-changed={title.changed || undefined}>
      <label htmlFor={id}>Title</label>
      <Input
        id={id}
        data-testid="title"
        aria-describedby={title.overtaken ? noteId : undefined}
        value={draft}
        placeholder={onOneLine(asPlainString(inherited))}
        disabled={readOnly}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        after={
          <span className={styles.layer}>
            <Mark mark={title.mark} />
            {title.layer === "override" ? "decided" : LAYER_LABEL[title.layer].toLowerCase()}
          </span>
        }
      />
      {title.overtaken ? (
        <p id={noteId} className={styles.note}>
          {OVERTAKEN[title.overtaken]}
        </p>
      ) : null}
    </div>
  );
}
