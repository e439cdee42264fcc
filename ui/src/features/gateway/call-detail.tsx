// Detail of a call: names and kinds of its arguments, and their values if they were logged.
import type { CallView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { couldNotCopy } from "../../shared/could-not-copy";
import { exactly } from "../../shared/day";
import { goToTool } from "../../shared/go-to-tool";
import { HintBadges } from "../../shared/hint-badge";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { formatLatency } from "../servers/strings";
import { argumentsHeight, detailHeight, MAX_VISIBLE_ARGUMENTS } from "./call-heights";
import { callReason } from "./status";
import { strings } from "./strings";
import styles from "./call-detail.module.css";

const text = strings.callDetail;

/** Maximum of rendered arguments; the copied JSON contains all of them. */
const MAX_RENDERED = 60;

export function CallDetail({ call }: { call: CallView }) {
  const { server, tool, client, at, arguments: all, badges, tookMs } = call;
  const reason = callReason(call);
  const more = all.length - MAX_RENDERED;
  return (
    <div role="row" className={styles.detail} style={{ height: detailHeight(call) }} data-testid="call-detail">
      <div role="gridcell" aria-colspan={8} className={styles.cell}>
        <p className={styles.facts}>
          <code>
            <ServerText text={`${server}.${tool}`} limit={2} />
          </code>
          <span>
            {client === null ? null : (
              <>
                <ServerText text={client} limit={1} />
                {", "}
              </>
            )}
            {exactly(at)}
            {/* A narrow table has no column for it. */}
            {tookMs === null ? null : <span className={styles.took}>, {formatLatency(tookMs)}</span>}
          </span>
          <HintBadges badges={badges} />
          {call.verdict === "unknown" ? null : (
            <LinkButton
              aria-label={text.approvalModeOf(asPlainString(tool))}
              onClick={() => goToTool({ server, tool }, "approval")}
            >
              {text.approvalMode}
            </LinkButton>
          )}
          <CopyButton
            className={styles.copy ?? ""}
            label={text.copy}
            text={`${JSON.stringify(call, null, 2)}\n`}
            onFailed={couldNotCopy}
          />
        </p>
        {reason === "" ? null : (
          <p className={styles.why} title={asPlainString(reason)}>
            <ServerText text={reason} />
          </p>
        )}
        {all.length === 0 ? (
          <p className={styles.none}>{text.noArguments}</p>
        ) : (
          <ul
            className={styles.arguments}
            style={{ height: argumentsHeight(call) }}
            aria-label={text.arguments}
            tabIndex={all.length > MAX_VISIBLE_ARGUMENTS ? 0 : undefined}
          >
            {all.slice(0, MAX_RENDERED).map(({ name, kind, value }, index) => (
              <li key={index}>
                <ServerText className={styles.name} text={name} limit={1} />
                <ServerText className={styles.kind} text={kind} limit={1} />
                {value === null ? null : (
                  <span className={styles.value} title={asPlainString(value)}>
                    <ServerText text={value} limit={4} />
                  </span>
                )}
              </li>
            ))}
            {more > 0 ? <li className={styles.kind}>{text.more(more)}</li> : null}
          </ul>
        )}
      </div>
    </div>
  );
}
