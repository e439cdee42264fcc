// The part of a diff that a reader needs: changed lines with some lines around them.
import type { DiffLine } from "../../backend";

const CONTEXT = 4;
const OMITTED: DiffLine = { sign: "same", text: "⋯" };

export function nearChanges(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ sign }, at) => {
    if (sign !== "same") isNear.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  return lines.flatMap((line, at) => {
    if (isNear[at] === 1) return [line];
    // One mark for each run of omitted lines.
    return at === 0 || isNear[at - 1] === 1 ? [OMITTED] : [];
  });
}
