// Configuration file of another client: its path, and each of its servers with exactly what would run.
import { CircleAlert, FileText } from "lucide-react";
import { useId } from "react";
import type { ImportEntry, ImportFile, StorageChoice } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { ImportStorage } from "./import-choices";
import { canAdd, keyOf } from "./import-choices";
import { RunPreview } from "./run-preview";
import { strings } from "./strings";
import styles from "./import-file-entries.module.css";

type Props = {
  file: ImportFile;
  selected: ReadonlySet<string>;
  onToggle: (key: string) => void;
  storage: ImportStorage;
  onStorage: (key: string, choice: StorageChoice) => void;
};

export function ImportFileEntries({ file, selected, onToggle, storage, onStorage }: Props) {
  const id = useId();
  return (
    <section className={styles.file} aria-labelledby={id} data-testid="import-file">
      <header className={styles.head}>
        <FileText size={14} aria-hidden="true" />
        <h3 id={id}>
          <ServerText text={file.clientName} />
        </h3>
        <code className={styles.path}>
          <ServerText text={file.path} />
        </code>
        <span className={styles.count}>{file.problem === null ? strings.import.servers(file.entries.length) : strings.import.skipped}</span>
      </header>
      {file.problem === null ? null : (
        <p className={styles.note} data-tone="error">
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <ServerText text={strings.import.skippedBecause(file.problem)} />
        </p>
      )}
      <ul>
        {file.entries.map((entry) => {
          const key = keyOf(file, entry);
          return (
            <li key={key} className={styles.entry} data-off={!canAdd(entry) || undefined}>
              <Checkbox checked={selected.has(key) && canAdd(entry)} disabled={!canAdd(entry)} onChange={() => onToggle(key)}>
                <span className={styles.name}>
                  <ServerText text={entry.name} />
                </span>
              </Checkbox>
              <Notes entry={entry} />
              {entry.preview ? (
                <div className={styles.preview}>
                  <RunPreview
                    preview={entry.preview}
                    storage={storage.get(key) ?? []}
                    onStorage={canAdd(entry) ? (choice) => onStorage(key, choice) : undefined}
                  />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Notes({ entry }: { entry: ImportEntry }) {
  return (
    <>
      {entry.known === null ? null : (
        <p className={styles.note}>
          {strings.import.knownAs} <ServerText text={entry.known} />
        </p>
      )}
      {entry.disabled ? <p className={styles.note}>{strings.import.disabled}</p> : null}
      {entry.problem === null ? null : (
        <p className={styles.note} data-tone="error">
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <ServerText text={sentence(entry.problem)} />
        </p>
      )}
      {entry.notes.map((note) => (
        <p key={note} className={styles.note}>
          <ServerText text={sentence(note)} />
        </p>
      ))}
    </>
  );
}
