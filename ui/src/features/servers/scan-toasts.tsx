// Toasts (bottom right) with the progress of the running scans, each with a cancel button.
import { useEffect } from "react";
import { onScanProgress } from "../../backend";
import { Button } from "../../kit/button";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { formatScan, strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import styles from "./scan-toasts.module.css";

const MAX_TOASTS = 3;

export function ScanToasts() {
  const scans = useScans((state) => state.running);
  const progress = useScans((state) => state.progress);
  const { cancel } = useServerActions();
  useEffect(() => onScanProgress(progress), [progress]);
  const view = useNavigation((state) => state.view);
  // The servers page shows the progress in its rows.
  if (view === "servers") return null;
  return Object.entries(scans)
    .filter(([, { phase }]) => phase !== "queued")
    .slice(0, MAX_TOASTS)
    .map(([server, running]) => (
      <div key={server} className={styles.scan} data-testid="scan-progress">
        <div className={styles.row}>
          <span className={styles.label} role="status">
            <ServerText text={formatScan(server, running)} />
          </span>
          <Button look="quiet" size="small" onClick={() => void cancel(server)}>
            {strings.scan.cancel}
          </Button>
        </div>
        <div className={styles.track}>
          <i />
        </div>
      </div>
    ));
}
