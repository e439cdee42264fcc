// Bottom bar: changes since the last export, and the buttons Discard, Preview, Export and Commands.
import type { ChangeSummary } from "../backend";
import { PendingPreview } from "../features/pending/pending-preview";
import { Button } from "../kit/button";
import { Keys } from "../kit/kbd";
import { ago } from "../shared/ago";
import { fileName } from "../shared/file-name";
import { ServerText } from "../shared/server-text";
import type { View } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { useNow } from "../shared/use-now";
import { keysOf } from "../shared/keymap";
import { strings } from "./strings";
import styles from "./bottom-bar.module.css";

const { bottomBar: text } = strings;

/** Views with their own primary button: a view has only one. */
const HAS_PRIMARY_BUTTON: readonly View[] = ["export", "review", "rules"];

/** Placeholder while the catalog loads, so that the content above does not move under the pointer. */
export const BottomBarPlaceholder = () => <footer className={styles.bar} />;

export function BottomBar({ changes, readOnly }: { changes: ChangeSummary; readOnly: boolean }) {
  const view = useNavigation((state) => state.view);
  const open = useNavigation((state) => state.open);
  const showExport = useNavigation((state) => state.showExport);
  const now = useNow();
  const last = changes.lastExport;
  const hasNoChanges = changes.count === 0;
  return (
    <footer className={styles.bar}>
      <span className={styles.changes} data-changed={!hasNoChanges || undefined} data-testid="changes">
        <b>{hasNoChanges ? (last ? text.upToDate : text.noChanges) : text.changes(changes.count)}</b>
        {last ? (
          <span className={styles.since}>
            {(hasNoChanges ? text.lastExport : text.sinceExport)(<ServerText text={fileName(last.path)} />, ago(last.at, now))}
          </span>
        ) : (
          <span className={styles.since}>{text.notExported}</span>
        )}
      </span>
      <Button
        look="quiet"
        disabled={hasNoChanges || readOnly}
        data-testid="ask-discard"
        title={last ? text.discardTip : text.discardNothing}
        onClick={() => open({ kind: "discard" })}
      >
        {text.discard}
      </Button>
      <PendingPreview disabled={hasNoChanges} />
      <Button key={view} look={HAS_PRIMARY_BUTTON.includes(view) ? "plain" : "primary"} onClick={showExport}>
        {text.export}
      </Button>
      <span className={styles.line} />
      <Button look="quiet" data-testid="commands" onClick={() => open({ kind: "palette" })}>
        <span className={styles.label}>{text.commands}</span>{" "}
        <span aria-hidden="true">
          <Keys keys={keysOf("window.palette")} />
        </span>
      </Button>
    </footer>
  );
}
