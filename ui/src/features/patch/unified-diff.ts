// Lines of a unified diff (https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html).
import type { CodeLine } from "../../shared/code-lines";
import { strings } from "./strings";

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const SIGNS: Readonly<Record<string, "same" | "add" | "remove">> = { " ": "same", "+": "add", "-": "remove" };

/** The lines of all hunks, each after a line with its line number. The header with the file names is omitted. */
export function parseUnifiedDiff(difference: string): CodeLine[] {
  const lines: CodeLine[] = [];
  // A removed line can start like a header, so hunks are recognized by their lengths.
  let before = 0;
  let after = 0;
  for (const line of difference.split("\n")) {
    if (before <= 0 && after <= 0) {
      const hunk = HUNK.exec(line);
      if (!hunk) continue;
      before = Number(hunk[1] ?? 1);
      after = Number(hunk[3] ?? 1);
      lines.push({ sign: "gap", text: strings.files.line(hunk[2] ?? "") });
      continue;
    }
    const sign = SIGNS[line.charAt(0)];
    if (sign === undefined) continue;
    if (sign !== "add") before -= 1;
    if (sign !== "remove") after -= 1;
    lines.push({ sign, text: line.slice(1) });
  }
  return withoutCarriageReturns(lines);
}

/** In a file with CRLF the carriage returns are no content; in a mixed file they are shown. */
function withoutCarriageReturns(lines: readonly CodeLine[]): CodeLine[] {
  const isCrlf = lines.every(({ sign, text }) => sign === "gap" || text.endsWith("\r"));
  return lines.map((line) => (isCrlf && line.sign !== "gap" ? { ...line, text: line.text.slice(0, -1) } : line));
}

export function countChanges(lines: readonly CodeLine[]): { added: number; removed: number } {
  const count = (sign: CodeLine["sign"]) => lines.filter((line) => line.sign === sign).length;
  return { added: count("add"), removed: count("remove") };
}
