// Import of servers from other clients: every entry with its exact command; only selected entries are added.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSearch, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { ImportFile, ImportReport } from "../../backend";
import { backend } from "../../backend";
import { importsQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { EmptyState } from "../../shared/empty-state";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { ErrorCallout } from "./agreement-pane";
import type { ImportStorage } from "./import-choices";
import { fileId, likelyKeys, offersOf } from "./import-choices";
import { ImportFileEntries } from "./import-file-entries";
import { SecretNotice } from "./secret-notice";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import { withChoice } from "./value-storage";
import { FailedState } from "../../shared/failed-state";
import styles from "./import-pane.module.css";

type Props = {
  onClose: () => void;
  /** Ids of the configurations whose entries are initially selected; none: all. */
  from?: readonly string[] | undefined;
};

export function ImportPane({ onClose, from }: Props) {
  const found = useQuery(importsQuery);
  const [others, setOthers] = useState<readonly ImportFile[]>([]);
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null);
  const [storage, setStorage] = useState<ImportStorage>(new Map());
  const [report, setReport] = useState<ImportReport | null>(null);
  const client = useQueryClient();
  const actions = useServerActions();
  const files = [...others, ...(found.data ?? []).filter((f) => others.every((o) => o.path !== f.path || o.client !== f.client))];
  // Until the user changes the selection, the likely entries are selected.
  const selected = selection ?? likelyKeys(from ? files.filter((file) => others.includes(file) || from.includes(fileId(file))) : files);
  const chosen = offersOf(files, storage).filter(({ key }) => selected.has(key));

  const choose = useMutation({
    mutationFn: async () => {
      const path = await backend.chooseFile();
      if (path === null) return null;
      const taken = files.filter((file) => file.path !== path).flatMap((file) => file.entries.map(({ name }) => name));
      return backend.readImport({ path, client: null, taken });
    },
    onSuccess: (file) => {
      if (!file) return;
      setOthers((old) => [file, ...old.filter((o) => o.path !== file.path)]);
      if (selection) setSelection(new Set([...selection, ...likelyKeys([file])]));
    },
  });
  const add = useMutation({
    mutationFn: () => backend.importServers({ choices: chosen.map(({ choice }) => choice) }),
    onSuccess: (done) => {
      void actions.scanNew(done.added.map((server) => server.name));
      if (done.problems.length === 0) return onClose();
      setReport(done);
      setSelection(new Set());
      setOthers([]);
      void client.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
  });
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelection(next);
  };
  return (
    <DialogPane
      foot={
        <>
          <Button disabled={choose.isPending} onClick={() => choose.mutate()}>
            {strings.import.chooseFile}
          </Button>
          <span data-spacer />
          <Button onClick={onClose}>{report ? strings.import.close : strings.import.cancel}</Button>
          <Button
            look="primary"
            data-testid="import-servers"
            disabled={chosen.length === 0 || add.isPending}
            onClick={() => add.mutate()}
          >
            {strings.import.add(chosen.length)}
          </Button>
        </>
      }
    >
      {report ? <Problems report={report} /> : null}
      <ErrorCallout error={add.error ?? choose.error} />
      {files.length > 0 ? (
        <>
          <div className={styles.secrets}>
            <SecretNotice />
          </div>
          {files.map((file) => (
            <ImportFileEntries
              key={`${file.client} ${file.path}`}
              file={file}
              selected={selected}
              onToggle={toggle}
              storage={storage}
              onStorage={(key, choice) =>
                setStorage((old) => new Map(old).set(key, withChoice(old.get(key) ?? [], choice)))
              }
            />
          ))}
        </>
      ) : found.error ? (
        <FailedState title={strings.import.failed} error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <EmptyState icon={LoaderCircle} title={strings.import.searchingTitle}>
          <p>{strings.import.searching}</p>
        </EmptyState>
      ) : (
        <EmptyState icon={FileSearch} title={strings.import.emptyTitle}>
          <p>{strings.import.empty}</p>
        </EmptyState>
      )}
    </DialogPane>
  );
}

function Problems({ report }: { report: ImportReport }) {
  return (
    <Callout tone="error">
      <p>{strings.import.problems(report.added.length, report.problems.length)}</p>
      <ul>
        {report.problems.map(({ name, message, hint }) => (
          <li key={name}>
            <ServerText text={`${name}: ${sentence(message)}. ${hint}`} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
