// One card of the catalog. Drawn by the hundred while scrolling: few nodes, no handlers, memoised.
import { CircleAlert } from "lucide-react";
import { memo } from "react";
import type { ToolCard as Card } from "../../backend";
import { HintBadges } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import styles from "./tool-card.module.css";

type Props = {
  card: Card;
  position: number;
  column: number;
  selected: boolean;
  tabbable: boolean;
  /** The badges need two lines: the text gives one up. */
  wraps: boolean;
};

export const ToolCard = memo(function ToolCard({ card, position, column, selected, tabbable, wraps }: Props) {
  return (
    <div
      className={styles.card}
      role="gridcell"
      aria-selected={selected}
      aria-colindex={column + 1}
      tabIndex={tabbable ? 0 : -1}
      data-testid="card"
      data-tool={`${card.server}.${card.name}`}
      data-position={position}
      data-changed={card.changed || undefined}
      data-lines={wraps ? 1 : 2}
    >
      {card.problems > 0 ? (
        <span className={styles.top}>
          <ServerText text={card.title} className={styles.title} limit={1} />
          <span className={styles.malformed}>
            <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
            Malformed
          </span>
        </span>
      ) : (
        <ServerText text={card.title} className={styles.title} limit={1} />
      )}
      <ServerText text={card.name} className={styles.name} limit={1} />
      <HintBadges badges={card.badges} />
      <ServerText text={card.description} className={styles.text} limit={0} />
    </div>
  );
});
