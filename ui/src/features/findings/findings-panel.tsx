// Panel next to the list: the selected finding, and below it the readiness of the tools.
import type { FindingRow, FindingsView } from "../../backend";
import { FindingDetail } from "./finding-detail";
import { FindingHead } from "./finding-head";
import { Readiness } from "./readiness";
import type { FindingActions } from "./use-finding-actions";
import { strings } from "./strings";
import styles from "./findings-panel.module.css";

type Props = {
  view: FindingsView | undefined;
  row: FindingRow | undefined;
  readOnly: string | null;
  actions: FindingActions;
};

export function FindingsPanel({ view, row, readOnly, actions }: Props) {
  const rule = row && view?.rules.find(({ id }) => id === row.finding.rule);
  return (
    <aside className={styles.panel} aria-label={strings.panel.label} data-testid="findings-panel">
      {row ? <FindingHead row={row} /> : null}
      <div className={styles.scroll}>
        {row ? <FindingDetail row={row} rule={rule} readOnly={readOnly} actions={actions} /> : null}
        {view && view.tools > 0 ? <Readiness profile={view.profile} readOnly={readOnly !== null} /> : null}
      </div>
    </aside>
  );
}
