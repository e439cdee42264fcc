// Notes proposed by agents, below the queue.
import type { ProposedNote } from "../../backend";
import { ProposedNotes } from "../notes/proposed-notes";
import { strings } from "./strings";
import styles from "./rail-section.module.css";

type Props = { notes: readonly ProposedNote[]; readOnly: boolean };

export function AgentNotes({ notes, readOnly }: Props) {
  if (notes.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="agent-notes" data-testid="agent-notes">
      <h2 id="agent-notes">
        {strings.agentNotes.title} <span>{notes.length.toLocaleString("en")}</span>
      </h2>
      <div className={styles.scroll} role="group" tabIndex={0} aria-labelledby="agent-notes">
        <p>{strings.agentNotes.help}</p>
        <ProposedNotes notes={notes} readOnly={readOnly} showTool />
      </div>
    </section>
  );
}
