// Dialog that puts Hintsmith in front of the servers of a client: list of files, preview of a change, undo.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle, MonitorX } from "lucide-react";
import { useState } from "react";
import type { ClientEntryView, ClientFileView, InstallInput, InstallReport } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog, DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { FailedState } from "../../shared/failed-state";
import { ServerText } from "../../shared/server-text";
import { ClientFile } from "./client-file";
import { InstallPreviewPane } from "./install-preview";
import { strings as text } from "./strings";
import { CLIENT_FILES, useClientFiles } from "./use-client-files";
import styles from "./connect-client-dialog.module.css";

type Change = { input: InstallInput; clientName: string };
type Done = Change & { report: InstallReport };

const changeOf = (file: ClientFileView, entry: ClientEntryView): Change => ({
  clientName: file.clientName,
  input: {
    client: file.client,
    server: entry.server,
    project: file.project,
    file: file.path,
    // The preview names the file that the link points to before it is changed.
    follow: file.linkTarget !== null,
    undo: entry.installed,
  },
});

const reversed = ({ input, clientName }: Change): Change => ({ clientName, input: { ...input, undo: !input.undo } });

export function ConnectClientDialog({ onClose }: { onClose: () => void }) {
  const [project, setProject] = useState<string | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const found = useClientFiles(project);
  const client = useQueryClient();
  const finish = (next: Done | null) => {
    setDone(next);
    setChange(null);
    void client.invalidateQueries({ queryKey: [CLIENT_FILES] });
  };
  const write = useMutation({
    mutationFn: async ({ seen, ...written }: Change & { seen: string }) => ({
      ...written,
      report: await backend.install({ input: written.input, seen }),
    }),
    onSuccess: finish,
  });
  const undo = useMutation({
    mutationFn: async (last: Done) => {
      const { input } = reversed(last);
      const { seen } = await backend.previewInstall(input);
      await backend.install({ input, seen });
    },
    onSuccess: () => finish(null),
  });
  const openProject = useMutation({
    mutationFn: () => backend.chooseFolder(),
    onSuccess: (folder) => {
      if (folder !== null) setProject(folder);
    },
  });
  const failure = undo.error ?? openProject.error;
  const list = (
    <DialogPane
      foot={
        <>
          <Button disabled={openProject.isPending} onClick={() => openProject.mutate()}>
            {text.openProject}
          </Button>
          <span data-spacer />
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <div role="status">
        {done ? (
          <div className={styles.done} data-testid="client-file-changed">
            <span>
              {text.done.changed} <ServerText text={done.report.path} />.{" "}
              {done.report.kept === null ? null : (
                <>
                  {text.done.kept} <ServerText text={done.report.kept} />.{" "}
                </>
              )}
              {text.done.restart(done.clientName)}
            </span>
            <Button size="small" disabled={undo.isPending} onClick={() => undo.mutate(done)}>
              {text.done.undo}
            </Button>
          </div>
        ) : null}
      </div>
      {failure ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(failure))} />
        </Callout>
      ) : null}
      {found.files.length > 0 ? (
        found.files.map((file) => (
          <ClientFile
            key={`${file.client} ${file.path} ${file.project}`}
            file={file}
            onSelect={(entry) => {
              write.reset();
              undo.reset();
              setChange(changeOf(file, entry));
            }}
          />
        ))
      ) : found.error ? (
        <FailedState title={text.failed} error={found.error} onRetry={found.refetch} />
      ) : found.isPending ? (
        <EmptyState icon={LoaderCircle} title={text.loading}>
          <p>{text.loadingAbout}</p>
        </EmptyState>
      ) : (
        <EmptyState icon={MonitorX} title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      )}
    </DialogPane>
  );
  return (
    <Dialog wide panes title={text.title} about={text.about} onClose={onClose} testId="connect-client" holds={() => write.isPending}>
      {change ? (
        <InstallPreviewPane
          input={change.input}
          clientName={change.clientName}
          isWriting={write.isPending}
          writeError={write.error}
          onWrite={(seen) => write.mutate({ ...change, seen })}
          onBack={() => setChange(null)}
        />
      ) : (
        list
      )}
    </Dialog>
  );
}
