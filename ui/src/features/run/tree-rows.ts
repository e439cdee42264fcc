// The rows of a JSON tree that are to be seen. Knows nothing of React.
import type { JsonNode } from "../../shared/json-text";

export type TreeRow = { node: JsonNode; depth: number; /** Its place among those beside it, and how many those are. */ at: number; of: number };

/** Larger trees begin folded. */
export const FOLDED_FROM = 2_000;

export type Folding = {
  /** What is in `turned` is the other way round. */
  folded: boolean;
  turned: ReadonlySet<JsonNode>;
};

export const holds = (node: JsonNode): boolean => node.children.length > 0;

export const isOpen = ({ folded, turned }: Folding, node: JsonNode): boolean => holds(node) && folded === turned.has(node);

export const startFolding = (root: JsonNode, count: number): Folding =>
  count > FOLDED_FROM ? { folded: true, turned: new Set([root]) } : { folded: false, turned: new Set() };

export function turn(folding: Folding, node: JsonNode): Folding {
  const turned = new Set(folding.turned);
  if (!turned.delete(node)) turned.add(node);
  return { ...folding, turned };
}

/** Without recursion: a tree can be deeper than a stack is. */
export function rowsOf(root: JsonNode, folding: Folding): TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: TreeRow[] = [{ node: root, depth: 0, at: 0, of: 1 }];
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    const { node, depth } = row;
    if (!isOpen(folding, node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) waiting.push({ node: child, depth: depth + 1, at, of: node.children.length });
    }
  }
  return rows;
}

/** The row that holds the one at this place. */
export function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let above = at - 1;
  while (above >= 0 && (rows[above]?.depth ?? 0) >= depth) above -= 1;
  return Math.max(0, above);
}
