// One preference of the store, drawn by its kind: a switch, a number, or one of several.
import type { PreferenceView } from "../../backend";
import { Select } from "../../kit/field";
import { Switch } from "../../kit/switch";
import { NumberField } from "./number-field";
import { PreferenceRow } from "./preference-row";
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
      reset={isDefault || readOnly ? null : { label: `Reset ${label}`, run: () => set(preference, null) }}
    >
      <Control preference={preference} disabled={readOnly} onSet={(value) => set(preference, value)} />
    </PreferenceRow>
  );
}

const controlId = (key: string): string => `${key}-control`;

type ControlProps = { preference: PreferenceView; disabled: boolean; onSet: (value: string) => void };

function Control({ preference, disabled, onSet }: ControlProps) {
  const { key, kind, value } = preference;
  const named = { id: controlId(key), "aria-describedby": `${key}-about`, disabled };
  switch (kind.is) {
    case "switch":
      return <Switch on={value === "on"} onChange={(on) => onSet(on ? "on" : "off")} {...named} />;
    case "choice":
      return (
        <Select always options={kind.choices} value={value} onChange={(event) => onSet(event.target.value)} {...named} />
      );
    case "number":
      // Another value from elsewhere replaces what is being typed.
      return <NumberField key={value} kind={kind} value={value} onSet={onSet} {...named} />;
  }
}
