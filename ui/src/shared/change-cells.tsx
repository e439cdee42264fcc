// Cells of a table of changes: subject, field, old value, new value.
import { ArrowRight } from "lucide-react";
import { VisuallyHidden } from "../kit/visually-hidden";
import { HINT_LABEL } from "./hints";
import { ServerText } from "./server-text";
import { strings } from "./strings";
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
  title: strings.changes.fields.title,
  description: strings.changes.fields.description,
  icon: strings.changes.fields.icon,
  "read-only": HINT_LABEL.readOnly,
  destructive: HINT_LABEL.destructive,
  idempotent: HINT_LABEL.idempotent,
  "open-world": HINT_LABEL.openWorld,
  approval: strings.changes.fields.approval,
  review: strings.changes.fields.review,
  comment: strings.changes.fields.comment,
  toolset: strings.changes.fields.toolset,
};

export function FieldName({ field }: { field: string }) {
  const parameter = /^parameter:(.*)$/s.exec(field)?.[1];
  const label = parameter === undefined ? (FIELD_LABEL[field] ?? field) : strings.changes.parameter(parameter);
  return <ServerText text={label} limit={1} />;
}

export function OldValue({ value }: { value: string | null }) {
  return <span className={styles.old}>{value === null ? strings.changes.notDecided : <ServerText text={value} limit={1} />}</span>;
}

export function NewValue({ value }: { value: string }) {
  return (
    <span className={styles.new}>
      <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
      <VisuallyHidden>{strings.changes.becomes}</VisuallyHidden>
      <ServerText text={value} limit={1} />
    </span>
  );
}
