// Facts about the last scan: time, protocol and latency; parameter coverage; time of the sign-in.
import { useQuery } from "@tanstack/react-query";
import type { ServerView } from "../../backend";
import { catalogQuery, coverageQuery } from "../../backend/queries";
import { LinkButton } from "../../kit/button";
import { ago } from "../../shared/ago";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { coverageLabel } from "../../shared/coverage-label";
import { useNavigation } from "../../shared/navigation";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { ERA_LABELS, formatLatency, formatScannedAt, strings } from "./strings";
import styles from "./connection-values.module.css";

const text = strings.facts;

export function ServerFacts({ server, now }: { server: ServerView; now: number }) {
  const { protocol, era, latencyMs, signedIn, name } = server;
  const described = useQuery(coverageQuery).data?.find((row) => !row.isToolset && row.name === name);
  const malformed = useQuery({
    ...catalogQuery,
    select: ({ cards }) => cards.filter((card) => card.server === name && card.problems > 0).length,
  }).data;
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
        {malformed === undefined || malformed === 0 ? null : (
          <>
            <dt>{text.malformed}</dt>
            <dd data-testid="malformed">
              {text.malformedTools(malformed)} <LinkButton onClick={() => showMalformed(name)}>{text.showMalformed}</LinkButton>
            </dd>
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

function showMalformed(server: string): void {
  useNavigation.getState().showCatalog(server);
  useCatalogFilter.setState({ query: "has:problem" });
}
