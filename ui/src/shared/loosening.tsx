// Confirmation for a change that loosens hints that a server declares or that inference strongly suggests, with the tools concerned.
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Loosening } from "../backend";
import { LinkButton } from "../kit/button";
import { Checkbox } from "../kit/checkbox";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./loosening.module.css";

/** Number of tools that are listed before the user asks for the rest. */
const FIRST_LISTED = 8;

type Props = { loosening: Loosening; confirmed: boolean; onConfirm: (confirmed: boolean) => void };

export function LooseningConfirm({ loosening: { tools, examples }, confirmed, onConfirm }: Props) {
  const [listsAll, setListsAll] = useState(false);
  if (tools === 0) return null;
  const listed = listsAll ? examples : examples.slice(0, FIRST_LISTED);
  const hasMore = listed.length < examples.length;
  const unlisted = tools - examples.length;
  return (
    <div className={styles.box} role="group" aria-label={strings.loosening.label} data-testid="loosening">
      <p className={styles.head}>
        <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
        <span>{strings.loosening.head(tools)}</span>
      </p>
      <p>{strings.loosening.effect(tools)}</p>
      {/* Focusable, because keys could not scroll it otherwise. */}
      <ul className={styles.tools} tabIndex={0} aria-label={strings.loosening.label}>
        {listed.map(({ server, tool, summary }) => (
          <li key={`${server}.${tool}`}>
            <code>
              <ServerText text={`${server}.${tool}`} />
            </code>
            : <ServerText text={summary} />
          </li>
        ))}
        {unlisted > 0 && !hasMore ? <li>{strings.loosening.unlisted(unlisted)}</li> : null}
      </ul>
      {hasMore ? (
        <p>
          <LinkButton onClick={() => setListsAll(true)}>{strings.loosening.showAll(examples.length, tools)}</LinkButton>
        </p>
      ) : null}
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
