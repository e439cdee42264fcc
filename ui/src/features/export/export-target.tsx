// One target: where the file goes, what it carries and drops, its preview, and the button that writes it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import type { ExportPreview, ExportReport, TargetView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { Button } from "../../kit/button";
import { Labelled, Select } from "../../kit/field";
import { Callout } from "../../shared/callout";
import { EmptyState } from "../../shared/empty-state";
import { errorWords } from "../../shared/error-words";
import { notifyDone, notifyError, notifyPartly } from "../../shared/notify";
import { PathField } from "../../shared/path-field";
import { ServerText } from "../../shared/server-text";
import { counted } from "../../shared/ago";
import { asPlainString } from "../../shared/hidden-characters";
import { BASE } from "../environments/words";
import { ExportFile } from "./export-file";
import { ExportRemarks } from "./export-remarks";
import { exportPreviewQuery, useExportPreview } from "./use-export-preview";
import page from "../../shared/page.module.css";
import styles from "./export-target.module.css";

type Props = { target: TargetView; environments: readonly string[]; revision: number; readOnly: boolean };

/** No environment can be called that. */
const EVERYTHING = "";

const isSame = (preview: ExportPreview): boolean =>
  preview.exists && preview.difference.every((line) => line.sign === "same");

function onDisk(preview: ExportPreview): string {
  if (!preview.exists) return "New file";
  if (!preview.ours) return "Not ours";
  return isSame(preview) ? "Up to date" : "Replaces our file";
}

function notifyWritten({ carried, path, remarks }: ExportReport): void {
  const wrote = `Wrote ${counted(carried, "decision")} to ${path}`;
  if (remarks.length === 0) notifyDone(wrote);
  else notifyPartly(wrote, `${counted(remarks.length, "tool")} with a suspended decision: look at the remarks`);
}

function partNote(chosen: string): string {
  if (chosen === EVERYTHING) return "The base, every environment and every rule, to be taken over whole.";
  if (chosen === BASE) return "What holds in the base, tool by tool.";
  return "What holds there: its own decisions over those of the base, tool by tool.";
}

export function ExportTarget({ target, environments, revision, readOnly }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [part, setPart] = useState(EVERYTHING);
  // An environment that is gone meanwhile cannot be exported.
  const chosen = part === EVERYTHING || part === BASE || environments.includes(part) ? part : EVERYTHING;
  const what = { target: target.id, environment: chosen === EVERYTHING ? null : chosen };
  const preview = useExportPreview(what, typed, revision);
  const client = useQueryClient();
  const cache = useCatalogCache();
  const write = useMutation({
    mutationFn: async () => {
      const path = typed?.trim() || preview.data?.path || null;
      // Judge the path as it stands now, not as it stood when the last preview was drawn.
      const fresh = await client.fetchQuery(exportPreviewQuery({ ...what, path }, revision));
      if (fresh.exists && !fresh.ours) return null;
      return backend.writeExport({ ...what, path: fresh.path });
    },
    onSuccess: async (report) => {
      if (report) notifyWritten(report);
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
          <Labelled label="Environment" note={partNote(chosen)}>
            {(id) => (
              <Select
                id={id}
                always
                data-testid="export-environment"
                value={chosen}
                onChange={(event) => setPart(event.target.value)}
                options={[
                  { value: EVERYTHING, label: "Everything, layer by layer" },
                  { value: BASE, label: BASE },
                  ...environments.map((name) => ({ value: name, label: asPlainString(name) })),
                ]}
              />
            )}
          </Labelled>
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
                <p>{chosen === EVERYTHING ? "Decisions and rules of every layer." : "Decisions, rules spelled out tool by tool."}</p>
              </div>
              <div>
                <b>{onDisk(data)}</b>
                <p>{data.exists ? "The difference is on the right." : "Nothing is at this path yet."}</p>
              </div>
            </div>
            {data.carried === 0 ? (
              <p className={styles.none}>
                {chosen === EVERYTHING ? "Nothing has been decided yet" : "Nothing decided holds here"}: the file would
                hold no decisions.
              </p>
            ) : null}
            {data.remarks.length > 0 ? <ExportRemarks remarks={data.remarks} /> : null}
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
