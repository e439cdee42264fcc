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
import { clockOf } from "../approvals/labels";
import { clock } from "./labels";
import styles from "./call-table.module.css";

/** Maximum of rows; the next approvals appear as these are answered. */
export const MOST_WAITING = 8;

export function PendingApprovalRows({ waiting, now }: { waiting: readonly ApprovalView[]; now: number }) {
  return (
    <div role="rowgroup" aria-label="Waiting">
      {waiting.slice(0, MOST_WAITING).map((approval, index) => (
        <WaitingRow key={approval.nonce} approval={approval} index={index} now={now} />
      ))}
    </div>
  );
}

function WaitingRow({ approval, index, now }: { approval: ApprovalView; index: number; now: number }) {
  const bring = useApprovalQueue((queue) => queue.bring);
  const { nonce, askedAt, client, origin, tool, badges, because, secondsLeft } = approval;
  const [behaviour] = badges;
  return (
    <TableRow index={index} data-testid="waiting-call">
      <div role="gridcell" className={styles.time}>
        <time dateTime={askedAt} title={exactly(askedAt)}>
          {clock(askedAt, now, true)}
        </time>
      </div>
      <ServerText role="gridcell" className={styles.client} text={client ?? (origin === "window" ? "This window" : "–")} limit={1} />
      <div role="gridcell" className={styles.tool}>
        <ServerText text={tool} limit={1} />
      </div>
      <div role="gridcell">{behaviour ? <HintBadge {...behaviour} /> : null}</div>
      <div role="gridcell" className={styles.decision} data-tone="warn">
        <Clock size={12} strokeWidth={2.25} aria-hidden="true" />
        Waiting
      </div>
      <ServerText role="gridcell" className={styles.why} text={`Denied in ${clockOf(secondsLeft)} · ${because}`} limit={2} />
      <div role="gridcell" className={styles.took} />
      <div role="gridcell">
        <LinkButton aria-label={`Answer… (${asPlainString(clip(tool, 80))})`} onClick={() => bring(nonce)}>
          Answer…
        </LinkButton>
      </div>
    </TableRow>
  );
}
