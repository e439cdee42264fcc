// Empty states of the calls: an introduction while the gateway is off, no calls yet, or no match for the filter.
import { ArrowLeftRight, SearchX } from "lucide-react";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { strings } from "./strings";
import { useSwitchGateway } from "./use-gateway-mutations";
import styles from "./calls-section.module.css";

const text = strings.noCalls;

export function NoCalls({ isOn, readOnly }: { isOn: boolean; readOnly: boolean }) {
  const { mutate: switchGateway, isPending } = useSwitchGateway();
  if (isOn) {
    return (
      <EmptyState icon={ArrowLeftRight} title={text.onTitle}>
        <p className={styles.empty}>{text.on}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ArrowLeftRight} title={text.offTitle}>
      <p className={styles.empty}>{text.off}</p>
      <Button
        className={styles.start ?? ""}
        disabled={readOnly}
        aria-busy={isPending}
        data-testid="start-gateway"
        onClick={() => {
          if (!isPending) switchGateway(true);
        }}
      >
        {text.start}
      </Button>
    </EmptyState>
  );
}

export const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={title}
    action={
      <Button size="small" onClick={onClear}>
        {strings.calls.showAll}
      </Button>
    }
  />
);
