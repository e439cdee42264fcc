// Tool picker: tools found by the filter language, or the tools selected in the catalog.
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import type { ToolCard } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Input, Labelled } from "../../kit/field";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { useSelection } from "../../shared/selection";
import { useSearch } from "../../shared/use-search";
import { strings } from "./strings";
import styles from "./choose-tools.module.css";

const text = strings.toolPicker;

/** Maximum number of rendered rows; a longer query narrows the list. */
const MAX_ROWS = 30;

type Props = {
  cards: readonly ToolCard[];
  /** Id of a tool that is not selectable. */
  except: string;
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
};

export function ChooseTools({ cards, except, selected, onChange }: Props) {
  const [query, setQuery] = useState("");
  const { data: revision = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.revision });
  const { matches, problems } = useSearch(query, revision);
  const marked = useSelection((state) => state.marked);
  const isSelectable = (card: ToolCard | undefined): card is ToolCard => card !== undefined && cardId(card) !== except;
  const found = matches?.map((index) => cards[index]).filter(isSelectable) ?? null;
  // Without a query the list shows the selected tools, so that the user can uncheck them.
  const listed = found ?? cards.filter((card) => isSelectable(card) && selected.has(cardId(card)));
  const isNew = (id: string) => marked.has(id) && !selected.has(id);
  const markedHere = marked.size === 0 ? [] : cards.filter((card) => isSelectable(card) && isNew(cardId(card)));
  const add = (all: readonly ToolCard[]) => onChange(new Set([...selected, ...all.map(cardId)]));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const unlisted = listed.length - MAX_ROWS;
  return (
    <>
      <Labelled label={text.label}>
        {(id) => (
          <Input
            id={id}
            autoFocus
            type="text"
            placeholder={text.placeholder}
            before={<Search size={14} aria-hidden="true" />}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
      </Labelled>
      <div className={styles.actions}>
        <span role="status">
          {problems[0] ? (
            <ServerText text={`${problems[0].term}: ${problems[0].message}`} />
          ) : found ? (
            text.found(found.length)
          ) : selected.size === 0 ? (
            text.noneSelected
          ) : (
            text.selected(selected.size)
          )}
        </span>
        {found && found.length > 1 ? (
          <Button size="small" onClick={() => add(found)}>
            {text.selectAll(found.length)}
          </Button>
        ) : null}
        {markedHere.length > 0 ? (
          <Button size="small" onClick={() => add(markedHere)}>
            {text.addFromCatalog(markedHere.length)}
          </Button>
        ) : null}
        {!found && selected.size > 0 ? (
          <Button size="small" onClick={() => onChange(new Set())}>
            {text.clear}
          </Button>
        ) : null}
      </div>
      {listed.length > 0 ? (
        <ul className={styles.list} aria-label={found ? text.foundList : text.selectedList}>
          {listed.slice(0, MAX_ROWS).map((card) => (
            <li key={cardId(card)}>
              <Checkbox checked={selected.has(cardId(card))} onChange={() => toggle(cardId(card))}>
                <ServerText text={card.title} limit={2} />
                <code>
                  <ServerText text={cardId(card)} limit={2} />
                </code>
              </Checkbox>
            </li>
          ))}
          {unlisted > 0 ? <li className={styles.unlisted}>{text.more(unlisted)}</li> : null}
        </ul>
      ) : null}
    </>
  );
}
