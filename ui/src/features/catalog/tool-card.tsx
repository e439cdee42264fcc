// One card of the catalog. Drawn by the hundred while scrolling: few nodes, no handlers, memoised.
import { memo } from "react";
import type { ToolCard as Card } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
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

type Flag = "malformed" | "drifted" | "suspended" | "reviewed";

const FLAG_WORDS: Record<Flag, string> = {
  malformed: "Malformed",
  drifted: "Drifted",
  suspended: "A decision is suspended",
  reviewed: "Reviewed",
};

function flagsOf({ problems, review, suspended }: Card): Flag[] {
  const flags: Flag[] = [];
  if (problems > 0) flags.push("malformed");
  if (suspended) flags.push("suspended");
  if (review === "drifted" || review === "reviewed") flags.push(review);
  return flags;
}

export const ToolCard = memo(function ToolCard({ card, position, column, selected, tabbable, wraps }: Props) {
  const flags = flagsOf(card);
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
      {flags.length > 0 ? (
        <span className={styles.top}>
          <ServerText text={card.title} className={styles.title} limit={1} />
          {flags.map((flag) => (
            <span key={flag} className={styles.flag} data-flag={flag}>
              {flag === "malformed" || flag === "drifted" ? FLAG_WORDS[flag] : <VisuallyHidden>{FLAG_WORDS[flag]}</VisuallyHidden>}
            </span>
          ))}
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
