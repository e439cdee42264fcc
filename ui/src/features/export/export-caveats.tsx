// Caveats of this export before it is written, and of the target.
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./export-caveats.module.css";

const { caveats: text } = strings;

/** A few caveats are visible at first. The expanded list is limited too, so that it cannot outgrow the page. */
const INITIAL_COUNT = 3;
const MAX_COUNT = 50;

type Props = { title: string; caveats: readonly string[]; isWarning?: boolean; testId: string };

export function ExportCaveats({ title, caveats, isWarning = false, testId }: Props) {
  const [all, setAll] = useState(false);
  if (caveats.length === 0) return null;
  const visible = caveats.slice(0, all ? MAX_COUNT : INITIAL_COUNT);
  const more = caveats.length - visible.length;
  return (
    <section className={styles.caveats} aria-label={title} data-testid={testId}>
      <h2>
        {isWarning ? <CircleAlert size={14} aria-hidden="true" /> : null}
        {title}
        {isWarning && caveats.length > 1 ? <span>{caveats.length.toLocaleString("en")}</span> : null}
      </h2>
      <ul>
        {visible.map((caveat, index) => (
          <li key={index}>
            <Caveat text={caveat} />
          </li>
        ))}
        {more > 0 ? (
          <li>
            {all ? (
              text.more(more)
            ) : (
              <LinkButton onClick={() => setAll(true)}>{text.showMore(more)}</LinkButton>
            )}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** Renders names and commands in backticks as code. */
function Caveat({ text }: { text: string }) {
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
