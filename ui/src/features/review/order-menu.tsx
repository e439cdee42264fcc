// Menu for the order of the queue.
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "../../kit/menu";
import { useReviewSession } from "../../shared/review-session";
import type { QueueOrder } from "../../shared/review-session";
import styles from "./order-menu.module.css";

const ORDERS: readonly { value: QueueOrder; label: string }[] = [
  { value: "danger", label: "Most dangerous first" },
  { value: "server", label: "By server" },
  { value: "name", label: "By name" },
];

export function OrderMenu() {
  const { order, setOrder } = useReviewSession();
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.order}>
          <span>Order</span> <b>{ORDERS.find(({ value }) => value === order)?.label}</b>
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoice value={order} choices={ORDERS} onChange={setOrder} />
    </Menu>
  );
}
