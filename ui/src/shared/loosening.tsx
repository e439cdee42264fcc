// Tools for which a change loosens what their server declares or what inference is certain of, and the box that confirms it.
import { TriangleAlert } from "lucide-react";
import type { Loosening } from "../backend";
import { Checkbox } from "../kit/checkbox";
import { counted } from "./ago";
import { ServerText } from "./server-text";
import styles from "./loosening.module.css";

/** More are counted. */
const SHOWN = 8;

type Props = { loosening: Loosening; confirmed: boolean; onConfirm: (confirmed: boolean) => void };

export function LooseningConfirm({ loosening: { tools, examples }, confirmed, onConfirm }: Props) {
  if (tools === 0) return null;
  const shown = examples.slice(0, SHOWN);
  const more = tools - shown.length;
  return (
    <div className={styles.box} role="group" aria-label="Loosened tools" data-testid="loosening">
      <p className={styles.head}>
        <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
        <span>This loosens {counted(tools, "tool")}</span>
      </p>
      <ul className={styles.tools}>
        {shown.map(({ server, tool, summary }) => (
          <li key={`${server}.${tool}`}>
            <code>
              <ServerText text={`${server}.${tool}`} />
            </code>
            : <ServerText text={summary} />
          </li>
        ))}
        {more > 0 ? <li>and {more.toLocaleString("en")} more</li> : null}
      </ul>
      <Checkbox checked={confirmed} onChange={onConfirm}>
        <span>Loosen {tools === 1 ? "this tool" : "these tools"} anyway</span>
      </Checkbox>
    </div>
  );
}

/** What somebody decided against the server's word, as a note. */
export function LoosenedNote({ loosened }: { loosened: readonly string[] }) {
  if (loosened.length === 0) return null;
  return (
    <p className={styles.note} role="note" data-testid="loosened">
      <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
      <span>
        Decided: <ServerText text={loosened.join("; ")} />.
      </span>
    </p>
  );
}
