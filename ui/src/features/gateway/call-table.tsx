// Call table: pending approvals, then the logged calls, newest first, with client, tool, decision, reason and result.
import type { ApprovalView, CallView } from "../../backend";
import { VirtualTable } from "../../kit/table";
import { goToTool } from "../../shared/go-to-tool";
import { idOf } from "../../shared/tool-id";
import { CallRow } from "./call-row";
import { useCallRows } from "./use-call-rows";
import { MOST_WAITING, PendingApprovalRows } from "./pending-approval-rows";
import styles from "./call-table.module.css";

const COLUMNS = ["Time", "Client", "Tool", "Behaviour", "Decision", "Why", "Took", "Result"] as const;

type Props = {
  calls: readonly CallView[];
  /** Pending approvals, shown above the calls. */
  waiting: readonly ApprovalView[];
  /** Ids of all tools in the catalog. */
  known: ReadonlySet<string>;
  now: number;
  /** Older calls are loading. */
  busy: boolean;
  /** Runs when the end of the loaded calls comes into view. */
  onEnd: () => void;
};

const goTo = ({ server, tool }: CallView): void => goToTool({ server, tool });

export function CallTable({ calls, waiting, known, now, busy, onEnd }: Props) {
  const above = Math.min(waiting.length, MOST_WAITING);
  const { rows, opened, toggle, current, events } = useCallRows(calls, above, onEnd);
  return (
    <VirtualTable
      className={styles.grid}
      label="Calls"
      rows={rows}
      rowCount={calls.length + above}
      columnCount={COLUMNS.length}
      aria-busy={busy}
      head={COLUMNS.map((column) => (
        <div key={column} role="columnheader" data-column={column.toLowerCase()}>
          {column}
        </div>
      ))}
      above={above > 0 ? <PendingApprovalRows waiting={waiting} now={now} /> : null}
      {...events}
    >
      {(index, top) => {
        const call = calls[index];
        return call ? (
          <CallRow
            key={call.id}
            call={call}
            position={index}
            index={index + above}
            top={top}
            current={index === current}
            open={call.id === opened}
            known={known.has(idOf(call))}
            now={now}
            onToggle={toggle}
            onGoTo={goTo}
          />
        ) : null;
      }}
    </VirtualTable>
  );
}
