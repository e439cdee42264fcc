// Side-by-side rows of two texts, aligned by the equal lines that the engine found.
import type { EqualLines } from "../backend";
import type { CodeLine } from "./code-lines";

export type Aligned = { before: CodeLine[]; after: CodeLine[] };

export function alignLines(beforeText: string, afterText: string, equalLines: readonly EqualLines[]): Aligned {
  const a = beforeText.split("\n");
  const b = afterText.split("\n");
  const aligned: Aligned = { before: [], after: [] };
  const pushRows = (sign: "same" | "differs", beforeLines: readonly string[], afterLines: readonly string[]) => {
    const rows = Math.max(beforeLines.length, afterLines.length);
    for (let row = 0; row < rows; row += 1) {
      aligned.before.push(lineOf(beforeLines[row], sign === "same" ? "same" : "remove"));
      aligned.after.push(lineOf(afterLines[row], sign === "same" ? "same" : "add"));
    }
  };
  let i = 0;
  let j = 0;
  for (const { before, after, count } of equalLines) {
    pushRows("differs", a.slice(i, before), b.slice(j, after));
    pushRows("same", a.slice(before, before + count), b.slice(after, after + count));
    i = before + count;
    j = after + count;
  }
  pushRows("differs", a.slice(i), b.slice(j));
  return aligned;
}

const lineOf = (text: string | undefined, sign: "same" | "add" | "remove"): CodeLine =>
  text === undefined ? { sign: "gap", text: "" } : { sign, text };
