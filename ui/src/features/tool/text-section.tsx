// What the model reads: the title, which can be decided, and the description as the server sent it.
import { useId } from "react";
import type { ToolDetail } from "../../backend";
import { counted } from "../../shared/ago";
import { ClampedText } from "../../shared/clamped-text";
import { Section } from "../../shared/section";
import { TitleEditor } from "./title-editor";
import styles from "./text-section.module.css";

type Props = { detail: ToolDetail; readOnly: boolean; onTitle: (title: string | null) => void };

export function TextSection({ detail, readOnly, onTitle }: Props) {
  const labelId = useId();
  return (
    <Section title="Text" after={counted(detail.parameters, "parameter")}>
      <TitleEditor key={detail.title.decided ?? ""} title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <div className={styles.row}>
        <span id={labelId} className={styles.label}>
          About
        </span>
        <div role="group" aria-labelledby={labelId} className={styles.description}>
          {detail.description ? (
            <ClampedText text={detail.description} />
          ) : (
            <span className={styles.none}>The server sends no description.</span>
          )}
        </div>
      </div>
    </Section>
  );
}
