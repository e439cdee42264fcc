// Data section: folder, version, and buttons for the store dialog and for applying a file.
import type { PreferencesView } from "../../backend";
import { Button } from "../../kit/button";
import { notifyDone, notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { PreferenceRow } from "./preference-row";
import { strings } from "./strings";
import styles from "./preferences.module.css";

const { data: text } = strings;

export function DataSection({ view: { folder, version }, readOnly }: { view: PreferencesView; readOnly: boolean }) {
  const open = useNavigation((state) => state.open);
  const copy = () =>
    navigator.clipboard.writeText(folder).then(
      () => notifyDone(text.copied),
      (error: unknown) => notifyError(error),
    );
  return (
    <>
      <PreferenceRow
        id="folder"
        label={text.folder}
        about={
          <code className={styles.path}>
            <ServerText text={folder} />
          </code>
        }
      >
        <Button size="small" aria-label={text.copyPath} onClick={() => void copy()}>
          {text.copy}
        </Button>
      </PreferenceRow>
      <PreferenceRow id="store" label={text.store.label} about={text.store.about}>
        <Button size="small" data-testid="nav-store" onClick={() => open({ kind: "store" })}>
          {text.store.open}
        </Button>
      </PreferenceRow>
      <PreferenceRow id="apply" label={text.apply.label} about={text.apply.about}>
        <Button size="small" data-testid="open-apply" disabled={readOnly} onClick={() => open({ kind: "apply" })}>
          {text.apply.open}
        </Button>
      </PreferenceRow>
      <PreferenceRow id="version" label={text.version}>
        <span className={styles.value}>
          <ServerText text={version} />
        </span>
      </PreferenceRow>
    </>
  );
}
