// How the last reading went: when, in which protocol, how fast; and since when somebody is signed in.
import type { ServerView } from "../../backend";
import { ago } from "../../shared/ago";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { ERA_WORDS, latencyWords, readWords } from "./server-words";
import styles from "./reach-list.module.css";

export function ServerFacts({ server, now }: { server: ServerView; now: number }) {
  const { protocol, era, latencyMs, signedIn } = server;
  return (
    <Section title="Last reading">
      <dl className={styles.list}>
        <dt>When</dt>
        <dd title={server.readAt ?? undefined}>{readWords(server, now)}</dd>
        {protocol === null ? null : (
          <>
            <dt>Protocol</dt>
            <dd>
              <ServerText text={protocol} />
              {era ? ` · ${ERA_WORDS[era]}` : null}
            </dd>
          </>
        )}
        {latencyMs === null ? null : (
          <>
            <dt>Latency</dt>
            <dd>{latencyWords(latencyMs)}</dd>
          </>
        )}
        {signedIn === null ? null : (
          <>
            <dt>Signed in</dt>
            <dd title={signedIn}>{ago(signedIn, now)}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}
