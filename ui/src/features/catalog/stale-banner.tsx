// Banner above the tools of a server whose last scan failed: the tools are those of the scan before.
import { CircleAlert } from "lucide-react";
import type { ServerView } from "../../backend";
import { ago } from "../../shared/ago";
import { exactly } from "../../shared/day";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { FailedActions } from "../servers/failed-actions";
import { strings } from "./strings";
import styles from "./stale-banner.module.css";

export function StaleBanner({ server }: { server: ServerView }) {
  const now = useNow();
  const { failure, scannedAt } = server;
  const needsSignIn = server.state === "needsSignIn";
  return (
    <section className={styles.banner} aria-label={strings.stale.label} data-testid="stale">
      <CircleAlert size={14} aria-hidden="true" />
      <p>
        <b>
          <ServerText text={server.name} /> {needsSignIn ? strings.stale.needsSignIn : strings.stale.failed}
        </b>{" "}
        {scannedAt === null ? null : (
          <>
            {strings.stale.lastScan} <time dateTime={scannedAt} title={exactly(scannedAt)}>{ago(scannedAt, now)}</time>.{" "}
          </>
        )}
        {failure && !needsSignIn ? <ServerText text={`${sentence(failure.message)}.`} limit={4} /> : null}
      </p>
      <FailedActions server={server} again={strings.stale.rescan} />
    </section>
  );
}
