// Fields with one input: text, number, boolean, choice.
import { Input, Select } from "../../kit/field";
import { Segmented } from "../../kit/segmented";
import { TextArea } from "../../kit/text-area";
import { LinkButton } from "../../kit/button";
import { asPlainString } from "../../shared/hidden-characters";
import type { FieldInput } from "../../backend";
import type { FieldProps, Ties } from "./field-frame";
import { FieldFrame } from "./field-frame";
import { FORMAT_EXAMPLES, fieldLabel, strings } from "./strings";
import styles from "./field.module.css";

const text = strings.field;

type Of<K extends FieldInput["kind"]> = FieldProps & { input: Extract<FieldInput, { kind: K }> };

const tiesOf = ({ id, describedBy, invalid }: Ties) => ({ id, "aria-describedby": describedBy, "aria-invalid": invalid || undefined });

/** Placeholder: a default that is not filled in, as a hint of what the server accepts. */
const placeholderOf = (defaultValue: string | null): string | undefined =>
  defaultValue === null ? undefined : asPlainString(defaultValue.slice(0, 80));

export function TextField({ input, ...props }: Of<"text">) {
  const { field, value, onChange } = props;
  const current = value?.is === "text" ? value.text : "";
  const placeholder = placeholderOf(field.default) ?? FORMAT_EXAMPLES[input.format];
  const isEmptyText = value?.is === "text" && current === "";
  // A single-line input would show only the first line and drop the others.
  const isLong = input.format === "multiline" || /[\r\n]/.test(current);
  const type = (typed: string) => onChange(typed === "" ? null : { is: "text", text: typed });
  return (
    <FieldFrame {...props} after={isEmptyText ? <NotSent note={text.emptyText} onChange={onChange} /> : null}>
      {(ties) => {
        const common = { ...tiesOf(ties), placeholder, required: field.required, value: current };
        return isLong ? (
          <TextArea className={styles.area} {...common} onChange={(event) => type(event.target.value)} />
        ) : (
          <Input
            type={input.format === "password" ? "password" : "text"}
            {...common}
            onChange={(event) => type(event.target.value)}
          />
        );
      }}
    </FieldFrame>
  );
}

export function NotSent({ note, onChange }: { note: string; onChange: FieldProps["onChange"] }) {
  return (
    <span className={styles.after}>
      {note} <LinkButton onClick={() => onChange(null)}>{text.doNotSend}</LinkButton>
    </span>
  );
}

/** Text input that keeps the typed text: a JavaScript number would be rounded. */
export function NumberField(props: FieldProps) {
  const { field, value, onChange } = props;
  return (
    <FieldFrame {...props}>
      {(ties) => (
        <Input
          mono
          inputMode="decimal"
          {...tiesOf(ties)}
          required={field.required}
          placeholder={placeholderOf(field.default)}
          value={value?.is === "number" ? value.text : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : { is: "number", text: target.value })}
        />
      )}
    </FieldFrame>
  );
}

const BOOLEANS = [
  { value: "true", label: text.true },
  { value: "false", label: text.false },
] as const;
const OPTIONAL_BOOLEANS = [{ value: "none", label: text.notSent }, ...BOOLEANS] as const;

export function ToggleField(props: FieldProps) {
  const { field, value, onChange } = props;
  const chosen = value?.is === "toggle" ? (value.on ? "true" : "false") : field.required ? null : "none";
  return (
    <FieldFrame {...props} group>
      {({ describedBy }) => (
        <Segmented
          label={asPlainString(fieldLabel(field))}
          describedBy={describedBy}
          value={chosen}
          segments={field.required ? BOOLEANS : OPTIONAL_BOOLEANS}
          onChange={(next) => onChange(next === "none" ? null : { is: "toggle", on: next === "true" })}
        />
      )}
    </FieldFrame>
  );
}

export function ChoiceField({ input, ...props }: Of<"choice">) {
  const { field, value, onChange } = props;
  const options = input.options.map(({ label }, index) => ({ value: String(index), label: asPlainString(label.slice(0, 200)) }));
  return (
    <FieldFrame {...props}>
      {(ties) => (
        <Select
          {...tiesOf(ties)}
          required={field.required}
          options={options}
          value={value?.is === "choice" ? String(value.option) : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : { is: "choice", option: Number(target.value) })}
        />
      )}
    </FieldFrame>
  );
}
