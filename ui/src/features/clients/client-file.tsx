// Configuration file of a client: its path, and its servers with the way in which the client reaches them.
import { CircleAlert, FileText } from "lucide-react";
import { useId } from "react";
import type { ClientEntryView, ClientFileView } from "../../backend";
import { Button } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { strings as text } from "./strings";
import styles from "./client-file.module.css";

type Props = { file: ClientFileView; onSelect: (entry: ClientEntryView) => void };

export function ClientFile({ file, onSelect }: Props) {
  const id = useId();
  return (
    <section className={styles.file} aria-labelledby={id} data-testid="client-file">
      <header className={styles.head}>
        <FileText size={14} aria-hidden="true" />
        <h3 id={id}>
          <ServerText text={file.clientName} />
        </h3>
        <code className={styles.path}>
          <ServerText text={file.path} />
        </code>
        <span className={styles.count}>{text.servers(file.entries.length)}</span>
      </header>
      {file.project === null ? null : (
        <p className={styles.note}>
          {text.project} <ServerText text={file.project} />
        </p>
      )}
      {file.linkTarget === null ? null : (
        <p className={styles.note}>
          {text.linkTo} <ServerText text={file.linkTarget} />
        </p>
      )}
      {file.problem === null ? null : <Problem message={`${text.unreadable} ${file.problem}`} />}
      <ul>
        {file.entries.map((entry) => (
          <li key={entry.server} className={styles.entry}>
            <Entry client={file.clientName} entry={entry} onSelect={() => onSelect(entry)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ client, entry, onSelect }: { client: string; entry: ClientEntryView; onSelect: () => void }) {
  const { server, installed, problem, hint } = entry;
  const label = installed ? text.removeFor : text.installFor;
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>
          <ServerText text={server} />
        </span>
        <span className={styles.state} data-installed={installed || undefined}>
          {installed ? text.installed : text.direct}
        </span>
        <Button size="small" disabled={problem !== null} aria-label={label(asPlainString(server), client)} onClick={onSelect}>
          {installed ? text.remove : text.install}
        </Button>
      </div>
      {problem === null ? null : <Problem message={`${sentence(problem)}. ${hint ?? ""}`.trim()} />}
    </>
  );
}

const Problem = ({ message }: { message: string }) => (
  <p className={styles.note} data-tone="error">
    <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
    <ServerText text={message} />
  </p>
);
