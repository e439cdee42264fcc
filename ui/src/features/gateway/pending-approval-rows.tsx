// Rows of pending approvals, above the logged calls; the button of a row opens its approval.
import { Clock } from "lucide-react";
import type { ApprovalView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { TableRow } from "../../kit/table";
import { clip } from "../../shared/clip";
import { exactly } from "../../shared/day";
import { asPlainString } from "../../shared/hidden-characters";
import { HintBadge } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { useApprovalQueue } from "../approvals/approval-queue";
import { formatTimeLeft } from "../approvals/strings";
import { formatClock, strings } from "./strings";
import styles from "./call-table.module.css";

const text = strings.pendingRow;

/** Maximum of rows; the next approvals appear as these are answered. */
export const MAX_PENDING_ROWS = 8;

export function PendingApprovalRows({ pending, now }: { pending: readonly ApprovalView[]; now: number }) {
  return (
    <div role="rowgroup" aria-label={text.group}>
      {pending.slice(0, MAX_PENDING_ROWS).map((approval, index) => (
        <PendingRow key={approval.nonce} approval={approval} index={index} now={now} />
      ))}
    </div>
  );
}

function PendingRow({ approval, index, now }: { approval: ApprovalView; index: number; now: number }) {
  const show = useApprovalQueue((queue) => queue.show);
  const { nonce, askedAt, client, origin, tool, badges, because, secondsLeft } = approval;
  const [behaviour] = badges;
  return (
    <TableRow index={index} data-testid="waiting-call">
      <div role="gridcell" className={styles.time}>
        <time dateTime={askedAt} title={exactly(askedAt)}>
          {formatClock(askedAt, now, true)}
        </time>
      </div>
      <ServerText role="gridcell" className={styles.client} text={client ?? (origin === "window" ? text.desktopApp : strings.callTable.noClient)} limit={1} />
      <div role="gridcell" className={styles.tool}>
        <ServerText text={tool} limit={1} />
      </div>
      <div role="gridcell">{behaviour ? <HintBadge {...behaviour} /> : null}</div>
      <div role="gridcell" className={styles.decision} data-tone="warn">
        <Clock size={12} strokeWidth={2.25} aria-hidden="true" />
        {text.decision}
      </div>
      <ServerText role="gridcell" className={styles.reason} text={text.reason(formatTimeLeft(secondsLeft), because)} limit={2} />
      <div role="gridcell" className={styles.latency} />
      <div role="gridcell">
        <LinkButton aria-label={text.answerTool(asPlainString(clip(tool, 80)))} onClick={() => show(nonce)}>
          {text.answer}
        </LinkButton>
      </div>
    </TableRow>
  );
}
