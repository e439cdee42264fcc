// Call table: pending approvals, then the logged calls, newest first, with client, tool, decision, reason and result.
import type { ApprovalView, CallView } from "../../backend";
import { VirtualTable } from "../../kit/table";
import { goToTool } from "../../shared/go-to-tool";
import { idOf } from "../../shared/tool-id";
import { CallRow } from "./call-row";
import { useCallRows } from "./use-call-rows";
import { MAX_PENDING_ROWS, PendingApprovalRows } from "./pending-approval-rows";
import { strings } from "./strings";
import styles from "./call-table.module.css";

const COLUMNS = Object.entries(strings.callTable.columns);

type Props = {
  calls: readonly CallView[];
  /** Pending approvals, shown above the calls. */
  pending: readonly ApprovalView[];
  /** Ids of all tools in the catalog. */
  known: ReadonlySet<string>;
  now: number;
  /** Older calls are loading. */
  busy: boolean;
  /** Runs when the end of the loaded calls comes into view. */
  onEnd: () => void;
};

const goTo = ({ server, tool }: CallView): void => goToTool({ server, tool });

export function CallTable({ calls, pending, known, now, busy, onEnd }: Props) {
  const above = Math.min(pending.length, MAX_PENDING_ROWS);
  const { rows, opened, toggle, current, events } = useCallRows(calls, above, onEnd);
  return (
    <VirtualTable
      className={styles.grid}
      label={strings.callTable.label}
      rows={rows}
      rowCount={calls.length + above}
      columnCount={COLUMNS.length}
      aria-busy={busy}
      head={COLUMNS.map(([column, label]) => (
        <div key={column} role="columnheader" data-column={column}>
          {label}
        </div>
      ))}
      above={above > 0 ? <PendingApprovalRows pending={pending} now={now} /> : null}
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
