// Virtualized grid of cards.
import type { CSSProperties } from "react";
import type { ToolCard as Card } from "../../backend";
import { useAppearance } from "../../shared/appearance";
import { cardId } from "../../shared/tool-id";
import { GroupHeader } from "./group-header";
import { badgesWrap, cardWidth } from "./layout";
import type { RowModel } from "./row-model";
import { CARD_HEIGHTS, GAP, GROUP_HEIGHT } from "./row-model";
import { ToolCard } from "./tool-card";
import { ToolTooltip } from "./tool-tooltip";
import { gridEvents } from "./use-grid-events";
import type { GridIntents } from "./use-grid-events";
import { useSize } from "./use-size";
import { useToolRows } from "./use-tool-rows";
import styles from "./card-grid.module.css";

const PADDING = 12;

export type GridProps = {
  cards: readonly Card[];
  model: RowModel;
  position: number;
  label: string;
  /** Tools of several servers are listed. */
  manyServers: boolean;
  marked: ReadonlySet<string>;
  intents: GridIntents;
  onToggle: (group: string) => void;
  onSize: (width: number, height: number) => void;
};

export function CardGrid({ cards, model, position, label, manyServers, marked, intents, onToggle, onSize }: GridProps) {
  const { rows, order, columns } = model;
  const cardHeight = useAppearance(({ density }) => CARD_HEIGHTS[density]);
  const { root, items, height, tabbable } = useToolRows(cards, model, position, {
    group: GROUP_HEIGHT,
    row: cardHeight + GAP,
    head: 0,
    margin: PADDING,
    start: rows[0]?.kind === "cards" ? PADDING : 0,
    end: PADDING - GAP,
  });
  const size = useSize(root, onSize);
  const width = cardWidth(size.width - 2 * PADDING, columns);

  return (
    <>
      <div
        ref={root}
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length}
        aria-colcount={columns}
        data-marking={marked.size > 0 || undefined}
        {...gridEvents(position, intents)}
      >
        <div
          className={styles.rows}
          role="rowgroup"
          style={{ height, "--columns": columns } as CSSProperties}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                className={styles.row}
                role="row"
                aria-rowindex={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === "group" ? (
                  <GroupHeader group={row} onToggle={onToggle} />
                ) : (
                  Array.from({ length: columns }, (_, column) => {
                    const at = row.from + column;
                    const card = at < row.to ? cards[order[at] ?? -1] : undefined;
                    if (!card) return null;
                    const id = cardId(card);
                    return (
                      <ToolCard
                        key={id}
                        card={card}
                        position={at}
                        column={column}
                        selected={at === position}
                        marked={marked.has(id)}
                        tabbable={at === tabbable}
                        namesServer={manyServers}
                        wraps={badgesWrap(card.badges, width)}
                      />
                    );
                  })
                )}
              </div>
            );
          })}
        </div>
      </div>
      <ToolTooltip grid={root} cards={cards} order={order} />
    </>
  );
}
