// Sort menu of the queue.
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "../../kit/menu";
import { useReviewSession } from "../../shared/review-session";
import type { QueueOrder } from "../../shared/review-session";
import { strings } from "./strings";
import styles from "./order-menu.module.css";

const ORDERS: readonly { value: QueueOrder; label: string }[] = [
  { value: "danger", label: strings.sort.danger },
  { value: "calls", label: strings.sort.calls },
  { value: "module", label: strings.sort.module },
  { value: "server", label: strings.sort.server },
  { value: "name", label: strings.sort.name },
];

export function OrderMenu() {
  const { order, setOrder } = useReviewSession();
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.order}>
          <span>{strings.sort.label}</span> <b>{ORDERS.find(({ value }) => value === order)?.label}</b>
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoice value={order} choices={ORDERS} onChange={setOrder} />
    </Menu>
  );
}
