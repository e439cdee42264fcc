// Field for an integer with its unit. Enter or blur saves; an invalid value shows an error message instead.
import type { KeyboardEvent } from "react";
import { useId, useState } from "react";
import type { PreferenceKind } from "../../backend";
import { Input } from "../../kit/field";
import { strings } from "./strings";
import styles from "./preferences.module.css";

type NumberKind = Extract<PreferenceKind, { is: "number" }>;

type Props = {
  kind: NumberKind;
  value: string;
  onSet: (value: string) => void;
  disabled: boolean;
  id: string;
  "aria-describedby": string;
};

/** Reason why the text is not a valid number, or null. */
function numberProblem(typed: string, { min, max }: NumberKind): string | null {
  const value = Number(typed);
  const isValid = /^[+-]?\d+$/.test(typed.trim()) && value >= min && value <= max;
  return isValid ? null : strings.stored.invalidNumber(min, max);
}

export function NumberField({ kind, value, onSet, ...inputProps }: Props) {
  const problemId = useId();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    const found = numberProblem(typed, kind);
    setProblem(found);
    const normalized = String(Number(typed));
    if (found === null && normalized !== value) onSet(normalized);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape") return;
    setTyped(value);
    setProblem(null);
  };
  return (
    <div className={styles.number}>
      <Input
        {...inputProps}
        aria-describedby={problem ? `${problemId} ${inputProps["aria-describedby"]}` : inputProps["aria-describedby"]}
        aria-invalid={problem !== null || undefined}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        after={kind.unit ? <span className={styles.unit}>{kind.unit}</span> : null}
      />
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
