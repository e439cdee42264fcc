// The catalog as a dense table: the same rows as the cards, one tool in each.
import type { CSSProperties } from "react";
import { useMemo, useRef } from "react";
import { cardId } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import type { GridProps } from "./card-grid";
import { GroupHeader } from "./group-header";
import { columnsIn, ROW_HEIGHT, templateOf } from "./table-columns";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { ToolTooltip } from "./tool-tooltip";
import { gridEvents } from "./use-grid-events";
import type { GridIntents } from "./use-grid-events";
import { useSize } from "./use-size";
import { useVirtualRows } from "./use-virtual-rows";
import styles from "./table-grid.module.css";

const OVERSCAN = 1;

type Props = GridProps & {
  manyServers: boolean;
  /** Everything that is listed is marked. */
  allMarked: boolean;
  onMarkAll: () => void;
  onClearMarks: () => void;
};

export function TableGrid(props: Props) {
  const { cards, model, position, label, marked, intents, onToggle, onSize, manyServers, allMarked } = props;
  const root = useRef<HTMLDivElement>(null);
  const now = useNow();
  const { rows, order } = model;
  const { width } = useSize(root, onSize);
  const columns = useMemo(() => columnsIn(width, manyServers), [width, manyServers]);
  const { items, height, tabbable } = useVirtualRows(root, cards, model, position, {
    group: ROW_HEIGHT,
    row: ROW_HEIGHT,
    content: ROW_HEIGHT,
    margin: 0,
    head: ROW_HEIGHT,
    start: 0,
    end: 0,
    overscan: OVERSCAN,
  });
  // A row is one tool: there is nothing to its left or right.
  const vertical: GridIntents = {
    ...intents,
    onMove: (move) => (move === "left" || move === "right" ? undefined : intents.onMove(move)),
    onExtendBy: (move) => (move === "left" || move === "right" ? undefined : intents.onExtendBy(move)),
  };

  return (
    <>
      <div
        ref={root}
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        style={{ "--template": templateOf(columns) } as CSSProperties}
        {...gridEvents(position, vertical)}
      >
        <TableHead
          columns={columns}
          state={allMarked || (marked.size > 0 && "indeterminate")}
          onCheck={allMarked ? props.onClearMarks : props.onMarkAll}
        />
        <div className={styles.rows} role="rowgroup" style={{ height }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const place = { transform: `translateY(${item.start - ROW_HEIGHT}px)` };
            if (row.kind === "group") {
              return (
                <div key={item.key} role="row" className={styles.group} aria-rowindex={item.index + 2} style={place}>
                  <GroupHeader group={row} span={columns.length + 1} onToggle={onToggle} />
                </div>
              );
            }
            const card = cards[order[row.from] ?? -1];
            if (!card) return null;
            const id = cardId(card);
            return (
              <TableRow
                key={row.under === undefined ? id : `${row.under} ${id}`}
                card={card}
                columns={columns}
                position={row.from}
                index={item.index + 2}
                top={item.start - ROW_HEIGHT}
                selected={row.from === position}
                marked={marked.has(id)}
                tabbable={row.from === tabbable}
                now={now}
              />
            );
          })}
        </div>
      </div>
      <ToolTooltip grid={root} cards={cards} order={order} marksOnly />
    </>
  );
}
