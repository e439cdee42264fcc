// Table row of a tool. Scrolling renders dozens of them: two nodes per cell, no handlers, memoised.
import { memo } from "react";
import type { HintCell as Cell, HintName, ToolCard } from "../../backend";
import { ListCheckbox } from "../../kit/checkbox";
import { TableRow } from "../../kit/table";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { HINTS, MARK_LABELS, yesNo } from "../../shared/hints";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { flagsOf } from "./flags";
import { formatReviewed } from "./review-label";
import { strings } from "./strings";
import type { TableColumn } from "./table-columns";
import { ToolIcon } from "./tool-icon";
import flags from "./flag.module.css";
import styles from "./table-grid.module.css";

type Props = {
  card: ToolCard;
  columns: readonly TableColumn[];
  position: number;
  /** Index among all rows below the header. */
  index: number;
  top: number;
  selected: boolean;
  marked: boolean;
  tabbable: boolean;
  now: number;
};

export const ToolRow = memo(function ToolRow(props: Props) {
  const { card, columns, position, index, top, selected, marked, tabbable, now } = props;
  return (
    <TableRow
      className={styles.row}
      index={index}
      top={top}
      aria-selected={selected}
      tabIndex={tabbable ? 0 : -1}
      data-testid="row"
      data-tool={cardId(card)}
      data-position={position}
      data-changed={card.changed || undefined}
      data-marked={marked || undefined}
    >
      <div role="gridcell" className={styles.check}>
        <ListCheckbox checked={marked} label={strings.tool.select(asPlainString(card.title))} />
      </div>
      {columns.map(({ id }) => {
        switch (id) {
          case "title":
            return <TitleCell key={id} card={card} />;
          case "name":
          case "server":
            return <ServerText key={id} role="gridcell" className={styles.mono} text={card[id]} limit={1} />;
          case "flags":
            return <FlagsCell key={id} card={card} />;
          case "tokens":
            return (
              <div key={id} role="gridcell" className={styles.number}>
                {card.tokens.toLocaleString("en")}
              </div>
            );
          case "reviewed":
            return (
              <div
                key={id}
                role="gridcell"
                className={card.review === "reviewed" ? `${flags.flag} ${styles.reviewed}` : undefined}
                data-flag="reviewed"
                aria-label={card.review === "reviewed" ? undefined : strings.tool.notReviewed}
              >
                {card.review === "reviewed" ? formatReviewed(card.reviewedAt, now) : null}
              </div>
            );
          default:
            return <HintCell key={id} hint={id} cell={card.hints[HINTS.indexOf(id)]} />;
        }
      })}
    </TableRow>
  );
});

function TitleCell({ card }: { card: ToolCard }) {
  if (!card.icon) return <ServerText role="gridcell" className={styles.title} text={card.title} limit={1} />;
  return (
    <div role="gridcell" className={styles.title}>
      <ToolIcon card={card} />
      <ServerText text={card.title} limit={1} />
    </div>
  );
}

/** Yes is a coloured badge, No a plain label. */
function HintCell({ hint, cell }: { hint: HintName; cell: Cell | undefined }) {
  if (!cell || cell.value === null) {
    const { unusedHint, unusedHintReason } = strings.tool;
    return <div role="gridcell" className={styles.unused} aria-label={unusedHint} title={unusedHintReason} />;
  }
  const { value, mark } = cell;
  return (
    <div
      role="gridcell"
      className={value ? styles.yes : styles.no}
      data-hint={value ? hint.toLowerCase() : undefined}
      data-mark={mark}
      aria-label={`${yesNo(value)}, ${MARK_LABELS[mark]}`}
    >
      {value ? yesNo(value) : null}
    </div>
  );
}

/** The cell fits the full label of one flag; the others show their short label. */
function FlagsCell({ card }: { card: ToolCard }) {
  const visible = flagsOf(card).filter(({ kind }) => kind !== "reviewed");
  return (
    <div role="gridcell" className={styles.flags}>
      {visible.map(({ kind, label, short }, index) => (
        <span key={kind} className={flags.flag} data-flag={kind} title={index > 0 ? label : undefined}>
          {index === 0 ? (
            kind === "suspended" ? strings.flags.suspendedShort : label
          ) : (
            <>
              <VisuallyHidden>{label}</VisuallyHidden>
              {short === label ? null : <span aria-hidden="true">{short}</span>}
            </>
          )}
        </span>
      ))}
    </div>
  );
}
