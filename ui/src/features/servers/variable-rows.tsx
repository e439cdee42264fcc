// Rows of environment variables, headers or credentials. A stored secret is never shown again.
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Input } from "../../kit/field";
import type { VariableDraft } from "./server-draft";
import { newCredential, newVariable, renamed } from "./server-draft";
import { strings } from "./strings";
import { Suggestions } from "./suggestions";
import styles from "./variable-rows.module.css";

const text = strings.variableRows;

type Props = {
  title: string;
  note?: string;
  /** Noun for one row: variable, header or credential. */
  noun: string;
  placeholder: string;
  rows: readonly VariableDraft[];
  /** Every value is secret, so there is no choice. */
  secretOnly?: boolean;
  /** Names of rows that could be added. */
  suggested?: readonly string[];
  onChange: (rows: readonly VariableDraft[]) => void;
};

export function VariableRows({ title, note, noun, placeholder, rows, secretOnly = false, suggested = [], onChange }: Props) {
  const id = useId();
  const noteId = useId();
  /** Row whose name was suggested: only its value has to be typed. */
  const [named, setNamed] = useState<number | null>(null);
  const update = (row: VariableDraft) => onChange(rows.map((old) => (old.id === row.id ? row : old)));
  return (
    <div className={styles.rows} role="group" aria-labelledby={id} aria-describedby={note ? noteId : undefined}>
      <span id={id} className={styles.title}>
        {title}
      </span>
      {rows.map((row, index) => {
        const label = row.name || text.row(noun, index + 1);
        return (
          <div key={row.id} className={styles.row}>
            <Input
              mono
              className={styles.name}
              aria-label={text.name(noun, index + 1)}
              placeholder={placeholder}
              autoFocus={row.name === "" && !row.stored}
              readOnly={row.stored}
              value={row.name}
              onChange={(event) => update(renamed(row, event.target.value))}
            />
            <Input
              mono
              className={styles.value}
              type={row.secret ? "password" : "text"}
              autoComplete={row.secret ? "new-password" : "off"}
              aria-label={text.value(label)}
              autoFocus={row.id === named}
              placeholder={row.stored ? text.storedPlaceholder : text.valuePlaceholder}
              value={row.value}
              onChange={(event) => update({ ...row, value: event.target.value })}
            />
            {secretOnly ? null : (
              <Checkbox
                aria-label={text.isSecret(label)}
                checked={row.secret}
                disabled={row.stored && row.value === ""}
                onChange={(secret) => update({ ...row, secret, isUserChoice: true })}
              >
                {text.secret}
              </Checkbox>
            )}
            <IconButton label={text.remove(label)} onClick={() => onChange(rows.filter(({ id: of }) => of !== row.id))}>
              <X size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          </div>
        );
      })}
      <Button size="small" className={styles.add} onClick={() => onChange([...rows, secretOnly ? newCredential() : newVariable()])}>
        <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
        {text.add(noun)}
      </Button>
      <Suggestions
        title={strings.suggestions.credentials}
        values={suggested.filter((name) => rows.every((row) => row.name.trim() !== name))}
        labelOf={strings.suggestions.addCredential}
        onUse={(name) => {
          const row = newCredential({ name });
          setNamed(row.id);
          onChange([...rows, row]);
        }}
      />
      {note ? (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
