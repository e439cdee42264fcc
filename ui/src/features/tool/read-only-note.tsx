// Reason why the panel is read-only.
import { Lock } from "lucide-react";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./read-only-note.module.css";

export function ReadOnlyNote({ why }: { why: string }) {
  return (
    <p className={styles.note} data-testid="read-only-note">
      <Lock size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        {strings.panel.readOnly} <ServerText text={`${sentence(why)}.`} limit={2} />
      </span>
    </p>
  );
}
