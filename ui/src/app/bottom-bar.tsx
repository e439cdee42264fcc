// The bar below everything: what changed since the last export, and the way out.
import type { ChangeSummary } from "../backend";
import { Button } from "../kit/button";
import { ago, counted } from "../shared/ago";
import { fileName } from "../shared/file-name";
import { ServerText } from "../shared/server-text";
import type { View } from "../shared/view-state";
import { useView } from "../shared/view-state";
import { useNow } from "../shared/use-now";
import styles from "./bottom-bar.module.css";

/** Views with a filled button of their own: there is one per view. */
const HAS_ITS_OWN: readonly View[] = ["export", "review", "rules"];

export function BottomBar({ changes }: { changes: ChangeSummary }) {
  const { view, open, showExport } = useView();
  const now = useNow();
  const last = changes.lastExport;
  return (
    <footer className={styles.bar}>
      <span className={styles.changes} data-changed={changes.count > 0 || undefined} data-testid="changes">
        <b>{changes.count > 0 ? counted(changes.count, "change") : "No changes"}</b>
        {last ? (
          <span className={styles.since}>
            since the last export to <ServerText text={fileName(last.path)} />, {ago(last.at, now)}
          </span>
        ) : (
          <span className={styles.since}>not exported yet</span>
        )}
      </span>
      <Button size="small" onClick={() => open({ kind: "apply" })}>
        Apply file…
      </Button>
      <Button key={view} size="small" look={HAS_ITS_OWN.includes(view) ? "plain" : "primary"} onClick={showExport}>
        Export…
      </Button>
    </footer>
  );
}
