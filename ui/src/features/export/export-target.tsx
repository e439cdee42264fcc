// One target: where the file goes, what it carries and drops, its preview, and the button that writes it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import type { ExportPreview, TargetView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { Button } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { EmptyState } from "../../shared/empty-state";
import { errorWords } from "../../shared/error-words";
import { notifyDone, notifyError } from "../../shared/notify";
import { PathField } from "../../shared/path-field";
import { ServerText } from "../../shared/server-text";
import { counted } from "../../shared/ago";
import { ExportFile } from "./export-file";
import { exportPreviewQuery, useExportPreview } from "./use-export-preview";
import page from "../../shared/page.module.css";
import styles from "./export-target.module.css";

type Props = { target: TargetView; revision: number; readOnly: boolean };

const isSame = (preview: ExportPreview): boolean =>
  preview.exists && preview.difference.every((line) => line.sign === "same");

function onDisk(preview: ExportPreview): string {
  if (!preview.exists) return "New file";
  if (!preview.ours) return "Not ours";
  return isSame(preview) ? "Up to date" : "Replaces our file";
}

export function ExportTarget({ target, revision, readOnly }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const preview = useExportPreview(target.id, typed, revision);
  const client = useQueryClient();
  const cache = useCatalogCache();
  const write = useMutation({
    mutationFn: async () => {
      const path = typed?.trim() || preview.data?.path || null;
      // Judge the path as it stands now, not as it stood when the last preview was drawn.
      const fresh = await client.fetchQuery(exportPreviewQuery(target.id, path, revision));
      if (fresh.exists && !fresh.ours) return null;
      return backend.writeExport({ target: target.id, path: fresh.path });
    },
    onSuccess: async (report) => {
      if (report) notifyDone(`Wrote ${counted(report.carried, "decision")} to ${report.path}`);
      await Promise.all([cache.reload(), client.invalidateQueries({ queryKey: ["exportPreview"] })]);
    },
    onError: notifyError,
  });
  const data = preview.data;
  const refused = data !== undefined && preview.isCurrent && data.exists && !data.ours;
  const same = data !== undefined && isSame(data);
  return (
    <>
      <section className={page.pane} aria-label={target.name}>
        <div className={styles.options}>
          <PathField
            label="File"
            note={target.description}
            testId="export-path"
            value={typed ?? data?.path ?? ""}
            onChange={setTyped}
            choose={() => backend.chooseExportPath({ fileName: target.fileName })}
          />
          {refused ? (
            <Callout tone="error">
              This file exists and is not one of ours. It is left as it is: choose another name or another folder.
            </Callout>
          ) : null}
        </div>
        {data ? (
          <>
            <div className={styles.tally}>
              <div>
                <b>
                  <span>{data.carried.toLocaleString("en")}</span>carried
                </b>
                <p>Decisions, as you see them.</p>
              </div>
              <div>
                <b>{onDisk(data)}</b>
                <p>{data.exists ? "The difference is on the right." : "Nothing is at this path yet."}</p>
              </div>
            </div>
            {data.carried === 0 ? (
              <p className={styles.none}>Nothing has been decided yet: the file would hold no decisions.</p>
            ) : null}
          </>
        ) : preview.error ? (
          <EmptyState icon={CircleX} title="This file cannot be previewed">
            <p>
              <ServerText text={errorWords(asBackendError(preview.error))} />
            </p>
          </EmptyState>
        ) : null}
      </section>
      <section className={page.pane} aria-label="The file">
        {data ? <ExportFile preview={data} /> : <div className={styles.blank} />}
        <div className={styles.foot}>
          {same ? (
            <span className={styles.same}>
              <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
              Same as on disk
            </span>
          ) : null}
          <span data-spacer />
          <Button
            look="primary"
            data-testid="export-write"
            disabled={refused || readOnly || write.isPending || !data}
            onClick={() => write.mutate()}
          >
            Write file
          </Button>
        </div>
      </section>
    </>
  );
}
