// Empty states of the calls: an introduction while the gateway is off, no calls yet, or no match for the filter.
import { ArrowLeftRight, SearchX } from "lucide-react";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { couldNotCopy } from "../../shared/could-not-copy";
import { EmptyState } from "../../shared/empty-state";
import { useSwitchGateway } from "./use-gateway-mutations";
import styles from "./calls-section.module.css";

const INSTALL = "hintsmith install CLIENT SERVER";

export function NoCalls({ isOn, readOnly }: { isOn: boolean; readOnly: boolean }) {
  const { mutate: switchGateway, isPending } = useSwitchGateway();
  const install = (
    <p className={styles.empty}>
      Or put it in front of one server of one client:{" "}
      <span className={styles.code}>
        <code>{INSTALL}</code>
        <CopyButton label="Copy the install command" text={INSTALL} onFailed={couldNotCopy} />
      </span>
    </p>
  );
  if (isOn) {
    return (
      <EmptyState icon={ArrowLeftRight} title="No calls yet">
        <p className={styles.empty}>Each call of a client is listed here as soon as it is decided.</p>
        {install}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ArrowLeftRight} title="Your servers, as you decided, for every client">
      <p className={styles.empty}>
        The gateway stands between clients and your servers. Clients get the tools with your hints, titles and notes, what
        you edit reaches them at once, and every call is listed here.
      </p>
      <Button
        className={styles.start ?? ""}
        disabled={readOnly}
        aria-busy={isPending}
        data-testid="start-gateway"
        onClick={() => {
          if (!isPending) switchGateway(true);
        }}
      >
        Start the gateway
      </Button>
      {install}
    </EmptyState>
  );
}

export const NoneMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={title}
    action={
      <Button size="small" onClick={onClear}>
        Show all calls
      </Button>
    }
  />
);
