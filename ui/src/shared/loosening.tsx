// Confirmation for a change that loosens hints that a server declares or that inference strongly suggests, with the tools concerned.
import { TriangleAlert } from "lucide-react";
import type { Loosening } from "../backend";
import { Checkbox } from "../kit/checkbox";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./loosening.module.css";

/** Maximum number of listed tools; the rest is a count. */
const MAX_LISTED = 8;

type Props = { loosening: Loosening; confirmed: boolean; onConfirm: (confirmed: boolean) => void };

export function LooseningConfirm({ loosening: { tools, examples }, confirmed, onConfirm }: Props) {
  if (tools === 0) return null;
  const listed = examples.slice(0, MAX_LISTED);
  const more = tools - listed.length;
  return (
    <div className={styles.box} role="group" aria-label={strings.loosening.label} data-testid="loosening">
      <p className={styles.head}>
        <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
        <span>{strings.loosening.head(tools)}</span>
      </p>
      <ul className={styles.tools}>
        {listed.map(({ server, tool, summary }) => (
          <li key={`${server}.${tool}`}>
            <code>
              <ServerText text={`${server}.${tool}`} />
            </code>
            : <ServerText text={summary} />
          </li>
        ))}
        {more > 0 ? <li>{strings.loosening.more(more)}</li> : null}
      </ul>
      <Checkbox checked={confirmed} onChange={onConfirm}>
        <span>{strings.loosening.confirm(tools)}</span>
      </Checkbox>
    </div>
  );
}

/** Note about decisions that contradict what the server declares or what inference strongly suggests. */
export function LoosenedNote({ loosened }: { loosened: readonly string[] }) {
  if (loosened.length === 0) return null;
  return (
    <p className={styles.note} role="note" data-testid="loosened">
      <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
      <span>
        {strings.loosening.decided} <ServerText text={loosened.join("; ")} />.
      </span>
    </p>
  );
}
