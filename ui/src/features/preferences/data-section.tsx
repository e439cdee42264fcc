// Data section: folder, version, and buttons for the store dialog and for applying a file.
import type { PreferencesView } from "../../backend";
import { Button } from "../../kit/button";
import { notifyDone, notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { PreferenceRow } from "./preference-row";
import styles from "./preferences.module.css";

export function DataSection({ view: { folder, version }, readOnly }: { view: PreferencesView; readOnly: boolean }) {
  const open = useNavigation((state) => state.open);
  const copy = () =>
    navigator.clipboard.writeText(folder).then(
      () => notifyDone("Path copied"),
      (error: unknown) => notifyError(error),
    );
  return (
    <>
      <PreferenceRow
        id="folder"
        label="Folder"
        about={
          <code className={styles.path}>
            <ServerText text={folder} />
          </code>
        }
      >
        <Button size="small" aria-label="Copy the path of the folder" onClick={() => void copy()}>
          Copy
        </Button>
      </PreferenceRow>
      <PreferenceRow id="store" label="Store" about="Backups, putting one back, and whether everything is well.">
        <Button size="small" data-testid="nav-store" onClick={() => open({ kind: "store" })}>
          Store…
        </Button>
      </PreferenceRow>
      <PreferenceRow id="apply" label="Decisions from a file" about="Takes over what a hintsmith.json decides, after you have seen it.">
        <Button size="small" data-testid="open-apply" disabled={readOnly} onClick={() => open({ kind: "apply" })}>
          Apply file…
        </Button>
      </PreferenceRow>
      <PreferenceRow id="version" label="Version">
        <span className={styles.value}>
          <ServerText text={version} />
        </span>
      </PreferenceRow>
    </>
  );
}
