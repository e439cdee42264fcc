// What must be said about an export before it is written: decisions that wait for a look at a changed tool.
import { CircleAlert } from "lucide-react";
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";
import styles from "./export-remarks.module.css";

/** The rest is counted: the list must not outgrow the page. */
const SHOWN = 50;

export function ExportRemarks({ remarks }: { remarks: readonly string[] }) {
  const more = remarks.length - SHOWN;
  return (
    <section className={styles.remarks} aria-label="Remarks" data-testid="export-remarks">
      <h2>
        <CircleAlert size={14} aria-hidden="true" />
        {counted(remarks.length, "tool")} with a suspended decision
      </h2>
      <ul>
        {remarks.slice(0, SHOWN).map((remark) => (
          <li key={remark}>
            <ServerText text={remark} />.
          </li>
        ))}
        {more > 0 ? <li>And {more.toLocaleString("en")} more.</li> : null}
      </ul>
    </section>
  );
}
