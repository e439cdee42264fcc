// Hint badge: icon, label, and a border style for the source of the value. CSS draws the icon, to save DOM nodes in cards.
import type { Badge, BadgeKind } from "../backend";
import { BADGE_LABEL, MARK_LABELS } from "./hints";
import styles from "./hint-badge.module.css";

export function HintBadge({ kind, mark }: Badge) {
  return (
    <span
      className={styles.badge}
      role="img"
      aria-label={`${BADGE_LABEL[kind]}, ${MARK_LABELS[mark]}`}
      data-hint={kind.toLowerCase()}
      data-mark={mark}
    >
      {BADGE_LABEL[kind]}
    </span>
  );
}

/** Icon and label without a border, for rows with little space. */
export function HintLabel({ kind }: { kind: BadgeKind }) {
  return (
    <span className={styles.badge} data-hint={kind.toLowerCase()} data-bare>
      {BADGE_LABEL[kind]}
    </span>
  );
}

export function HintBadges({ badges }: { badges: readonly Badge[] }) {
  return (
    <span className={styles.badges}>
      {badges.map((badge) => (
        <HintBadge key={badge.kind} {...badge} />
      ))}
    </span>
  );
}
