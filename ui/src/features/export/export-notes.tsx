// What must be said about this export before it is written, and what to know about the target.
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import styles from "./export-notes.module.css";

/** A few are read; more are a list to be asked for, and even that must not outgrow the page. */
const FEW = 3;
const MOST = 50;

type Props = { title: string; remarks: readonly string[]; warns?: boolean; testId: string };

export function ExportNotes({ title, remarks, warns = false, testId }: Props) {
  const [all, setAll] = useState(false);
  if (remarks.length === 0) return null;
  const shown = remarks.slice(0, all ? MOST : FEW);
  const more = remarks.length - shown.length;
  return (
    <section className={styles.remarks} aria-label={title} data-testid={testId}>
      <h2>
        {warns ? <CircleAlert size={14} aria-hidden="true" /> : null}
        {title}
        {warns && remarks.length > 1 ? <span>{remarks.length.toLocaleString("en")}</span> : null}
      </h2>
      <ul>
        {shown.map((remark, index) => (
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

/** Names and commands stand in backticks. */
function Remark({ text }: { text: string }) {
  const words = sentence(text);
  const parts = (/[.!?]$/.test(words) ? words : `${words}.`).split("`");
  // An odd backtick is one of the text itself.
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
