// Detail of a call: names and kinds of its arguments, and their values if they were logged.
import type { CallView } from "../../backend";
import { CopyButton } from "../../kit/copy-button";
import { couldNotCopy } from "../../shared/could-not-copy";
import { exactly } from "../../shared/day";
import { HintBadges } from "../../shared/hint-badge";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { argumentsHeight, detailHeight, MOST_ARGUMENTS } from "./call-heights";
import { whyOf } from "./labels";
import styles from "./call-detail.module.css";

/** Maximum of rendered arguments; the copied JSON contains all of them. */
const MOST = 60;

export function CallDetail({ call }: { call: CallView }) {
  const { server, tool, client, at, arguments: all, badges } = call;
  const why = whyOf(call);
  const more = all.length - MOST;
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
          </span>
          <HintBadges badges={badges} />
          <CopyButton
            className={styles.copy ?? ""}
            label="Copy the call as JSON"
            text={`${JSON.stringify(call, null, 2)}\n`}
            onFailed={couldNotCopy}
          />
        </p>
        {why === "" ? null : (
          <p className={styles.why} title={asPlainString(why)}>
            <ServerText text={why} />
          </p>
        )}
        {all.length === 0 ? (
          <p className={styles.none}>Called without arguments.</p>
        ) : (
          <ul
            className={styles.arguments}
            style={{ height: argumentsHeight(call) }}
            aria-label="Arguments"
            tabIndex={all.length > MOST_ARGUMENTS ? 0 : undefined}
          >
            {all.slice(0, MOST).map(({ name, kind, value }, index) => (
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
            {more > 0 ? <li className={styles.kind}>{`and ${more.toLocaleString("en")} more, which the copy holds`}</li> : null}
          </ul>
        )}
      </div>
    </div>
  );
}
