// Row of a call and, if it is open, the detail with its arguments.
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { CallView } from "../../backend";
import { TableRow } from "../../kit/table";
import { exactly } from "../../shared/day";
import { HintBadge } from "../../shared/hint-badge";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { formatLatency } from "../servers/strings";
import { CallDetail } from "./call-detail";
import { callDecision, callReason, callResult } from "./status";
import { formatClock, strings } from "./strings";
import styles from "./call-table.module.css";

const text = strings.callTable;

type Props = {
  call: CallView;
  /** Index among the calls. */
  position: number;
  /** Index among all rows below the header. */
  index: number;
  top: number;
  current: boolean;
  open: boolean;
  /** The tool is in the catalog. */
  known: boolean;
  now: number;
  onToggle: (id: number) => void;
  onGoTo: (call: CallView) => void;
};

export const CallRow = memo(function CallRow(props: Props) {
  const { call, position, index, top, current, open, known, now, onToggle, onGoTo } = props;
  const { id, at, client, tool, badges, verdict, tookMs } = call;
  const stop = current ? 0 : -1;
  const Chevron = open ? ChevronDown : ChevronRight;
  const decision = callDecision(verdict);
  const Icon = decision.icon;
  const result = callResult(call);
  const [behaviour] = badges;
  return (
    <div
      className={styles.call}
      role="presentation"
      style={{ transform: `translateY(${top}px)` }}
      data-call={id}
      data-open={open || undefined}
    >
      <TableRow
        index={index}
        aria-selected={current}
        tabIndex={stop}
        data-testid="call"
        data-position={position}
        onClick={(event) => {
          if (!(event.target as Element).closest("[data-tool-link]")) onToggle(id);
        }}
      >
        <div role="gridcell" className={styles.time}>
          <button
            type="button"
            className={styles.toggle}
            tabIndex={stop}
            aria-expanded={open}
            aria-label={text.argumentsOf(asPlainString(tool))}
          >
            <Chevron size={12} strokeWidth={2.25} aria-hidden="true" />
          </button>
          <time dateTime={at} title={exactly(at)}>
            {formatClock(at, now, true)}
          </time>
        </div>
        <ServerText role="gridcell" className={styles.client} text={client ?? text.noClient} limit={1} />
        <div role="gridcell" className={styles.tool}>
          {known ? (
            <button type="button" className={styles.link} tabIndex={stop} data-tool-link onClick={() => onGoTo(call)}>
              <ServerText text={tool} limit={1} />
            </button>
          ) : (
            <ServerText text={tool} limit={1} />
          )}
        </div>
        <div role="gridcell">{behaviour ? <HintBadge {...behaviour} /> : null}</div>
        <div role="gridcell" className={styles.decision} data-tone={decision.tone}>
          <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          {decision.label}
        </div>
        <ServerText role="gridcell" className={styles.reason} text={callReason(call)} limit={2} />
        <div role="gridcell" className={styles.latency}>
          {formatLatency(tookMs)}
        </div>
        <div role="gridcell" className={styles.result} data-tone={result.tone}>
          {result.label}
        </div>
      </TableRow>
      {open ? <CallDetail call={call} /> : null}
    </div>
  );
});
