// Nested fields: an object, collapsed while it is optional and empty, and one of several variants.
import { useState } from "react";
import { ChevronRight } from "lucide-react";
import type { FormField, FieldInput } from "../../backend";
import { Select } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import type { FieldProps } from "./field-frame";
import { ViolationLines, FieldFrame, FieldLabel } from "./field-frame";
import { FieldRow } from "./field-row";
import type { Extra, ObjectValue } from "./form-value";
import { EMPTY_OBJECT, within, withMember } from "./form-value";
import { useViolationsAt } from "./violations-context";
import { usePages } from "./many-fields";
import { NotSent } from "./plain-fields";
import { startOfChosen } from "./start-value";
import { unquoted } from "../../shared/json-text";
import { fieldLabel, strings } from "./strings";
import styles from "./field.module.css";

const text = strings.field;

type Of<K extends FieldInput["kind"]> = FieldProps & { input: Extract<FieldInput, { kind: K }> };

/** Objects below this depth start collapsed, so that a recursive form is rendered only as far as the user expands it. */
const MAX_EXPANDED_DEPTH = 4;

type MembersProps = { fields: readonly FormField[]; value: ObjectValue; pointer: string; onChange: (value: ObjectValue) => void };

export function Members({ fields, value, pointer, onChange }: MembersProps) {
  const { visible, more } = usePages(fields.length);
  return (
    <>
      {fields.slice(0, visible).map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={value.members.get(field.name) ?? null}
          pointer={within(pointer, field.name)}
          onChange={(changed) => onChange(withMember(value, field.name, changed))}
        />
      ))}
      {more}
      <Extras more={value.more} />
    </>
  );
}

/** Maximum of listed names. */
const MAX_NAMES = 10;

/** Members without a form field; only the JSON view shows their values. */
function Extras({ more }: { more: readonly Extra[] }) {
  if (more.length === 0) return null;
  const names = more.slice(0, MAX_NAMES).map(({ key }) => unquoted(key)).join(", ");
  return (
    <p className={styles.extras} data-testid="run-extras">
      {text.extras} <ServerText text={clip(names, 200)} limit={4} />
      {more.length > MAX_NAMES ? text.moreExtras(more.length - MAX_NAMES) : ""}
    </p>
  );
}

const depthOf = (pointer: string): number => pointer.split("/").length - 1;

export function ObjectField({ input, ...props }: Of<"object">) {
  const { field, value, pointer, onChange, inner = false, item = false } = props;
  const [open, setOpen] = useState((field.required || item || value !== null) && depthOf(pointer) <= MAX_EXPANDED_DEPTH);
  const found = useViolationsAt(pointer, !open);
  const object = value?.is === "object" ? value : EMPTY_OBJECT;
  const clears = value !== null && !field.required && !item && !inner;
  return (
    <div className={styles.field} data-testid={inner ? undefined : "run-field"} data-path={inner ? undefined : pointer} role="group" aria-label={asPlainString(fieldLabel(field))}>
      <div className={styles.head}>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={12} strokeWidth={2.25} aria-hidden="true" />
          <FieldLabel field={field} />
        </button>
        {clears ? <NotSent note={object.given ? text.sent : ""} onChange={onChange} /> : null}
      </div>
      <div className={styles.about}>
        {field.description ? (
          <p>
            <ServerText text={clip(field.description, 300)} limit={4} />
          </p>
        ) : null}
        {inner ? null : <ViolationLines violations={found} pointer={pointer} />}
      </div>
      {open ? (
        <div className={styles.inside}>
          {input.fields.length === 0 ? <p className={styles.about}>{text.onlyJson}</p> : null}
          <Members fields={input.fields} value={object} pointer={pointer} onChange={onChange} />
        </div>
      ) : null}
    </div>
  );
}

export function VariantsField({ input, ...props }: Of<"variants">) {
  const { value, pointer, onChange } = props;
  const at = value?.is === "variant" ? value.at : null;
  const variant = at === null ? undefined : input.variants[at];
  const choose = (index: number) => {
    const chosen = input.variants[index];
    onChange(chosen ? { is: "variant", at: index, value: startOfChosen(chosen) } : null);
  };
  const options = input.variants.map((one, index) => ({ value: String(index), label: asPlainString(fieldLabel(one).slice(0, 120)) || `${index + 1}` }));
  return (
    <FieldFrame {...props}>
      {({ id, describedBy, invalid }) => (
        <>
          <Select
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            options={options}
            value={at === null ? "" : String(at)}
            onChange={({ target }) => choose(target.value === "" ? -1 : Number(target.value))}
          />
          {variant && value?.is === "variant" ? (
            <div className={styles.inside}>
              <FieldRow
                key={at}
                inner
                item
                field={variant}
                value={value.value}
                pointer={pointer}
                onChange={(changed) => onChange({ ...value, value: changed })}
              />
            </div>
          ) : null}
        </>
      )}
    </FieldFrame>
  );
}
