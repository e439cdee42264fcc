// Preference of the store, with a control for its kind: switch, number or choice.
import type { PreferenceView } from "../../backend";
import { Select } from "../../kit/field";
import { Switch } from "../../kit/switch";
import { NumberField } from "./number-field";
import { PreferenceRow } from "./preference-row";
import { strings } from "./strings";
import { useSetPreference } from "./use-set-preference";

type Props = { preference: PreferenceView; readOnly: boolean };

export function StoredPreference({ preference, readOnly }: Props) {
  const set = useSetPreference();
  const { key, label, description, isDefault } = preference;
  return (
    <PreferenceRow
      id={key}
      labels={controlId(key)}
      label={label}
      about={description}
      reset={isDefault || readOnly ? null : { label: strings.stored.reset(label), run: () => set(preference, null) }}
    >
      <Control preference={preference} disabled={readOnly} onSet={(value) => set(preference, value)} />
    </PreferenceRow>
  );
}

const controlId = (key: string): string => `${key}-control`;

type ControlProps = { preference: PreferenceView; disabled: boolean; onSet: (value: string) => void };

function Control({ preference, disabled, onSet }: ControlProps) {
  const { key, kind, value } = preference;
  const controlProps = { id: controlId(key), "aria-describedby": `${key}-about`, disabled };
  switch (kind.is) {
    case "switch":
      return <Switch on={value === "on"} onChange={(on) => onSet(on ? "on" : "off")} {...controlProps} />;
    case "choice":
      return (
        <Select always options={kind.choices} value={value} onChange={(event) => onSet(event.target.value)} {...controlProps} />
      );
    case "number":
      // The key remounts the field, so that a value changed elsewhere replaces the typed text.
      return <NumberField key={value} kind={kind} value={value} onSet={onSet} {...controlProps} />;
  }
}
