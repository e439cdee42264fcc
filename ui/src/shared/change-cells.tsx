// Cells of a table of changes: subject, field, old value, new value.
import { ArrowRight } from "lucide-react";
import { VisuallyHidden } from "../kit/visually-hidden";
import { HINT_LABEL } from "./hints";
import { ServerText } from "./server-text";
import styles from "./change-cells.module.css";

/** Tool name, or the selector of a rule. */
export function Subject({ text }: { text: string }) {
  return (
    <code>
      <ServerText text={text} limit={1} />
    </code>
  );
}

/** Labels by field name; the backend uses the field names of the command line. */
const FIELD_LABEL: Record<string, string> = {
  title: "Title",
  "read-only": HINT_LABEL.readOnly,
  destructive: HINT_LABEL.destructive,
  idempotent: HINT_LABEL.idempotent,
  "open-world": HINT_LABEL.openWorld,
  review: "Review",
  comment: "Comment",
  toolset: "Toolset",
};

export function FieldName({ field }: { field: string }) {
  const parameter = /^parameter:(.*)$/s.exec(field)?.[1];
  return <ServerText text={parameter === undefined ? (FIELD_LABEL[field] ?? field) : `Parameter ${parameter}`} limit={1} />;
}

export function OldValue({ value }: { value: string | null }) {
  return <span className={styles.old}>{value === null ? "not decided" : <ServerText text={value} limit={1} />}</span>;
}

export function NewValue({ value }: { value: string }) {
  return (
    <span className={styles.new}>
      <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
      <VisuallyHidden>becomes </VisuallyHidden>
      <ServerText text={value} limit={1} />
    </span>
  );
}
