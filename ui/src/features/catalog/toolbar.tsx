// The row above the cards: behaviour chips with counts, and the grouping.
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "../../kit/menu";
import type { Grouping } from "../../shared/view-state";
import { useView } from "../../shared/view-state";
import type { BehaviourCounts } from "./row-model";
import styles from "./toolbar.module.css";

const CHIPS = [
  { value: "all", label: "All" },
  { value: "safe", label: "Safe" },
  { value: "modifying", label: "Modifying" },
  { value: "destructive", label: "Destructive" },
] as const;

const GROUPINGS: readonly { value: Grouping; label: string }[] = [
  { value: "behaviour", label: "Behaviour" },
  { value: "server", label: "Server" },
  { value: "none", label: "None" },
];

export function Toolbar({ counts }: { counts: BehaviourCounts }) {
  const { behaviour, setBehaviour, grouping, setGrouping } = useView();
  return (
    <div className={styles.toolbar}>
      {CHIPS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={behaviour === value}
          onClick={() => setBehaviour(value)}
        >
          {label} <span>{counts[value].toLocaleString("en")}</span>
        </button>
      ))}
      <span className={styles.spacer} />
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.select}>
            <span>Group</span> <b>{GROUPINGS.find((g) => g.value === grouping)?.label}</b>
            <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
          </button>
        }
      >
        <MenuChoice value={grouping} choices={GROUPINGS} onChange={setGrouping} />
      </Menu>
    </div>
  );
}
