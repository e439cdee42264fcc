// Terms that choose operations, as the text of one field: separated by commas, and in double quotes where a term contains one.

const QUOTED = /^\s*"((?:[^"]|"")*)"\s*(?:,|$)/;

/** A tag or a path can contain a comma. */
const formatTerm = (term: string): string => (/[,"]/.test(term) || term !== term.trim() ? `"${term.replaceAll('"', '""')}"` : term);

export const formatTerms = (terms: readonly string[]): string => terms.map(formatTerm).join(", ");

export function parseTerms(text: string): string[] {
  const terms: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const quoted = QUOTED.exec(rest);
    if (quoted) {
      terms.push((quoted[1] ?? "").replaceAll('""', '"'));
      rest = rest.slice(quoted[0].length);
      continue;
    }
    const comma = rest.indexOf(",");
    const end = comma < 0 ? rest.length : comma;
    terms.push(rest.slice(0, end).trim());
    rest = rest.slice(end + 1);
  }
  return terms.filter((term) => term.trim() !== "");
}
