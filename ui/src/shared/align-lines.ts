// Two texts set side by side: lines that are the same stand opposite each other. Knows nothing of React.
import type { CodeLine } from "./code-lines";

export type Aligned = { before: CodeLine[]; after: CodeLine[] };

/** Beyond so many differing lines nothing is looked for any more: what differs then stands as a whole. */
const MOST_EDITS = 600;

export function alignLines(beforeText: string, afterText: string): Aligned {
  const a = beforeText.split("\n");
  const b = afterText.split("\n");
  const aligned: Aligned = { before: [], after: [] };
  const put = (sign: "same" | "differs", olds: readonly string[], news: readonly string[]) => {
    const rows = Math.max(olds.length, news.length);
    for (let row = 0; row < rows; row += 1) {
      aligned.before.push(lineOf(olds[row], sign === "same" ? "same" : "remove"));
      aligned.after.push(lineOf(news[row], sign === "same" ? "same" : "add"));
    }
  };
  let i = 0;
  let j = 0;
  for (const [from, to, length] of matches(a, b)) {
    put("differs", a.slice(i, from), b.slice(j, to));
    put("same", a.slice(from, from + length), b.slice(to, to + length));
    i = from + length;
    j = to + length;
  }
  put("differs", a.slice(i), b.slice(j));
  return aligned;
}

const lineOf = (text: string | undefined, sign: "same" | "add" | "remove"): CodeLine =>
  text === undefined ? { sign: "gap", text: "" } : { sign, text };

type Match = [from: number, to: number, length: number];

/** Runs of equal lines, in order: Myers' shortest edit, whose work grows with the difference and not with the texts. */
function matches(a: readonly string[], b: readonly string[]): Match[] {
  const most = Math.min(MOST_EDITS, a.length + b.length);
  const furthest = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trail.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepFrom(furthest, k, edits);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trail, a.length, b.length);
    }
  }
  return commonEnds(a, b);
}

function stepFrom(furthest: ReadonlyMap<number, number>, k: number, edits: number): number {
  const below = furthest.get(k - 1) ?? -1;
  const above = furthest.get(k + 1) ?? -1;
  return k === -edits || (k !== edits && below < above) ? above : below + 1;
}

function walkBack(trail: readonly ReadonlyMap<number, number>[], endA: number, endB: number): Match[] {
  const found: Match[] = [];
  let x = endA;
  let y = endB;
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const furthest = trail[edits] as ReadonlyMap<number, number>;
    const k = x - y;
    const start = edits === 0 ? 0 : stepFrom(furthest, k, edits);
    if (x > start) found.push([start, start - k, x - start]);
    if (edits === 0) break;
    const down = k === -edits || (k !== edits && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    x = furthest.get(down ? k + 1 : k - 1) ?? 0;
    y = x - (down ? k + 1 : k - 1);
  }
  return found.reverse();
}

function commonEnds(a: readonly string[], b: readonly string[]): Match[] {
  const short = Math.min(a.length, b.length);
  let head = 0;
  while (head < short && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < short - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [
    [0, 0, head],
    [a.length - tail, b.length - tail, tail],
  ];
}
