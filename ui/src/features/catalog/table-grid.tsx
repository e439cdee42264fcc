// Virtualized table of tools: the row model of the card grid with one tool per row.
import { useMemo } from "react";
import { TableRow, VirtualTable } from "../../kit/table";
import { cardId } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { useRowHeight } from "../../shared/use-row-height";
import type { GridProps } from "./card-grid";
import { GroupHeader } from "./group-header";
import { columnsIn, templateOf } from "./table-columns";
import { TableHead } from "./table-head";
import { ToolRow } from "./tool-row";
import { ToolTooltip } from "./tool-tooltip";
import { gridEvents } from "./use-grid-events";
import type { GridIntents } from "./use-grid-events";
import { useSize } from "./use-size";
import { useToolRows } from "./use-tool-rows";
import styles from "./table-grid.module.css";

type Props = GridProps & {
  /** Every listed tool is marked. */
  allMarked: boolean;
  onMarkAll: () => void;
  onClearMarks: () => void;
};

export function TableGrid(props: Props) {
  const { cards, model, position, label, marked, intents, onToggle, onSize, manyServers, allMarked } = props;
  const now = useNow();
  const rowHeight = useRowHeight();
  const { rows, order } = model;
  const { tabbable, ...virtualRows } = useToolRows(cards, model, position, {
    group: rowHeight,
    row: rowHeight,
    head: rowHeight,
    margin: 0,
    start: 0,
    end: 0,
  });
  const { width } = useSize(virtualRows.root, onSize);
  const columns = useMemo(() => columnsIn(width, manyServers), [width, manyServers]);
  // A row is one tool: moves to the left or right have no target.
  const vertical: GridIntents = {
    ...intents,
    onMove: (move) => (move === "left" || move === "right" ? undefined : intents.onMove(move)),
    onExtendBy: (move) => (move === "left" || move === "right" ? undefined : intents.onExtendBy(move)),
  };

  return (
    <>
      <VirtualTable
        label={label}
        rows={virtualRows}
        rowCount={rows.length}
        columnCount={columns.length + 1}
        template={templateOf(columns)}
        head={
          <TableHead
            columns={columns}
            state={allMarked || (marked.size > 0 && "indeterminate")}
            onCheck={allMarked ? props.onClearMarks : props.onMarkAll}
          />
        }
        {...gridEvents(position, vertical)}
      >
        {(index, top) => {
          const row = rows[index];
          if (row?.kind === "group") {
            return (
              <TableRow key={row.key} className={styles.group} index={index} top={top}>
                <GroupHeader group={row} span={columns.length + 1} onToggle={onToggle} />
              </TableRow>
            );
          }
          const card = row && cards[order[row.from] ?? -1];
          if (!card) return null;
          const id = cardId(card);
          return (
            <ToolRow
              key={row.under === undefined ? id : `${row.under} ${id}`}
              card={card}
              columns={columns}
              position={row.from}
              index={index}
              top={top}
              selected={row.from === position}
              marked={marked.has(id)}
              tabbable={row.from === tabbable}
              now={now}
            />
          );
        }}
      </VirtualTable>
      <ToolTooltip grid={virtualRows.root} cards={cards} order={order} marksOnly />
    </>
  );
}
