// A whole number with its unit. Enter or leaving the field saves; what cannot be taken is refused with a word.
import type { KeyboardEvent } from "react";
import { useId, useState } from "react";
import type { PreferenceKind } from "../../backend";
import { Input } from "../../kit/field";
import { numberProblem } from "./labels";
import styles from "./preferences.module.css";

type Props = {
  kind: Extract<PreferenceKind, { is: "number" }>;
  value: string;
  onSet: (value: string) => void;
  disabled: boolean;
  id: string;
  "aria-describedby": string;
};

export function NumberField({ kind, value, onSet, ...named }: Props) {
  const problemId = useId();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    const found = numberProblem(typed, kind);
    setProblem(found);
    const wanted = String(Number(typed));
    if (found === null && wanted !== value) onSet(wanted);
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
        {...named}
        aria-describedby={problem ? `${problemId} ${named["aria-describedby"]}` : named["aria-describedby"]}
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
