// Header of the panel: message, tool, severity, rule and field of the finding.
import type { FindingRow } from "../../backend";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { SEVERITY_WORD, SeverityIcon } from "../../shared/severity";
import { idOf } from "../../shared/tool-id";
import styles from "./findings-panel.module.css";

export function FindingHead({ row }: { row: FindingRow }) {
  const { finding } = row;
  return (
    <header className={styles.head}>
      <h2>
        <Reason text={sentence(clip(finding.message, 400))} />
      </h2>
      <p className={styles.name}>
        <ServerText text={clip(idOf(row), 200)} limit={2} />
      </p>
      <p className={styles.meta}>
        <SeverityIcon severity={finding.severity} size={12} />
        <span>{SEVERITY_WORD[finding.severity]}</span>
        <span aria-hidden="true">·</span>
        <ServerText text={finding.rule} limit={1} />
        <span aria-hidden="true">·</span>
        <code>
          <ServerText text={clip(finding.field, 200)} limit={2} />
        </code>
      </p>
    </header>
  );
}
