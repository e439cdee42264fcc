// Toasts (bottom right) with the progress of the running scans, each with a cancel button.
import { useEffect, useLayoutEffect, useRef } from "react";
import { onScanProgress } from "../../backend";
import { Button } from "../../kit/button";
import { ProgressBar } from "../../kit/progress-bar";
import { makeToastRoom } from "../../kit/toast-room";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import type { Running } from "./scans";
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
      <ScanToast key={server} server={server} running={running} onCancel={() => void cancel(server)} />
    ));
}

type Props = { server: string; running: Running; onCancel: () => void };

function ScanToast({ server, running, onCancel }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (card.current ? makeToastRoom(card.current) : undefined), []);
  return (
    <div ref={card} className={styles.scan} data-testid="scan-progress">
      <div className={styles.row}>
        <span className={styles.label} role="status">
          <ServerText text={formatScan(server, running)} />
        </span>
        <Button look="quiet" size="small" onClick={onCancel}>
          {strings.scan.cancel}
        </Button>
      </div>
      <div className={styles.bar}>
        <ProgressBar label={strings.scan.progress(server)} />
      </div>
    </div>
  );
}
