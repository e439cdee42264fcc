// Path field with a button that opens a file dialog.
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../kit/button";
import { Input, Labelled } from "../kit/field";
import { notifyError } from "./notify";
import { strings } from "./strings";
import styles from "./path-field.module.css";

type Props = {
  label: string;
  note?: ReactNode;
  placeholder?: string;
  value: string;
  testId?: string;
  onChange: (path: string) => void;
  onChosen?: (path: string) => void;
  onBlur?: () => void;
  choose: () => Promise<string | null>;
};

export function PathField({ label, note, placeholder, value, testId, onChange, onChosen = onChange, onBlur, choose }: Props) {
  const choosing = useMutation({
    mutationFn: choose,
    onSuccess: (path) => path !== null && onChosen(path),
    onError: notifyError,
  });
  return (
    <Labelled label={label} note={note}>
      {(id) => (
        <div className={styles.path}>
          <Input
            id={id}
            mono
            className={styles.field}
            data-testid={testId}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          <Button disabled={choosing.isPending} onClick={() => choosing.mutate()}>
            {strings.file.choose}
          </Button>
        </div>
      )}
    </Labelled>
  );
}
