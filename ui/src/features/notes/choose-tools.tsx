// Tool picker: tools found by the filter language, or the marked tools of the catalog.
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import type { ToolCard } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Input, Labelled } from "../../kit/field";
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { useSelection } from "../../shared/selection";
import { useSearch } from "../../shared/use-search";
import styles from "./choose-tools.module.css";

/** Maximum number of rendered rows; a longer query narrows the list. */
const MAX_ROWS = 30;

type Props = {
  cards: readonly ToolCard[];
  /** Id of a tool that is not selectable. */
  except: string;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

export function ChooseTools({ cards, except, chosen, onChange }: Props) {
  const [query, setQuery] = useState("");
  const { data: revision = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.revision });
  const { matches, problems } = useSearch(query, revision);
  const marked = useSelection((state) => state.marked);
  const can = (card: ToolCard | undefined): card is ToolCard => card !== undefined && cardId(card) !== except;
  const found = matches?.map((index) => cards[index]).filter(can) ?? null;
  // Without a query the list shows the chosen tools, so that the user can uncheck them.
  const listed = found ?? cards.filter((card) => can(card) && chosen.has(cardId(card)));
  const isNew = (id: string) => marked.has(id) && !chosen.has(id);
  const markedHere = marked.size === 0 ? [] : cards.filter((card) => can(card) && isNew(cardId(card)));
  const more = (all: readonly ToolCard[]) => onChange(new Set([...chosen, ...all.map(cardId)]));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const left = listed.length - MAX_ROWS;
  return (
    <>
      <Labelled label="Tools">
        {(id) => (
          <Input
            id={id}
            autoFocus
            type="text"
            placeholder="Search: a name, server:github, is:overridden…"
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
            `${counted(found.length, "tool")} found`
          ) : chosen.size === 0 ? (
            "Nothing chosen yet"
          ) : (
            `${counted(chosen.size, "tool")} chosen`
          )}
        </span>
        {found && found.length > 1 ? (
          <Button size="small" onClick={() => more(found)}>
            {`Choose all ${found.length.toLocaleString("en")}`}
          </Button>
        ) : null}
        {markedHere.length > 0 ? (
          <Button size="small" onClick={() => more(markedHere)}>
            {`Choose ${counted(markedHere.length, "marked tool")}`}
          </Button>
        ) : null}
        {!found && chosen.size > 0 ? (
          <Button size="small" onClick={() => onChange(new Set())}>
            Choose none
          </Button>
        ) : null}
      </div>
      {listed.length > 0 ? (
        <ul className={styles.list} aria-label={found ? "Tools that were found" : "Chosen tools"}>
          {listed.slice(0, MAX_ROWS).map((card) => (
            <li key={cardId(card)}>
              <Checkbox checked={chosen.has(cardId(card))} onChange={() => toggle(cardId(card))}>
                <ServerText text={card.title} limit={2} />
                <code>
                  <ServerText text={cardId(card)} limit={2} />
                </code>
              </Checkbox>
            </li>
          ))}
          {left > 0 ? <li className={styles.left}>{`and ${left.toLocaleString("en")} more`}</li> : null}
        </ul>
      ) : null}
    </>
  );
}
