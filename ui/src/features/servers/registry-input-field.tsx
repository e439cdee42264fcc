// Field for an input of an install option.
import type { OptionInputView } from "../../backend";
import { Input, Labelled, Select } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";

type Props = { input: OptionInputView; value: string; onChange: (value: string) => void };

export function RegistryInputField({ input, value, onChange }: Props) {
  const { name, description, secret, required, choices } = input;
  return (
    <Labelled
      label={
        <>
          <ServerText text={name} />
          {required ? null : strings.registry.optional}
        </>
      }
      note={
        description || secret ? (
          <>
            <ServerText text={description} />
            {secret ? strings.registry.secretInput : null}
          </>
        ) : null
      }
    >
      {(id) =>
        choices.length > 0 ? (
          <Select
            id={id}
            value={value}
            options={choices.map((choice) => ({ value: choice, label: asPlainString(choice) }))}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            id={id}
            mono
            type={secret ? "password" : "text"}
            autoComplete={secret ? "new-password" : "off"}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Labelled>
  );
}
