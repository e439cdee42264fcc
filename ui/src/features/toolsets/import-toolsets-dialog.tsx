// Import of toolsets from hypertool's config.json: choose the file, preview what is imported and skipped, import.
import { useQuery } from "@tanstack/react-query";
import type { IncomingToolset } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { ServerText } from "../../shared/server-text";
import { toolsetImportQuery } from "./queries";
import { useImportToolsets } from "./use-toolset-mutations";
import { strings } from "./strings";
import styles from "./import-toolsets-dialog.module.css";

const text = strings.importDialog;

/** Maximum number of listed messages about skipped content; the rest is counted. */
const MAX_LISTED = 20;

const COLUMNS: readonly LongColumn<IncomingToolset>[] = [
  { head: text.columns.toolset, width: "minmax(0, 2fr)", cell: ({ name }) => <ServerText text={name} limit={1} /> },
  { head: text.columns.tools, width: "56px", cell: ({ tools }) => tools.toLocaleString("en") },
  { head: text.columns.missing, width: "64px", cell: ({ missing }) => (missing > 0 ? missing.toLocaleString("en") : text.none) },
  { head: text.columns.notes, width: "48px", cell: ({ notes }) => (notes > 0 ? notes.toLocaleString("en") : text.none) },
  { head: text.columns.result, width: "minmax(0, 3fr)", cell: ({ exists }) => (exists ? text.addedToExisting : text.isNew) },
];

export function ImportToolsetsDialog({ readOnly, onClose }: { readOnly: boolean; onClose: () => void }) {
  const file = useFileToRead();
  const { path } = file;
  const preview = useQuery(toolsetImportQuery(path));
  const importing = useImportToolsets(onClose);
  const data = path === "" || preview.error ? undefined : preview.data;
  const settled = file.typed.trim() === path && !preview.isPlaceholderData;
  const missing = data?.toolsets.reduce((sum, set) => sum + set.missing, 0) ?? 0;
  return (
    <Dialog
      wide
      title={text.title}
      about={text.about}
      onClose={onClose}
      foot={
        <>
          {data ? <span className={styles.sum}>{text.count(data.toolsets.length)}</span> : null}
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="import-toolsets"
            disabled={readOnly || !data || !settled || data.toolsets.length === 0 || importing.isPending}
            onClick={() => importing.mutate({ path })}
          >
            {text.import}
          </Button>
        </>
      }
    >
      <FileToReadField file={file} testId="toolset-import-path" placeholder={text.pathPlaceholder} choose={() => backend.chooseFile()} />
      {preview.error && path !== "" ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {data ? (
        <>
          {data.toolsets.length > 0 ? (
            <LongTable label={text.table} rows={data.toolsets} columns={COLUMNS} />
          ) : (
            <p className={styles.none}>{text.noToolsets}</p>
          )}
          {missing > 0 ? (
            <Callout tone="warning">{text.missing(missing)}</Callout>
          ) : null}
          <Skipped skipped={data.skipped} />
        </>
      ) : null}
    </Dialog>
  );
}

function Skipped({ skipped }: { skipped: readonly string[] }) {
  if (skipped.length === 0) return null;
  const more = skipped.length - MAX_LISTED;
  return (
    <Callout tone="warning">
      <p>{text.skipped}</p>
      <ul className={styles.skipped} data-testid="left-out">
        {skipped.slice(0, MAX_LISTED).map((message) => (
          <li key={message}>
            <ServerText text={`${sentence(message)}.`} />
          </li>
        ))}
        {more > 0 ? <li>{text.moreSkipped(more)}</li> : null}
      </ul>
    </Callout>
  );
}
