// What is shown: chips with counts or, where there is no room for them, the same in a menu.
import { ChevronDown } from "lucide-react";
import { Menu, MenuCheck, MenuChoice, MenuLine } from "../../kit/menu";
import { useView } from "../../shared/view-state";
import { hasTerm, toggleTerm } from "./query-terms";
import type { Counts } from "./row-model";
import styles from "./toolbar.module.css";

const CHIPS = [
  { value: "all", label: "All" },
  { value: "safe", label: "Safe" },
  { value: "modifying", label: "Modifying" },
  { value: "destructive", label: "Destructive" },
] as const;

const UNREVIEWED = "is:unreviewed";

const number = (count: number): string => count.toLocaleString("en");

export function Chips({ counts }: { counts: Counts }) {
  const { behaviour, setBehaviour, query, setQuery } = useView();
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
      <button
        type="button"
        className={styles.chip}
        aria-pressed={hasTerm(query, UNREVIEWED)}
        onClick={() => setQuery(toggleTerm(query, UNREVIEWED))}
      >
        Unreviewed <span>{number(counts.unreviewed)}</span>
      </button>
    </div>
  );
}

/** The same as the chips, where there is no room for them. */
export function ChipMenu({ counts }: { counts: Counts }) {
  const { behaviour, setBehaviour, query, setQuery } = useView();
  const shown = CHIPS.find(({ value }) => value === behaviour);
  return (
    <div className={styles.chipMenu}>
      <Menu
        trigger={
          <button type="button" className={styles.chip} aria-label={`Show: ${shown?.label ?? ""}`}>
            {shown?.label} <span>{number(counts[behaviour])}</span>
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
        <MenuCheck checked={hasTerm(query, UNREVIEWED)} onChange={() => setQuery(toggleTerm(query, UNREVIEWED))}>
          {`Unreviewed ${number(counts.unreviewed)}`}
        </MenuCheck>
      </Menu>
    </div>
  );
}
