// Chips of the search field: the completed terms of the query, each with a remove button.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import type { QueryWord } from "./query-terms";
import { strings } from "./strings";
import styles from "./search-chips.module.css";

type Props = { chips: readonly QueryWord[]; problems: ReadonlySet<string>; onRemove: (chip: QueryWord) => void };

export function SearchChips({ chips, problems, onRemove }: Props) {
  const root = useRef<HTMLUListElement>(null);
  // If the chips overflow, the last ones are scrolled into view: they are next to the text being typed.
  useEffect(() => {
    if (root.current) root.current.scrollLeft = root.current.scrollWidth;
  }, [chips.length]);
  if (chips.length === 0) return null;
  return (
    <ul ref={root} className={styles.chips} aria-label={strings.search.chips} data-testid="search-chips">
      {chips.map((chip) => {
        const colon = chip.text.indexOf(":") + 1;
        return (
          <li key={chip.start} className={styles.chip} data-problem={problems.has(chip.text) || undefined}>
            <span className={styles.label} title={asPlainString(chip.text)}>
              <span>{chip.text.slice(0, colon)}</span>
              <ServerText text={chip.text.slice(colon)} limit={1} />
            </span>
            <button
              type="button"
              aria-label={strings.search.removeChip(asPlainString(chip.text))}
              // A click must not move focus out of the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRemove(chip)}
            >
              <X size={10} strokeWidth={2.5} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
