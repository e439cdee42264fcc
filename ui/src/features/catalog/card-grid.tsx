// The virtualised grid of cards: draws only what is seen, keeps the selected row alive, moves with the arrow keys.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import type { CSSProperties, FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { ToolCard as Card } from "../../backend";
import { GroupHeader } from "./group-header";
import { badgesWrap, cardWidth, OVERSCAN } from "./layout";
import type { Move, RowModel } from "./row-model";
import { CARD_HEIGHT, GROUP_HEIGHT, heightOf, rowAt } from "./row-model";
import { ToolCard } from "./tool-card";
import { ToolTooltip } from "./tool-tooltip";
import { useGridFocus } from "./use-grid-focus";
import { useSize } from "./use-size";
import styles from "./card-grid.module.css";

const PADDING = 12;
const MOVES: Record<string, Move> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

type Props = {
  cards: readonly Card[];
  model: RowModel;
  position: number;
  label: string;
  onSelect: (position: number) => void;
  onMove: (move: Move) => void;
  onToggle: (group: string) => void;
  onSize: (width: number, height: number) => void;
};

export function CardGrid({ cards, model, position, label, onSelect, onMove, onToggle, onSize }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const { rows, order, columns } = model;
  const size = useSize(root, onSize);
  const selectedRow = position < 0 ? -1 : rowAt(rows, position);

  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.kind === "group" ? row.key : `cards:${row?.from ?? index}`;
    },
    [rows],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (selectedRow < 0 || drawn.includes(selectedRow)) return drawn;
      return [...drawn, selectedRow].sort((a, b) => a - b);
    },
    [selectedRow],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: (index) => (rows[index] ? heightOf(rows[index]) : 0),
    getItemKey: rowKey,
    rangeExtractor,
    overscan: OVERSCAN,
    paddingStart: rows[0]?.kind === "cards" ? PADDING : 0,
    paddingEnd: PADDING / 3,
  });

  const reveal = useCallback(() => {
    const element = root.current;
    const item = virtualizer.measurementsCache[selectedRow];
    if (!element || !item) return;
    const top = item.start - (rows[selectedRow - 1]?.kind === "group" ? GROUP_HEIGHT : PADDING);
    const bottom = item.start + CARD_HEIGHT + PADDING;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [virtualizer, rows, selectedRow]);
  const selectedCard = position < 0 ? undefined : cards[order[position] ?? -1];
  const selectedKey = selectedCard ? `${selectedCard.server}.${selectedCard.name}` : null;
  useGridFocus(root, { key: selectedKey, position, reveal });

  const items = virtualizer.getVirtualItems();
  const drewCards = items.some((item) => rows[item.index]?.kind === "cards");
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (drewCards && !dataset.firstCard) {
      dataset.firstCard = String(Math.round(performance.timeOrigin + performance.now()));
    }
  }, [drewCards]);

  const onClick = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    if (at !== undefined) onSelect(Number(at));
  };
  // Keys act on the selected tool, so the card that has the focus must be the selected one.
  const onFocus = (event: FocusEvent) => {
    const at = (event.target as HTMLElement).dataset.position;
    if (at !== undefined && Number(at) !== position) onSelect(Number(at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = (event.target as HTMLElement).dataset.position;
    if (at === undefined) return; // a group header keeps its own keys
    const move = MOVES[event.key];
    if (move) onMove(move);
    else if (event.key === "Enter" || event.key === " ") onSelect(Number(at));
    else return;
    event.preventDefault();
  };

  const width = cardWidth(size.width - 2 * PADDING, columns);
  const firstTabbable = useMemo(() => {
    if (position >= 0) return position;
    for (const item of items) {
      const row = rows[item.index];
      if (row?.kind === "cards") return row.from;
    }
    return 0;
  }, [position, items, rows]);

  return (
    <>
      <div
        ref={root}
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length}
        aria-colcount={columns}
        onClick={onClick}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <div
          className={styles.rows}
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize(), "--columns": columns } as CSSProperties}
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
                    return (
                      <ToolCard
                        key={`${card.server}.${card.name}`}
                        card={card}
                        position={at}
                        column={column}
                        selected={at === position}
                        tabbable={at === firstTabbable}
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
