// Gateway page: switch, address, connected clients, upstream servers, and the call log.
import type { Catalog } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { FailedState } from "../../shared/failed-state";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { AddressSection } from "./address-section";
import { CallsSection } from "./calls-section";
import { ClientsSection } from "./clients-section";
import { GatewayHead } from "./gateway-head";
import { useGateway } from "./queries";
import { ServersSection } from "./servers-section";
import { strings } from "./strings";
import { useSwitchGateway } from "./use-gateway-mutations";
import page from "../../shared/page.module.css";
import styles from "./gateway-page.module.css";

export function GatewayPage({ catalog }: { catalog: Catalog }) {
  const { data: view, error, refetch } = useGateway();
  const now = useNow();
  const readOnly = catalog.readOnly !== null;
  return (
    <main className={page.main} data-testid="gateway">
      <GatewayHead view={view} catalog={catalog} now={now} />
      {view ? (
        <div className={styles.body}>
          {view.problem === null ? null : view.running ? (
            <NoToolsOffered why={view.problem} />
          ) : (
            <NotStarted why={view.problem} readOnly={readOnly} />
          )}
          {error ? (
            <div className={styles.wrong}>
              <Callout tone="error">
                {strings.page.outdated} <ServerText text={errorMessage(asBackendError(error))} />
              </Callout>
            </div>
          ) : null}
          <div className={styles.columns}>
            <AddressSection view={view} readOnly={readOnly} />
            <ClientsSection view={view} now={now} />
            <ServersSection servers={view.servers} isOn={view.running !== null} />
          </div>
          <CallsSection catalog={catalog} isOn={view.running !== null} now={now} readOnly={readOnly} />
        </div>
      ) : error ? (
        <FailedState title={strings.page.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label={strings.page.loading}>
          {Array.from({ length: 8 }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
    </main>
  );
}

/** Error if the environment or toolset that the gateway serves was removed. */
function NoToolsOffered({ why }: { why: string }) {
  return (
    <div className={styles.wrong}>
      <Callout tone="error">
        <span data-testid="gateway-failed">
          {strings.problem.noTools} <ServerText text={`${sentence(why)}.`} multiline /> {strings.problem.noToolsAction}
        </span>
      </Callout>
    </div>
  );
}

function NotStarted({ why, readOnly }: { why: string; readOnly: boolean }) {
  const { mutate: switchGateway, isPending } = useSwitchGateway();
  return (
    <div className={styles.wrong}>
      <Callout tone="error">
        <div className={styles.failed} data-testid="gateway-failed">
          <span>
            {strings.problem.notRunning} <ServerText text={`${sentence(why)}.`} multiline /> {strings.problem.notRunningAction}
          </span>
          <Button
            size="small"
            disabled={readOnly}
            aria-busy={isPending}
            onClick={() => {
              if (!isPending) switchGateway(true);
            }}
          >
            {strings.problem.retry}
          </Button>
        </div>
      </Callout>
    </div>
  );
}
