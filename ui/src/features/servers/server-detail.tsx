// Details of one server: actions, failure, connection, trust, inference settings, last scan and output.
import type { ServerView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { sentence } from "../../shared/error-message";
import { useNavigation } from "../../shared/navigation";
import { Section } from "../../shared/section";
import { ServerState, STATE_WORD } from "../../shared/server-state";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { ConnectionValues } from "./connection-values";
import { NewOperations } from "./new-operations";
import { ScanProblems } from "./scan-problems";
import { useScans } from "./scans";
import { ServerActionButtons } from "./server-actions";
import { FailureMessage } from "./server-failure";
import { ServerFacts } from "./server-facts";
import { ServerOutput } from "./server-output";
import { ServerSettings } from "./server-settings";
import { ServerTrust } from "./server-trust";
import { hasOutput } from "./server-kind";
import { formatOperations, formatScannedAt, formatScanPhase, KIND_LABELS, strings } from "./strings";
import styles from "./server-detail.module.css";

const text = strings.detail;

type Props = {
  server: ServerView;
  /** The active toolset, if it offers none of the server's tools. */
  hiddenBy: string | null;
  readOnly: boolean;
};

export function ServerDetail({ server, hiddenBy, readOnly }: Props) {
  const running = useScans((state) => state.running[server.name]);
  const now = useNow();
  const state = running ? "connecting" : server.state;
  const operations = formatOperations(server);
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <ServerText text={server.name} />
        </h2>
        <p className={styles.state} role="status">
          <ServerState state={state} silent />
          {running ? formatScanPhase(running) : STATE_WORD[state]}
          <span>· {KIND_LABELS[server.connection.kind]}</span>
          <span>· {counted(server.tools, "tool")}</span>
          {operations === null ? null : <span>· {operations}</span>}
          {server.live && !running ? <span>{text.live}</span> : null}
        </p>
        <ServerActionButtons server={server} readOnly={readOnly} />
      </header>
      {hiddenBy === null ? null : (
        <Section title={text.hidden}>
          <div className={styles.callout}>
            <Callout tone="warning">
              {text.hiddenBy} <ServerText text={hiddenBy} />. {text.hiddenAction}{" "}
              <LinkButton onClick={() => useNavigation.getState().showToolset(hiddenBy)}>{text.openToolset}</LinkButton>
            </Callout>
          </div>
        </Section>
      )}
      {server.signInPage === null ? null : (
        <Section title={text.signInPage}>
          <p className={styles.stale}>{text.signInPageAbout}</p>
          <code className={styles.page} data-testid="sign-in-page">
            <ServerText text={server.signInPage} />
          </code>
        </Section>
      )}
      {server.failure && !running ? (
        <Section title={state === "needsSignIn" ? text.signInRequired : text.scanFailed}>
          <FailureMessage failure={server.failure} />
          {server.stale ? (
            <p className={styles.stale}>{text.outdated(server.tools, formatScannedAt(server, now))}</p>
          ) : null}
        </Section>
      ) : null}
      {server.truncation === null ? null : (
        <Section title={text.truncated}>
          <div className={styles.callout}>
            <Callout tone="warning">
              <ServerText text={`${sentence(server.truncation)}.`} multiline />
            </Callout>
          </div>
        </Section>
      )}
      <NewOperations server={server} disabled={readOnly || state === "connecting"} />
      <ScanProblems server={server.name} />
      <Section title={text.connection}>
        <ConnectionValues connection={server.connection} />
      </Section>
      <ServerTrust server={server} readOnly={readOnly} />
      <ServerSettings server={server} readOnly={readOnly} />
      <ServerFacts server={server} now={now} />
      {hasOutput(server) ? <ServerOutput server={server} /> : null}
    </>
  );
}
