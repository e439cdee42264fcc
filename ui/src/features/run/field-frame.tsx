// What stands around the input of a field: its name, what it is for, and what is wrong with it.
import type { ReactNode } from "react";
import { useId } from "react";
import type { Violation, FormField } from "../../backend";
import { ClampedText } from "../../shared/clamped-text";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { Value } from "./form-value";
import { useViolationsAt } from "./violations-context";
import { labelOf, pathWords, takesWords } from "./labels";
import styles from "./field.module.css";

export type FieldProps = {
  field: FormField;
  value: Value;
  /** The JSON pointer of the value. */
  pointer: string;
  onChange: (value: Value) => void;
  /** It belongs to a field that says all about it already: a variant. */
  inner?: boolean;
  /** It is there whatever is in it: an item, a variant that was chosen. */
  item?: boolean;
};

/** For the input: which label names it, and what describes it. */
export type Ties = { id: string; describedBy: string; invalid: boolean };

type Props = FieldProps & {
  /** Several inputs rather than one. */
  group?: boolean;
  /** Nothing else shows what is wrong within it. */
  deep?: boolean;
  after?: ReactNode;
  children: (ties: Ties) => ReactNode;
};

export function FieldFrame({ field, value, pointer, inner = false, item = false, group = false, deep = false, after, children }: Props) {
  const id = useId();
  const found = useViolationsAt(pointer, deep);
  const complaints = inner ? [] : found;
  const takes = takesWords(field.input);
  const label = <FieldLabel field={field} />;
  const tied = group ? { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-about` } : {};
  return (
    <div
      className={styles.field}
      data-testid={inner ? undefined : "run-field"}
      data-path={inner ? undefined : pointer}
      data-wanted={(field.required && value === null) || undefined}
      {...tied}
    >
      <div className={styles.head}>
        {group ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {item ? null : <JsonName field={field} />}
        {after}
      </div>
      <div id={`${id}-about`} className={styles.about}>
        {field.description ? <ClampedText text={field.description} /> : null}
        {takes === "" ? null : (
          <p>
            <ServerText text={clip(`Takes ${takes}`, 200)} />
          </p>
        )}
        <ViolationLines complaints={complaints} pointer={pointer} />
      </div>
      {children({ id, describedBy: `${id}-about`, invalid: complaints.length > 0 })}
    </div>
  );
}

export function FieldLabel({ field }: { field: FormField }) {
  return (
    <>
      <ServerText className={styles.label} text={clip(labelOf(field), 120)} limit={4} />{" "}
      {field.required ? <span className={styles.required}>required</span> : null}
    </>
  );
}

/** What the JSON calls it, where people read something else. */
function JsonName({ field: { label, name } }: { field: FormField }) {
  if (label === "" || label === name || name === "") return null;
  return (
    <code className={styles.name}>
      <ServerText text={clip(name, 60)} limit={2} />
    </code>
  );
}

/** More than these stand in the summary. */
const MOST = 5;

export function ViolationLines({ complaints, pointer }: { complaints: readonly Violation[]; pointer: string }) {
  return complaints.slice(0, MOST).map(({ path, message }, index) => {
    const where = pathWords(path.slice(pointer.length));
    return (
      <p key={`${path} ${index}`} className={styles.complaint} data-testid="run-complaint">
        <ServerText text={clip(where === "" ? sentence(message) : `${where}: ${message}`, 400)} limit={4} />
      </p>
    );
  });
}
