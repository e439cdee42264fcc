// Header row of a group; a click collapses or expands the group.
import { ChevronDown, ChevronRight } from "lucide-react";
import type { Row } from "./row-model";
import { ServerText } from "../../shared/server-text";
import styles from "./group-header.module.css";

type Props = { group: Extract<Row, { kind: "group" }>; onToggle: (key: string) => void; span?: number };

export function GroupHeader({ group, onToggle, span }: Props) {
  const Chevron = group.collapsed ? ChevronRight : ChevronDown;
  return (
    <div role="gridcell" className={styles.cell} aria-colspan={span}>
      <button
        type="button"
        className={styles.header}
        aria-expanded={!group.collapsed}
        onClick={() => onToggle(group.key)}
      >
        <Chevron size={12} strokeWidth={2.25} aria-hidden="true" />
        <ServerText text={group.label} />
        <span>{group.count.toLocaleString("en")}</span>
        {group.note ? (
          <span className={styles.note} title={group.note}>
            {group.note}
          </span>
        ) : null}
      </button>
    </div>
  );
}
