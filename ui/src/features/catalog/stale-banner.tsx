// Banner above the tools of a server whose last scan failed: the tools are those of the scan before.
import { CircleAlert } from "lucide-react";
import type { ServerView } from "../../backend";
import { ago } from "../../shared/ago";
import { exactly } from "../../shared/day";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { FailedActions } from "../servers/failed-actions";
import styles from "./stale-banner.module.css";

export function StaleBanner({ server }: { server: ServerView }) {
  const now = useNow();
  const { failure, scannedAt } = server;
  const needsSignIn = server.state === "needsSignIn";
  return (
    <section className={styles.banner} aria-label="These tools may be out of date" data-testid="stale">
      <CircleAlert size={14} aria-hidden="true" />
      <p>
        <b>
          <ServerText text={server.name} /> {needsSignIn ? "asks you to sign in again." : "could not be read again."}
        </b>{" "}
        {scannedAt === null ? null : (
          <>
            These tools were read <time dateTime={scannedAt} title={exactly(scannedAt)}>{ago(scannedAt, now)}</time>.{" "}
          </>
        )}
        {failure && !needsSignIn ? <ServerText text={`${sentence(failure.message)}.`} limit={4} /> : null}
      </p>
      <FailedActions server={server} again="Read again" />
    </section>
  );
}
