// Exported files, each with the number of changes that it lacks, and a button that forgets a file no longer in use.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ExportState } from "../../backend";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { IconButton } from "../../kit/button";
import { fileName } from "../../shared/file-name";
import { notifyDone, notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./pending-files.module.css";

const { files: text } = strings;

export function PendingFiles({ exports }: { exports: readonly ExportState[] }) {
  const cache = useCatalogCache();
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: ({ target, path }: ExportState) => backend.forgetExport({ target, path }),
    onSuccess: async (_, { path }) => {
      notifyDone(text.forgot(fileName(path)));
      await Promise.all([cache.reload(), client.invalidateQueries({ queryKey: ["pending"] })]);
    },
    onError: notifyError,
  });
  return (
    <ul className={styles.files} aria-label={text.label}>
      {exports.map((file) => (
        <li key={`${file.target} ${file.path}`} className={styles.file} data-testid="pending-file">
          <span className={styles.name} title={file.path}>
            <ServerText text={fileName(file.path)} limit={1} />
          </span>
          <span className={styles.target}>{file.name}</span>
          <span className={styles.state} data-stale={file.changes > 0 || undefined}>
            {text.state(file.changes)}
          </span>
          <IconButton label={text.forget(fileName(file.path))} disabled={forget.isPending} onClick={() => forget.mutate(file)}>
            <X size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
