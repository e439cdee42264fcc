// Stable sort of the listed tools: equal values keep the incoming order (server order, or best match first).
import type { ToolCard } from "../../backend";
import { HINTS } from "../../shared/hints";
import type { Sort, SortBy } from "../../shared/catalog-layout";

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Sort key; null comes last in both directions. */
type Value = string | number | null;

function valueOf(by: SortBy): (card: ToolCard) => Value {
  switch (by) {
    case "title":
    case "name":
    case "server":
      return (card) => card[by];
    case "tokens":
      return (card) => card.tokens;
    case "reviewed":
      return (card) => card.reviewedAt;
    default: {
      const at = HINTS.indexOf(by);
      // Yes before No: users look for Yes.
      return (card) => {
        const value = card.hints[at]?.value ?? null;
        return value === null ? null : value ? 0 : 1;
      };
    }
  }
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === "string" && typeof other === "string" ? COLLATOR.compare(one, other) : Number(one) - Number(other);

export function sortIndices(cards: readonly ToolCard[], indices: readonly number[], sort: Sort): readonly number[] {
  if (!sort) return indices;
  const read = valueOf(sort.by);
  const direction = sort.descending ? -1 : 1;
  const valued = indices.map((index) => {
    const card = cards[index];
    return { index, value: card ? read(card) : null };
  });
  valued.sort((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
    return direction * compare(one.value, other.value);
  });
  return valued.map(({ index }) => index);
}

/** Sort after a click on a column header: ascending, descending, off. */
export function nextSort(sort: Sort, by: SortBy): Sort {
  if (sort?.by !== by) return { by, descending: false };
  return sort.descending ? null : { by, descending: true };
}
