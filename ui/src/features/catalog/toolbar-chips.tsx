// Behaviour and review filters of the toolbar: chips with counts, or a menu if the chips do not fit.
import { ChevronDown } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { Menu, MenuCheck, MenuChoice, MenuLine } from "../../kit/menu";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { hasTerm, toggleTerm } from "./query-terms";
import type { Counts } from "./row-model";
import { strings } from "./strings";
import styles from "./toolbar.module.css";

const CHIPS = [
  { value: "all", label: strings.toolbar.behaviours.all },
  { value: "safe", label: strings.toolbar.behaviours.safe },
  { value: "modifying", label: strings.toolbar.behaviours.modifying },
  { value: "destructive", label: strings.toolbar.behaviours.destructive },
] as const;

/** Chips that toggle a term of the query. */
const TERMS = [
  { term: "is:unreviewed", count: "unreviewed", label: strings.toolbar.unreviewed },
  { term: "has:finding", count: "finding", label: strings.toolbar.hasFinding },
] as const;

function toggle(term: string): void {
  const { query, setQuery } = useCatalogFilter.getState();
  setQuery(toggleTerm(query, term));
}

const number = (count: number): string => count.toLocaleString("en");

export function Chips({ counts }: { counts: Counts }) {
  const behaviour = useCatalogFilter((state) => state.behaviour);
  const setBehaviour = useCatalogFilter((state) => state.setBehaviour);
  const pressed = useCatalogFilter(useShallow((state) => TERMS.map(({ term }) => hasTerm(state.query, term))));
  return (
    <div className={styles.chips}>
      {CHIPS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={behaviour === value}
          onClick={() => setBehaviour(value)}
        >
          {label} <span>{number(counts[value])}</span>
        </button>
      ))}
      <i className={styles.line} />
      {TERMS.map(({ term, count, label }, index) => (
        <button key={term} type="button" className={styles.chip} aria-pressed={pressed[index] ?? false} onClick={() => toggle(term)}>
          {label} <span>{number(counts[count])}</span>
        </button>
      ))}
    </div>
  );
}

/** Menu with the same filters, for narrow toolbars. */
export function ChipMenu({ counts }: { counts: Counts }) {
  const behaviour = useCatalogFilter((state) => state.behaviour);
  const setBehaviour = useCatalogFilter((state) => state.setBehaviour);
  const pressed = useCatalogFilter(useShallow((state) => TERMS.map(({ term }) => hasTerm(state.query, term))));
  const active = CHIPS.find(({ value }) => value === behaviour);
  return (
    <div className={styles.chipMenu}>
      <Menu
        trigger={
          <button type="button" className={styles.chip} aria-label={strings.toolbar.show(active?.label ?? "")}>
            {active?.label} <span>{number(counts[behaviour])}</span>
            <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
          </button>
        }
      >
        <MenuChoice
          value={behaviour}
          choices={CHIPS.map(({ value, label }) => ({ value, label: `${label} ${number(counts[value])}` }))}
          onChange={setBehaviour}
        />
        <MenuLine />
        {TERMS.map(({ term, count, label }, index) => (
          <MenuCheck key={term} checked={pressed[index] ?? false} onChange={() => toggle(term)}>
            {`${label} ${number(counts[count])}`}
          </MenuCheck>
        ))}
      </Menu>
    </div>
  );
}
