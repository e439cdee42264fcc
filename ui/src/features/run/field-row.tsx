// Form field by input kind, or as JSON if the kind of its value differs.
import { LinkButton } from "../../kit/button";
import { TextArea } from "../../kit/text-area";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import type { FieldProps } from "./field-frame";
import { FieldFrame } from "./field-frame";
import { ChoicesField, ListField } from "./many-fields";
import { ObjectField, VariantsField } from "./object-field";
import { ChoiceField, NumberField, TextField, ToggleField } from "./plain-fields";
import { strings } from "./strings";
import styles from "./field.module.css";

const text = strings.field;

export function FieldRow(props: FieldProps) {
  const { field, value } = props;
  const { input } = field;
  if (value?.is === "json" || input.kind === "json") return <JsonField {...props} />;
  switch (input.kind) {
    case "text":
      return <TextField {...props} input={input} />;
    case "number":
      return <NumberField {...props} />;
    case "toggle":
      return <ToggleField {...props} />;
    case "choice":
      return <ChoiceField {...props} input={input} />;
    case "choices":
      return <ChoicesField {...props} input={input} />;
    case "object":
      return <ObjectField {...props} input={input} />;
    case "list":
      return <ListField {...props} input={input} />;
    case "variants":
      return <VariantsField {...props} input={input} />;
  }
}

function JsonField(props: FieldProps) {
  const { field, value, onChange } = props;
  const why = field.input.kind === "json" ? field.input.why : null;
  const type = (json: string) => onChange(json === "" && why !== null ? null : { is: "json", text: json });
  return (
    <FieldFrame {...props} deep after={why === null ? <LinkButton onClick={() => onChange(null)}>{text.useForm}</LinkButton> : null}>
      {({ id, describedBy, invalid }) => (
        <>
          <p className={styles.why} id={`${id}-why`}>
            {why === null ? text.otherType : <ServerText text={clip(text.asJson(why), 200)} />}
          </p>
          <TextArea
            id={id}
            className={`${styles.area} ${styles.json}`}
            aria-describedby={`${describedBy} ${id}-why`}
            aria-invalid={invalid || undefined}
            value={value?.is === "json" ? value.text : ""}
            onChange={(event) => type(event.target.value)}
          />
        </>
      )}
    </FieldFrame>
  );
}
