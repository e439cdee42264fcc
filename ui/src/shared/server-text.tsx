// ServerText, the only component that renders strings from a server: bidi-isolated text with hidden characters as codes.
import { cutLine, isPlain, onOneLine, splitHidden } from "./hidden-characters";
import styles from "./server-text.module.css";

type Props = {
  text: string;
  className?: string | undefined;
  /** Keeps line breaks and tabs, without truncation: for texts that the user approves, and for texts that are already cut. */
  multiline?: boolean;
  /** Maximum number of codes with their own element; the others are inserted into the text. */
  limit?: number;
  id?: string;
  role?: string;
};

export function ServerText({ text, className, multiline = false, limit = 40, id, role }: Props) {
  const content = multiline ? text : cutLine(onOneLine(text));
  const classes = multiline ? `${styles.multiline} ${className ?? ""}` : className;
  if (isPlain(content)) {
    return (
      <bdi className={classes} id={id} role={role}>
        {content}
      </bdi>
    );
  }
  return (
    <bdi className={classes} id={id} role={role}>
      {splitHidden(content, limit).map((part, index) =>
        part.kind === "text" ? (
          part.text
        ) : (
          <span key={index} className={styles.code}>
            {part.times > 1 ? `${part.code} ×${part.times}` : part.code}
          </span>
        ),
      )}
    </bdi>
  );
}
