// Import of toolsets from hypertool's config.json: choose the file, preview what is imported and skipped, import.
import { useQuery } from "@tanstack/react-query";
import type { IncomingToolset } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { ServerText } from "../../shared/server-text";
import { toolsetImportQuery } from "./queries";
import { useImportToolsets } from "./use-toolset-mutations";
import styles from "./import-toolsets-dialog.module.css";

/** Maximum number of listed messages about skipped content; the rest is counted. */
const MAX_LISTED = 20;

const COLUMNS: readonly LongColumn<IncomingToolset>[] = [
  { head: "Toolset", width: "minmax(0, 2fr)", cell: ({ name }) => <ServerText text={name} limit={1} /> },
  { head: "Tools", width: "56px", cell: ({ tools }) => tools.toLocaleString("en") },
  { head: "Not here", width: "64px", cell: ({ missing }) => (missing > 0 ? missing.toLocaleString("en") : "–") },
  { head: "Notes", width: "48px", cell: ({ notes }) => (notes > 0 ? notes.toLocaleString("en") : "–") },
  { head: "What happens", width: "minmax(0, 3fr)", cell: ({ exists }) => (exists ? "Added to the one that is there" : "New") },
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
      title="Import toolsets"
      about="From hypertool's config.json, with their notes. What is there already stays."
      onClose={onClose}
      foot={
        <>
          {data ? <span className={styles.sum}>{counted(data.toolsets.length, "toolset")}</span> : null}
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            data-testid="import-toolsets"
            disabled={readOnly || !data || !settled || data.toolsets.length === 0 || importing.isPending}
            onClick={() => importing.mutate({ path })}
          >
            Import
          </Button>
        </>
      }
    >
      <FileToReadField file={file} testId="toolset-import-path" placeholder="/path/to/config.json" choose={() => backend.chooseFile()} />
      {preview.error && path !== "" ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {data ? (
        <>
          {data.toolsets.length > 0 ? (
            <LongTable label="Toolsets in the file" rows={data.toolsets} columns={COLUMNS} />
          ) : (
            <p className={styles.none}>There is no toolset in it that can be taken over.</p>
          )}
          {missing > 0 ? (
            <Callout tone="warning">
              {counted(missing, "tool")} {missing === 1 ? "is" : "are"} not here. {missing === 1 ? "It is" : "They are"}{" "}
              kept in the toolset, and found when a server offers {missing === 1 ? "it" : "them"}.
            </Callout>
          ) : null}
          <LeftOut skipped={data.skipped} />
        </>
      ) : null}
    </Dialog>
  );
}

function LeftOut({ skipped }: { skipped: readonly string[] }) {
  if (skipped.length === 0) return null;
  const more = skipped.length - MAX_LISTED;
  return (
    <Callout tone="warning">
      <p>Left out:</p>
      <ul className={styles.out} data-testid="left-out">
        {skipped.slice(0, MAX_LISTED).map((message) => (
          <li key={message}>
            <ServerText text={`${sentence(message)}.`} />
          </li>
        ))}
        {more > 0 ? <li>And {more.toLocaleString("en")} more.</li> : null}
      </ul>
    </Callout>
  );
}
