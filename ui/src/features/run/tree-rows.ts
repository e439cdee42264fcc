// Expanded rows of a JSON tree, without React.
import type { JsonNode } from "../../shared/json-text";

export type TreeRow = {
  node: JsonNode;
  depth: number;
  /** Index within the parent, and number of children of the parent. */
  at: number;
  of: number;
};

/** Node count above which a tree starts folded. */
export const FOLDED_FROM = 2_000;

export type Folding = {
  /** Default state; the nodes in `turned` have the opposite state. */
  folded: boolean;
  turned: ReadonlySet<JsonNode>;
};

export const hasChildren = (node: JsonNode): boolean => node.children.length > 0;

export const isOpen = ({ folded, turned }: Folding, node: JsonNode): boolean => hasChildren(node) && folded === turned.has(node);

export const initialFolding = (root: JsonNode, count: number): Folding =>
  count > FOLDED_FROM ? { folded: true, turned: new Set([root]) } : { folded: false, turned: new Set() };

export function toggled(folding: Folding, node: JsonNode): Folding {
  const turned = new Set(folding.turned);
  if (!turned.delete(node)) turned.add(node);
  return { ...folding, turned };
}

/** Iterative: a tree can be deeper than the call stack. */
export function visibleRows(root: JsonNode, folding: Folding): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: TreeRow[] = [{ node: root, depth: 0, at: 0, of: 1 }];
  for (let row = stack.pop(); row; row = stack.pop()) {
    rows.push(row);
    const { node, depth } = row;
    if (!isOpen(folding, node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push({ node: child, depth: depth + 1, at, of: node.children.length });
    }
  }
  return rows;
}

/** Index of the parent row. */
export function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let above = at - 1;
  while (above >= 0 && (rows[above]?.depth ?? 0) >= depth) above -= 1;
  return Math.max(0, above);
}
