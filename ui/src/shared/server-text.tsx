// The only way a string from a server reaches the page: as isolated text, hidden characters shown as codes.
import { cutLine, isPlain, onOneLine, splitHidden } from "./hidden-characters";
import styles from "./server-text.module.css";

type Props = {
  text: string;
  className?: string | undefined;
  /** Keeps line breaks and tabs, and is drawn whole: for what is agreed to, and for what is cut already. */
  multiline?: boolean;
  /** How many codes are drawn apart; the rest are written into the text. */
  limit?: number;
  id?: string;
  role?: string;
};

export function ServerText({ text, className, multiline = false, limit = 40, id, role }: Props) {
  const shown = multiline ? text : cutLine(onOneLine(text));
  const classes = multiline ? `${styles.multiline} ${className ?? ""}` : className;
  if (isPlain(shown)) {
    return (
      <bdi className={classes} id={id} role={role}>
        {shown}
      </bdi>
    );
  }
  return (
    <bdi className={classes} id={id} role={role}>
      {splitHidden(shown, limit).map((part, index) =>
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
