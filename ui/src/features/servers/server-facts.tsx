// Facts about the last scan: time, protocol and latency; parameter coverage; time of the sign-in.
import { useQuery } from "@tanstack/react-query";
import type { ServerView } from "../../backend";
import { coverageQuery } from "../../backend/queries";
import { ago } from "../../shared/ago";
import { coverageLabel } from "../../shared/coverage-label";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { ERA_LABELS, formatLatency, formatScannedAt, strings } from "./strings";
import styles from "./connection-values.module.css";

const text = strings.facts;

export function ServerFacts({ server, now }: { server: ServerView; now: number }) {
  const { protocol, era, latencyMs, signedIn, name } = server;
  const described = useQuery(coverageQuery).data?.find((row) => !row.isToolset && row.name === name);
  return (
    <Section title={text.title}>
      <dl className={styles.list}>
        <dt>{text.when}</dt>
        <dd title={server.scannedAt ?? undefined}>{formatScannedAt(server, now)}</dd>
        {protocol === null ? null : (
          <>
            <dt>{text.protocol}</dt>
            <dd>
              <ServerText text={protocol} />
              {era ? ` · ${ERA_LABELS[era]}` : null}
            </dd>
          </>
        )}
        {latencyMs === null ? null : (
          <>
            <dt>{text.latency}</dt>
            <dd>{formatLatency(latencyMs)}</dd>
          </>
        )}
        {described === undefined || described.tools === 0 ? null : (
          <>
            <dt>{text.parameters}</dt>
            <dd data-testid="coverage">{coverageLabel(described.coverage)}</dd>
          </>
        )}
        {signedIn === null ? null : (
          <>
            <dt>{text.signedIn}</dt>
            <dd title={signedIn}>{ago(signedIn, now)}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}
