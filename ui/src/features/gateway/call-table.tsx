// The calls as a table, those that wait and then the newest first: who called what, what was decided and why, and how it ended.
import type { ApprovalView, CallView } from "../../backend";
import { goToTool } from "../../shared/go-to-tool";
import { idOf } from "../../shared/tool-id";
import { ROW } from "./call-heights";
import { CallRow } from "./call-row";
import { useCallRows } from "./use-call-rows";
import { MOST_WAITING, PendingApprovalRows } from "./pending-approval-rows";
import styles from "./call-table.module.css";

const COLUMNS = ["Time", "Client", "Tool", "Behaviour", "Decision", "Why", "Took", "Result"] as const;

type Props = {
  calls: readonly CallView[];
  /** Above them. */
  waiting: readonly ApprovalView[];
  /** Every tool that there is, by id. */
  known: ReadonlySet<string>;
  now: number;
  /** Older ones are on their way. */
  busy: boolean;
  /** The end of what is there is seen. */
  onEnd: () => void;
};

const goTo = ({ server, tool }: CallView): void => goToTool({ server, tool });

export function CallTable({ calls, waiting, known, now, busy, onEnd }: Props) {
  const above = Math.min(waiting.length, MOST_WAITING);
  const { root, opened, toggle, current, items, height, events } = useCallRows(calls, above, onEnd);
  return (
    <div
      ref={root}
      className={styles.grid}
      role="grid"
      aria-label="Calls"
      aria-rowcount={calls.length + above + 1}
      aria-colcount={COLUMNS.length}
      aria-busy={busy}
      {...events}
    >
      <div className={styles.head} role="rowgroup">
        <div className={styles.row} role="row" aria-rowindex={1}>
          {COLUMNS.map((column) => (
            <div key={column} role="columnheader" data-column={column.toLowerCase()}>
              {column}
            </div>
          ))}
        </div>
      </div>
      {above > 0 ? <PendingApprovalRows waiting={waiting} now={now} /> : null}
      <div className={styles.rows} role="rowgroup" style={{ height }}>
        {items.map((item) => {
          const call = calls[item.index];
          if (!call) return null;
          return (
            <CallRow
              key={call.id}
              call={call}
              index={item.index + above + 2}
              top={item.start - ROW * (above + 1)}
              current={item.index === current}
              open={call.id === opened}
              known={known.has(idOf(call))}
              now={now}
              onToggle={toggle}
              onGoTo={goTo}
            />
          );
        })}
      </div>
    </div>
  );
}
