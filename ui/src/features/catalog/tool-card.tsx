// Catalog card. Scrolling renders hundreds of them: few nodes, no handlers, memoised.
import { memo } from "react";
import type { ToolCard as Card } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ListCheckbox } from "../../kit/checkbox";
import { asPlainString } from "../../shared/hidden-characters";
import { HintBadges } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { flagsOf } from "./flags";
import { strings } from "./strings";
import { ToolIcon } from "./tool-icon";
import flag from "./flag.module.css";
import styles from "./tool-card.module.css";

type Props = {
  card: Card;
  position: number;
  column: number;
  selected: boolean;
  marked: boolean;
  tabbable: boolean;
  /** Tools of several servers are listed, so the name says which. */
  namesServer: boolean;
  /** The badges need two lines, so the description has one line fewer. */
  wraps: boolean;
};

export const ToolCard = memo(function ToolCard(props: Props) {
  const { card, position, column, selected, marked, tabbable, namesServer, wraps } = props;
  const flags = flagsOf(card);
  return (
    <div
      className={styles.card}
      role="gridcell"
      aria-selected={selected}
      aria-colindex={column + 1}
      tabIndex={tabbable ? 0 : -1}
      data-testid="card"
      data-tool={cardId(card)}
      data-position={position}
      data-changed={card.changed || undefined}
      data-marked={marked || undefined}
      data-lines={wraps ? 1 : 2}
    >
      <ListCheckbox checked={marked} label={strings.tool.select(asPlainString(card.title))} className={styles.box} />
      {flags.length > 0 || card.icon ? (
        <span className={styles.top}>
          {card.icon ? <ToolIcon card={card} /> : null}
          <ServerText text={card.title} className={styles.title} limit={1} />
          {flags.map(({ kind, label, short }) => (
            <span key={kind} className={flag.flag} data-flag={kind}>
              {short === label ? label : <VisuallyHidden>{label}</VisuallyHidden>}
              {short === label || short === "" ? null : <span aria-hidden="true">{short}</span>}
            </span>
          ))}
        </span>
      ) : (
        <ServerText text={card.title} className={styles.title} limit={1} />
      )}
      <ServerText text={namesServer ? `${card.server}.${card.name}` : card.name} className={styles.name} limit={1} />
      <HintBadges badges={card.badges} />
      <ServerText text={card.description} className={styles.text} limit={0} />
    </div>
  );
});
