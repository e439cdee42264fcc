// Frame around the input of a field: label, description and violations.
import type { ReactNode } from "react";
import { useId } from "react";
import type { Violation, FormField } from "../../backend";
import { ClampedText } from "../../shared/clamped-text";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { Value } from "./form-value";
import { useViolationsAt } from "./violations-context";
import { fieldLabel, formatAcceptedInput, formatPath, strings } from "./strings";
import styles from "./field.module.css";

export type FieldProps = {
  field: FormField;
  value: Value;
  /** JSON pointer of the value. */
  pointer: string;
  onChange: (value: Value) => void;
  /** Content of a variant: the enclosing field shows the violations. */
  inner?: boolean;
  /** Present whatever its value: a list item or the chosen variant. */
  item?: boolean;
};

/** Attributes that connect the input with its label and description. */
export type Ties = { id: string; describedBy: string; invalid: boolean };

type Props = FieldProps & {
  /** The field has several inputs. */
  group?: boolean;
  /** Also shows violations of nested values, because no nested field does. */
  deep?: boolean;
  after?: ReactNode;
  children: (ties: Ties) => ReactNode;
};

export function FieldFrame({ field, value, pointer, inner = false, item = false, group = false, deep = false, after, children }: Props) {
  const id = useId();
  const found = useViolationsAt(pointer, deep);
  const violations = inner ? [] : found;
  const acceptedInput = formatAcceptedInput(field.input);
  const label = <FieldLabel field={field} />;
  const groupProps = group ? { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-about` } : {};
  return (
    <div
      className={styles.field}
      data-testid={inner ? undefined : "run-field"}
      data-path={inner ? undefined : pointer}
      data-wanted={(field.required && value === null) || undefined}
      {...groupProps}
    >
      <div className={styles.head}>
        {group ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {item ? null : <JsonName field={field} />}
        {after}
      </div>
      <div id={`${id}-about`} className={styles.about}>
        {field.description ? <ClampedText text={field.description} /> : null}
        {acceptedInput === "" ? null : (
          <p>
            <ServerText text={clip(strings.field.expects(acceptedInput), 200)} />
          </p>
        )}
        <ViolationLines violations={violations} pointer={pointer} />
      </div>
      {children({ id, describedBy: `${id}-about`, invalid: violations.length > 0 })}
    </div>
  );
}

export function FieldLabel({ field }: { field: FormField }) {
  return (
    <>
      <ServerText className={styles.label} text={clip(fieldLabel(field), 120)} limit={4} />{" "}
      {field.required ? <span className={styles.required}>{strings.field.required}</span> : null}
    </>
  );
}

/** JSON name of the field, if the label differs. */
function JsonName({ field: { label, name } }: { field: FormField }) {
  if (label === "" || label === name || name === "") return null;
  return (
    <code className={styles.name}>
      <ServerText text={clip(name, 60)} limit={2} />
    </code>
  );
}

/** Maximum number of messages per field; the summary lists more. */
const MAX_MESSAGES = 5;

export function ViolationLines({ violations, pointer }: { violations: readonly Violation[]; pointer: string }) {
  return violations.slice(0, MAX_MESSAGES).map(({ path, message }, index) => {
    const where = formatPath(path.slice(pointer.length));
    return (
      <p key={`${path} ${index}`} className={styles.violation} data-testid="run-complaint">
        <ServerText text={clip(where === "" ? sentence(message) : `${where}: ${message}`, 400)} limit={4} />
      </p>
    );
  });
}
