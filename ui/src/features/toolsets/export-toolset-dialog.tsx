// Export of a toolset: preview of the file with warnings about what the format cannot express; then copy or write.
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ToolsetFile, ToolsetFormat } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { Dialog } from "../../kit/dialog";
import { Segmented } from "../../kit/segmented";
import { Callout } from "../../shared/callout";
import { CodeLines, plainLines } from "../../shared/code-lines";
import { errorMessage, sentence } from "../../shared/error-message";
import { fileName } from "../../shared/file-name";
import { asPlainString } from "../../shared/hidden-characters";
import { notifyDone, notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { toolsetFileQuery } from "./queries";
import { strings } from "./strings";
import styles from "./export-toolset-dialog.module.css";

const text = strings.exportDialog;

const FORMATS = [
  { value: "hypertool", label: text.formats.hypertool },
  { value: "markdown", label: text.formats.markdown },
] as const;

export function ExportToolsetDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [format, setFormat] = useState<ToolsetFormat>("hypertool");
  const { data, error, isPlaceholderData } = useQuery({ ...toolsetFileQuery(name, format), placeholderData: keepPreviousData });
  const write = useMutation({
    mutationFn: async (file: ToolsetFile) => {
      const path = await backend.chooseExportPath({ fileName: file.fileName });
      return path === null ? null : backend.writeToolsetFile({ names: [name], format, path });
    },
    onSuccess: (report) => {
      if (!report) return;
      notifyDone(strings.toast.exported(name, fileName(report.path)));
      onClose();
    },
    onError: notifyError,
  });
  const file = error || isPlaceholderData ? undefined : data;
  const lines = useMemo(() => plainLines((data?.text ?? "").replace(/\n$/, "")), [data?.text]);
  return (
    <Dialog
      wide
      title={text.title(asPlainString(name))}
      about={text.about[format]}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="write-toolset"
            disabled={!file || write.isPending}
            onClick={() => file && write.mutate(file)}
          >
            {text.write}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        <Segmented label={text.format} value={format} segments={FORMATS} onChange={setFormat} />
        <span className={styles.spacer} />
        {file ? (
          <>
            <code>
              <ServerText text={file.fileName} />
            </code>
            <CopyButton label={text.copy} text={file.text} onFailed={notifyError} />
          </>
        ) : null}
      </div>
      {error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(error))} />
        </Callout>
      ) : data ? (
        <>
          {data.warnings.map((warning) => (
            <Callout key={warning} tone="warning">
              <ServerText text={`${sentence(warning).replace(/\.$/, "")}.`} />
            </Callout>
          ))}
          <div className={styles.file}>
            <CodeLines lines={lines} label={text.preview} />
          </div>
        </>
      ) : (
        <p className={styles.waiting} role="status">
          {text.loading}
        </p>
      )}
    </Dialog>
  );
}
