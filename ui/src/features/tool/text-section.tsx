// What the model reads: the title, which can be decided, and the description as the server sent it.
import { useId, useState } from "react";
import type { ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";
import { Section } from "../../shared/section";
import { TitleEditor } from "./title-editor";
import styles from "./text-section.module.css";

type Props = { detail: ToolDetail; readOnly: boolean; onTitle: (title: string | null) => void };

/** More than the clamp shows: about six lines of the panel. */
const isLong = (text: string): boolean => text.length > 300 || text.split("\n", 7).length > 6;

export function TextSection({ detail, readOnly, onTitle }: Props) {
  const [all, setAll] = useState(false);
  const labelId = useId();
  const long = isLong(detail.description);
  return (
    <Section title="Text" after={counted(detail.parameters, "parameter")}>
      <TitleEditor key={detail.title.decided ?? ""} title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <div className={styles.row}>
        <span id={labelId} className={styles.label}>
          About
        </span>
        <div role="group" aria-labelledby={labelId} className={styles.description} data-clamped={(long && !all) || undefined}>
          {detail.description ? (
            <ServerText text={detail.description} multiline className={styles.words} />
          ) : (
            <span className={styles.none}>The server sends no description.</span>
          )}
          {long ? (
            <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show less" : "Show all"}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
