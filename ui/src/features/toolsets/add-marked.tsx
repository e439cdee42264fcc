// Adds the tools selected in the catalog to an existing or a new toolset.
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Catalog, ToolKey, ToolsetSummary } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";
import { markedTools } from "./tool-source";
import { useAddToToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import styles from "./add-marked.module.css";

const text = strings.addSelected;

export function AddMarked() {
  const [open, setOpen] = useState(false);
  const { data: catalog } = useQuery(catalogQuery);
  return (
    <Popover
      label={text.label}
      align="start"
      side="top"
      className={styles.pop}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="small">{text.button}</Button>}
    >
      {catalog ? <Choices catalog={catalog} close={() => setOpen(false)} /> : null}
    </Popover>
  );
}

/** Number of marked tools that each toolset already contains. */
function countsOf({ cards }: Catalog, marked: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) {
    if (card.toolsets.length === 0 || !marked.has(cardId(card))) continue;
    for (const name of card.toolsets) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function Choices({ catalog, close }: { catalog: Catalog; close: () => void }) {
  const marked = useSelection((state) => state.marked);
  const counts = useMemo(() => countsOf(catalog, marked), [catalog, marked]);
  const add = useAddToToolset();
  const choose = ({ name }: ToolsetSummary) => {
    const tools: ToolKey[] = markedTools(catalog, marked);
    add.mutate({ name, tools: { by: "tools", tools } });
    close();
  };
  return (
    <>
      <ul className={styles.list} aria-label={text.list}>
        {catalog.toolsets.map((set) => {
          const present = counts.get(set.name) ?? 0;
          const containsAll = present === marked.size;
          return (
            <li key={set.name}>
              <button type="button" className={styles.choice} disabled={containsAll} onClick={() => choose(set)}>
                <ServerText text={set.name} limit={1} />{" "}
                <span>
                  {containsAll ? text.containsAll : present > 0 ? text.containsSome(present, marked.size) : ""}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.foot} data-alone={catalog.toolsets.length === 0 || undefined}>
        <button
          type="button"
          className={styles.choice}
          onClick={() => {
            close();
            useNavigation.getState().open({ kind: "newToolset", from: { kind: "marked" } });
          }}
        >
          <Plus size={14} aria-hidden="true" />
          {text.newToolset}
        </button>
      </div>
    </>
  );
}
