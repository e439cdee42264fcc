// Configurations of other clients on this machine; the import includes the checked ones.
import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ImportFile } from "../backend";
import { secretsQuery } from "../backend/queries";
import { canAdd, fileId, likelyKeys } from "../features/servers/import-choices";
import { Button } from "../kit/button";
import { Checkbox } from "../kit/checkbox";
import { Kbd } from "../kit/kbd";
import { fileName } from "../shared/file-name";
import { ServerText } from "../shared/server-text";
import { useNavigation } from "../shared/navigation";
import { strings } from "./strings";
import styles from "./first-run.module.css";

const { foundConfigurations: text } = strings;

function contentSummary({ entries, problem }: ImportFile): string {
  if (problem !== null) return text.unreadable;
  return text.content(entries.length, entries.filter((entry) => entry.known !== null).length);
}

type Props = { files: readonly ImportFile[]; summary: string; readOnly: boolean };

export function FoundConfigurations({ files, summary, readOnly }: Props) {
  const open = useNavigation((state) => state.open);
  const secrets = useQuery(secretsQuery).data?.sentence;
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const chosen = files.filter((file) => file.entries.some(canAdd) && !unchecked.has(fileId(file)));
  const count = likelyKeys(chosen).size;
  const importButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) importButton.current?.focus();
  }, []);
  const toggle = (id: string) => {
    const next = new Set(unchecked);
    if (!next.delete(id)) next.add(id);
    setUnchecked(next);
  };
  return (
    <section className={styles.box}>
      <div className={styles.choice}>
        <Download size={20} strokeWidth={1.6} aria-hidden="true" />
        <div>
          <h2>{text.title}</h2>
          <p>
            <span role="status">{summary}</span> {secrets}
          </p>
        </div>
      </div>
      <ul aria-label={text.list}>
        {files.map((file) => {
          const id = fileId(file);
          const usable = file.entries.some(canAdd);
          return (
            <li key={id} className={styles.found} data-off={!usable || undefined}>
              <Checkbox
                className={styles.client}
                checked={usable && !unchecked.has(id)}
                disabled={!usable || readOnly}
                onChange={() => toggle(id)}
              >
                <FileText size={14} aria-hidden="true" />
                <b>
                  <ServerText text={file.clientName} />
                </b>
              </Checkbox>
              <code title={file.path}>
                <ServerText text={fileName(file.path)} limit={1} />
              </code>
              <span>{contentSummary(file)}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles.foot}>
        <p>{text.consent}</p>
        <Button look="quiet" disabled={readOnly} onClick={() => open({ kind: "addServer", tab: "client", from: [] })}>
          {text.chooseFile}
        </Button>
        <Button
          ref={importButton}
          look="primary"
          data-testid="import-found"
          disabled={readOnly || chosen.length === 0}
          onClick={() => open({ kind: "addServer", tab: "client", from: chosen.map(fileId) })}
        >
          {count > 0 ? text.importCount(count) : text.import} <Kbd>↵</Kbd>
        </Button>
      </div>
    </section>
  );
}
