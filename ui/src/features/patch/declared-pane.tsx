// Second pane: what was written, a new scan, and the decisions beside what the server declares.
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ServerView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { DialogPane } from "../../kit/dialog";
import { ProgressBar } from "../../kit/progress-bar";
import { Callout } from "../../shared/callout";
import { couldNotCopy } from "../../shared/could-not-copy";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useScans } from "../servers/scans";
import { FailureMessage } from "../servers/server-failure";
import { useServerActions } from "../servers/use-server-actions";
import { DecisionTable } from "./decision-table";
import { PatchSection } from "./patch-section";
import { ShortList } from "./short-list";
import { strings } from "./strings";
import type { Written } from "./use-patch";
import styles from "./patch.module.css";

const { declared: text, written: writtenText } = strings;
const MAX_FILES = 20;

type Props = {
  server: ServerView;
  /** Null: only the comparison with the last scan was requested. */
  written: Written | null;
  /** The last scan is newer than the change. */
  hasScanned: boolean;
  readOnly: boolean;
  onRetire: () => void;
  onBack: () => void;
  onClose: () => void;
};

export function DeclaredPane({ server, written, hasScanned, readOnly, onRetire, onBack, onClose }: Props) {
  const isScanning = useScans((state) => server.name in state.running);
  const { scan } = useServerActions();
  const isComparable = hasScanned && !isScanning && server.failure === null;
  const comparison = useQuery({
    queryKey: ["compareDeclared", server.name],
    queryFn: () => backend.compareDeclared({ server: server.name }),
    enabled: isComparable,
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });
  const data = isComparable ? comparison.data : undefined;
  return (
    <DialogPane
      foot={
        <>
          {data && data.agreeing.length > 0 ? (
            <Button data-testid="open-retire" disabled={readOnly} onClick={onRetire}>
              {text.retire}
            </Button>
          ) : null}
          <span data-spacer />
          {written === null ? <Button onClick={onBack}>{strings.back}</Button> : null}
          <Button look="primary" onClick={onClose}>
            {strings.close}
          </Button>
        </>
      }
    >
      {written === null ? null : <WrittenFiles written={written} />}
      {written === null ? null : (
        <PatchSection title={writtenText.next} about={server.enabled ? writtenText.scanAbout : writtenText.off}>
          <Button data-testid="scan-patched" disabled={!server.enabled || isScanning} onClick={() => void scan(server.name)}>
            <RefreshCw size={12} strokeWidth={2.25} aria-hidden="true" />
            {writtenText.scan}
          </Button>
        </PatchSection>
      )}
      {isScanning ? (
        <div role="status" className={styles.status}>
          <p>{writtenText.scanning}</p>
          <ProgressBar label={writtenText.scanning} />
        </div>
      ) : server.failure ? (
        <Callout tone="error">
          <FailureMessage failure={server.failure} />
        </Callout>
      ) : null}
      {isComparable ? (
        <PatchSection title={text.title}>
          {comparison.error ? (
            <Callout tone="error">
              <ServerText text={errorMessage(asBackendError(comparison.error))} />
            </Callout>
          ) : (
            <p role="status" className={styles.about} data-testid="declared-sum">
              {data ? sumOf(data.agreeing.length, data.differing.length) : text.loading}
            </p>
          )}
          {data && data.agreeing.length + data.differing.length > 0 ? (
            <DecisionTable label={text.title} rows={[...data.differing, ...data.agreeing]} hasResult />
          ) : null}
        </PatchSection>
      ) : null}
    </DialogPane>
  );
}

const sumOf = (agreeing: number, differing: number): string =>
  agreeing + differing === 0 ? text.none : text.sum(agreeing, agreeing + differing);

function WrittenFiles({ written: { files, commit, branch, description } }: { written: Written }) {
  return (
    <div data-testid="written-patch">
      <PatchSection title={writtenText.title(files.length)}>
        {commit === null ? null : (
          <p className={styles.about}>
            {writtenText.committed(commit.slice(0, 10))} <ServerText text={branch ?? ""} />
          </p>
        )}
        <ShortList items={files} keyOf={(path) => path} limit={MAX_FILES}>
          {(path) => (
            <code>
              <ServerText text={path} />
            </code>
          )}
        </ShortList>
        <CopyButton worded label={writtenText.copy} text={description} onFailed={couldNotCopy} />
      </PatchSection>
    </div>
  );
}
