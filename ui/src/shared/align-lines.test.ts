// Setting two texts side by side.
import { describe, expect, it } from "vitest";
import { alignLines } from "./align-lines";

const side = (before: string, after: string) => {
  const aligned = alignLines(before.replaceAll(" ", "\n"), after.replaceAll(" ", "\n"));
  const told = { same: "=", add: "+", remove: "-", gap: "_" };
  const line = (lines: typeof aligned.before) => lines.map(({ sign, text }) => `${told[sign]}${text}`).join(" ");
  return [line(aligned.before), line(aligned.after)];
};

describe("two texts side by side", () => {
  it.each([
    ["a b c", "a b c", "=a =b =c", "=a =b =c"],
    ["a b c", "a x c", "=a -b =c", "=a +x =c"],
    ["a c", "a b c", "=a _ =c", "=a +b =c"],
    ["a b c", "a c", "=a -b =c", "=a _ =c"],
    ["a b", "c d e", "-a -b _", "+c +d +e"],
    ["a t u v z", "a n t u v m z", "=a _ =t =u =v _ =z", "=a +n =t =u =v +m =z"],
  ])("%s | %s", (before, after, left, right) => {
    expect(side(before, after)).toEqual([left, right]);
  });

  it("have as many rows, and every line once, whatever they hold", () => {
    let seed = 7;
    const next = (of: number) => (seed = (seed * 48271) % 2147483647) % of;
    for (let round = 0; round < 200; round += 1) {
      const text = () => Array.from({ length: 1 + next(12) }, () => "abcd"[next(4)]).join("\n");
      const [a, b] = [text(), text()];
      const { before, after } = alignLines(a, b);
      expect(before.length).toBe(after.length);
      expect(before.filter((l) => l.sign !== "gap").map((l) => l.text).join("\n")).toBe(a);
      expect(after.filter((l) => l.sign !== "gap").map((l) => l.text).join("\n")).toBe(b);
      before.forEach((line, row) => {
        if (line.sign === "same") expect(after[row]).toEqual(line);
      });
    }
  });

  it("takes no longer for fifty thousand lines that all differ than it takes to give up", () => {
    const many = (word: string) => Array.from({ length: 50_000 }, (_, n) => `${word}${n}`).join("\n");
    const { before } = alignLines(`same\n${many("a")}`, `same\n${many("b")}`);
    expect(before).toHaveLength(50_001);
    expect(before[0]?.sign).toBe("same");
  });
});
