// One target: its options, the report per tool, the files, and the button that writes them.
import { CircleSlash, FolderOpen, LoaderCircle } from "lucide-react";
import { useMemo, useState } from "react";
import type { Catalog, ExportedFile, TargetView } from "../../backend";
import { InfoTip } from "../../kit/info-tip";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { EmptyState } from "../../shared/empty-state";
import { FailedState } from "../../shared/failed-state";
import { ExportChoices } from "./export-choices";
import { ExportFiles, useSelectedFile } from "./export-files";
import { ExportFoot } from "./export-foot";
import { exportScope, lacksProject, resolveChoices } from "./export-input";
import { ExportCaveats } from "./export-caveats";
import { ExportReportList } from "./export-report";
import { ExportTally } from "./export-tally";
import { FileChoice } from "./file-choice";
import { fileState } from "./file-state";
import type { Choices } from "./saved-choices";
import { saveChoices, savedChoices } from "./saved-choices";
import { summarizeReport } from "./report-summary";
import { ReplaceDialog } from "./replace-dialog";
import { strings } from "./strings";
import { useExportPreview } from "./use-export-preview";
import { useWriteExport } from "./use-write-export";
import page from "../../shared/page.module.css";
import styles from "./export-target.module.css";

const { target: text } = strings;

export function ExportTarget({ target, catalog }: { target: TargetView; catalog: Catalog }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState(() => savedChoices(target.id));
  const [replacing, setReplacing] = useState<readonly ExportedFile[] | null>(null);
  const choices = resolveChoices(target, chosen, catalog);
  const scope = exportScope(target, choices, catalog);
  const needsProject = lacksProject(choices);
  const preview = useExportPreview(scope, typed, catalog.revision, !needsProject);
  const { data, isCurrent } = preview;
  const result = useMemo(() => data && summarizeReport(data.report, target), [data, target]);
  const files = data?.files ?? [];
  const [fileIndex, setFileIndex] = useSelectedFile(files.length);
  const path = typed?.trim() || files[0]?.path || null;
  // An export to a file that Hintsmith has not written yet delivers everything.
  const neverWritten = target.kind !== "document" && catalog.changes.count > 0;
  const isPending = data?.pending == null ? neverWritten : data.pending > 0;
  const { write, replace } = useWriteExport({
    scope,
    path,
    onReplaced: () => setReplacing(null),
  });
  const choose = (over: Partial<Choices>) => {
    const next = { ...chosen, ...over };
    setChosen(next);
    saveChoices(target.id, next);
  };
  const isStale = data !== undefined && !isCurrent;
  const verification = text.verification[target.checked];
  return (
    <div className={styles.target}>
      <section className={`${page.pane} ${styles.details}`} aria-label={target.name}>
        <div className={styles.about}>
          <h2>{target.name}</h2>
          <p>{target.description}</p>
          <p className={styles.checked} data-testid="export-checked">
            {verification.short}
            <InfoTip label={text.aboutVerification}>{verification.long}</InfoTip>
          </p>
        </div>
        <div className={styles.options}>
          <ExportChoices target={target} catalog={catalog} choices={choices} onChange={choose} />
          <FileChoice
            target={target}
            choices={choices}
            path={files[0]?.path ?? ""}
            typed={typed}
            onChange={choose}
            onType={setTyped}
          />
        </div>
        {needsProject ? (
          <EmptyState icon={FolderOpen} title={strings.scopes.needsProject} />
        ) : data && result ? (
          <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
            <ExportTally target={target} environment={choices.environment} exported={data.exported} summary={result.summary} />
            <ExportCaveats isWarning title={strings.caveats.ofExport} caveats={data.report.caveats} testId="export-remarks" />
            <ExportCaveats title={strings.caveats.ofTarget} caveats={target.caveats} testId="export-know" />
            {target.kind === "canonical" ? null : <ExportReportList report={result.report} summary={result.summary} />}
          </div>
        ) : preview.error ? (
          <FailedState title={text.failed} error={preview.error} onRetry={() => void preview.refetch()} />
        ) : preview.isCancelled ? (
          <EmptyState icon={CircleSlash} title={strings.progress.cancelled} />
        ) : (
          <EmptyState icon={LoaderCircle} title={text.loading} />
        )}
        <VisuallyHidden>
          <span role="status">{isStale ? text.loading : ""}</span>
        </VisuallyHidden>
      </section>
      <section className={`${page.pane} ${styles.files}`} aria-label={text.filesRegion}>
        <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
          {data && !needsProject ? (
            <ExportFiles target={target} files={files} current={fileIndex} onSelect={setFileIndex} />
          ) : (
            <div className={styles.blank} />
          )}
        </div>
      </section>
      <ExportFoot
        file={isCurrent ? files[fileIndex] : undefined}
        states={needsProject ? [] : files.map((file) => fileState(file, target))}
        summary={target.kind === "canonical" || needsProject ? null : (result?.summary ?? null)}
        preview={preview}
        pending={isPending}
        disabled={!isCurrent || catalog.readOnly !== null || write.isPending || replace.isPending}
        onWrite={() => write.mutate()}
        onReplace={() => setReplacing(files)}
      />
      {replacing ? (
        <ReplaceDialog
          files={replacing.filter((file) => fileState(file, target) === "theirs")}
          pending={replace.isPending}
          onConfirm={() => replace.mutate(replacing)}
          onClose={() => setReplacing(null)}
        />
      ) : null}
    </div>
  );
}
