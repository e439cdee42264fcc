// First pane: choices, what would be written, and the buttons that write it.
import { asBackendError } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { ProgressBar } from "../../kit/progress-bar";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { PatchChoices } from "./patch-choices";
import { PatchFiles } from "./patch-files";
import { PatchTools } from "./patch-tools";
import { ShortList } from "./short-list";
import { strings } from "./strings";
import type { Patch } from "./use-patch";
import { WorkTreeNote } from "./work-tree-note";
import styles from "./patch.module.css";

const { preview: text } = strings;
const MAX_WARNINGS = 20;

type Props = {
  patch: Patch;
  environments: readonly string[];
  /** Null: the server was never scanned. */
  onCompare: (() => void) | null;
  onClose: () => void;
};

export function PreviewPane({ patch, environments, onCompare, onClose }: Props) {
  const { preview, branch, canWrite } = patch;
  const files = preview?.files.length ?? 0;
  const newBranch = branch.trim();
  return (
    <DialogPane
      foot={
        <>
          {onCompare === null ? null : <LinkButton onClick={onCompare}>{strings.compare}</LinkButton>}
          <span data-spacer />
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            data-testid="commit-patch"
            disabled={!canWrite || newBranch === "" || preview?.workTree === null}
            onClick={() => patch.write(newBranch)}
          >
            {text.commit}
          </Button>
          <Button look="primary" data-testid="write-patch" disabled={!canWrite} onClick={() => patch.write(null)}>
            {text.write(files)}
          </Button>
        </>
      }
    >
      <PatchChoices folder={patch.folder} environments={environments} options={patch.options} onChange={patch.setOptions} />
      <div role="status" className={styles.status}>
        {patch.isLoading ? (
          <>
            <p>{text.loading}</p>
            <ProgressBar label={text.progress} />
          </>
        ) : preview ? (
          <p data-testid="patch-sum">{sumOf(preview)}</p>
        ) : null}
      </div>
      {patch.error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(patch.error))} />
        </Callout>
      ) : null}
      {preview ? (
        <>
          {preview.warnings.length > 0 ? (
            <Callout tone="warning">
              <ShortList items={preview.warnings} keyOf={(warning) => warning} limit={MAX_WARNINGS}>
                {(warning) => <ServerText text={sentence(warning)} />}
              </ShortList>
            </Callout>
          ) : null}
          <PatchTools
            tools={preview.tools}
            excluded={patch.options.excluded}
            onExclude={(excluded) => patch.setOptions({ excluded })}
          />
          <PatchFiles files={preview.files} />
          {files > 0 ? (
            <WorkTreeNote
              tree={preview.workTree}
              allowed={patch.isAllowed}
              onAllow={patch.allow}
              branch={branch}
              onBranch={patch.setBranch}
            />
          ) : null}
        </>
      ) : null}
    </DialogPane>
  );
}

function sumOf({ files, tools }: NonNullable<Patch["preview"]>): string {
  if (tools.length === 0) return text.noTools;
  if (files.length === 0) return text.noChanges;
  return text.total(files.length, tools.filter(({ state }) => state === "changed").length);
}
