// Notes about this export before it is written, and about the target.
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import styles from "./export-notes.module.css";

/** A few notes are visible at first. The expanded list is limited too, so that it cannot outgrow the page. */
const INITIAL_COUNT = 3;
const MAX_COUNT = 50;

type Props = { title: string; remarks: readonly string[]; warns?: boolean; testId: string };

export function ExportNotes({ title, remarks, warns = false, testId }: Props) {
  const [all, setAll] = useState(false);
  if (remarks.length === 0) return null;
  const visible = remarks.slice(0, all ? MAX_COUNT : INITIAL_COUNT);
  const more = remarks.length - visible.length;
  return (
    <section className={styles.remarks} aria-label={title} data-testid={testId}>
      <h2>
        {warns ? <CircleAlert size={14} aria-hidden="true" /> : null}
        {title}
        {warns && remarks.length > 1 ? <span>{remarks.length.toLocaleString("en")}</span> : null}
      </h2>
      <ul>
        {visible.map((remark, index) => (
          <li key={index}>
            <Remark text={remark} />
          </li>
        ))}
        {more > 0 ? (
          <li>
            {all ? (
              `And ${more.toLocaleString("en")} more.`
            ) : (
              <LinkButton onClick={() => setAll(true)}>Show {more.toLocaleString("en")} more</LinkButton>
            )}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** Renders names and commands in backticks as code. */
function Remark({ text }: { text: string }) {
  const message = sentence(text);
  const parts = (/[.!?]$/.test(message) ? message : `${message}.`).split("`");
  // With an odd number of backticks, one of them belongs to the text itself.
  if (parts.length % 2 === 0) return <ServerText text={parts.join("`")} />;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      <ServerText key={index} text={part} />
    ) : (
      <code key={index}>
        <ServerText text={part} />
      </code>
    ),
  );
}
