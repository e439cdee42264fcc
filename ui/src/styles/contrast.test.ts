// @vitest-environment node
// Colour contrast (WCAG 1.4.3 and 1.4.11) of the design tokens, in both themes. Style sheets use colours only through tokens,
// so the result applies to every component; the window tests verify it with axe on real pages.
// @ts-expect-error The page has no Node types. A CSS import is no alternative: vitest replaces it with an empty one.
import * as fs from "node:fs";
import { describe, expect, test } from "vitest";

type Files = {
  readFileSync(file: URL, encoding: "utf8"): string;
  readdirSync(folder: URL, options: { recursive: true }): string[];
};
const { readFileSync, readdirSync } = fs as Files;
const SOURCES = new URL("../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, SOURCES), "utf8");

const TEXT_RATIO = 4.5; // no text is "large" by WCAG's definition: the largest is 20px semibold, used once
const GRAPHICS_RATIO = 3;
const THEMES = ["light", "dark"] as const;

type Theme = (typeof THEMES)[number];
/** CSS rule; `values` maps properties to values. */
type Rule = { file: string; selector: string; values: Map<string, string> };

/** Tokens that are opaque colours. */
const COLOURS = new Map(
  [...read("styles/tokens.css").matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

const tokensMatching = (pattern: RegExp): string[] => [...COLOURS.keys()].filter((name) => pattern.test(name));

/** Backgrounds for every text colour. */
const SURFACES = tokensMatching(/^surface-(?!ink$)/);
/** Text colours for every surface. */
const TEXTS = [...tokensMatching(/^text-[123]$/), ...tokensMatching(/^(hint|diff)-.*-text$/), "state-ok", "state-warn", "state-error"];
/** Coloured backgrounds, each with its allowed text colours. */
const FILLS: Record<string, string[]> = {
  "surface-ink": ["text-ink"],
  danger: ["danger-text"],
  "state-warn-fill": ["text-1", "text-2", "text-3", "state-warn"],
  "state-error-fill": ["text-1", "text-2", "text-3", "state-error"],
  "diff-add-fill": ["diff-add-text", "text-1", "text-2", "text-3"],
  "diff-del-fill": ["diff-del-text", "text-1", "text-2", "text-3"],
  "diff-add-word": ["diff-add-text"],
  "diff-del-word": ["diff-del-text"],
  ...Object.fromEntries(tokensMatching(/^hint-.*-fill$/).map((fill) => [fill, [fill.replace("-fill", "-text")]])),
};
/** Meaningful lines, dots and marks, each with its allowed backgrounds. */
const GRAPHICS: Record<string, string[]> = {
  focus: [...SURFACES, ...Object.keys(FILLS).filter((fill) => /^(state|hint|diff)/.test(fill))],
  "surface-ink": SURFACES,
  "state-changed": SURFACES,
  // In a selected row, a field or checkbox is identified by its fill instead of its border.
  "line-control": SURFACES.filter((surface) => surface !== "surface-selected"),
  danger: ["surface-raised", "surface-pane"],
  ...Object.fromEntries(tokensMatching(/^hint-.*-line$/).map((line) => [line, SURFACES])),
};
/** Separators between regions, and borders of elements that are identified by their text. */
const DECORATION = ["line", "line-strong", "scrim"];

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: string, back: string, theme: Theme): number {
  const of = (name: string) => {
    const colour = COLOURS.get(name);
    if (!colour) throw new Error(`no token --${name}`);
    return luminance(colour[theme]);
  };
  const [darker = 0, lighter = 0] = [of(front), of(back)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Pairs below a ratio, as "text-3 on surface-well in dark: 4.31". */
function tooLow(pairs: readonly string[][], ratio: number): string[] {
  const all = THEMES.flatMap((theme) => pairs.map(([front = "", back = ""]) => ({ front, back, theme, is: contrast(front, back, theme) })));
  return all.filter(({ is }) => is < ratio).map(({ front, back, theme, is }) => `${front} on ${back} in ${theme}: ${is.toFixed(2)}`);
}

const RULES: Rule[] = readdirSync(SOURCES, { recursive: true })
  .filter((file) => file.endsWith(".css") && !file.endsWith("tokens.css"))
  .flatMap((file) => {
    const sheet = read(file).replace(/\/\*[\s\S]*?\*\//g, "");
    return [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
      file,
      selector: selector.trim(),
      // `$` skips semicolons within a data URL, which are not at the end of a line.
      values: new Map([...body.matchAll(/([\w-]+):\s*(.+?);\s*$/gm)].map(([, property = "", value = ""]) => [property, value] as const)),
    }));
  });

/** Declarations that match a predicate, as "kit/button.module.css .icon { color: red }". */
const rulesWith = (matches: (property: string, value: string, rule: Rule) => boolean): string[] =>
  RULES.flatMap((rule) =>
    [...rule.values]
      .filter(([property, value]) => matches(property, value, rule))
      .map(([property, value]) => `${rule.file} ${rule.selector} { ${property}: ${value} }`),
  );

const tokensIn = (value: string): string[] => [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
const isBackground = (property: string): boolean => /^background(-color|-image)?$/.test(property);
/** Custom properties of a badge for the three colours of its hint. */
const BADGE_VARIABLE = /^badge-(text|line|fill)$/;

describe("contrast of the tokens", () => {
  test("the style sheets are read", () => {
    expect(COLOURS.size).toBeGreaterThan(40);
    expect(RULES.length).toBeGreaterThan(800);
    expect(contrast("text-ink", "surface-ink", "light")).toBeCloseTo(16.85, 1);
  });

  test("every text colour reaches 4.5:1 on every surface", () => {
    expect(tooLow(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface])), TEXT_RATIO)).toEqual([]);
  });

  test("text on a coloured background reaches 4.5:1", () => {
    expect(tooLow(Object.entries(FILLS).flatMap(([fill, texts]) => texts.map((text) => [text, fill])), TEXT_RATIO)).toEqual([]);
  });

  test("lines, dots and marks that carry meaning reach 3:1", () => {
    expect(tooLow(Object.entries(GRAPHICS).flatMap(([mark, backs]) => backs.map((back) => [mark, back])), GRAPHICS_RATIO)).toEqual([]);
  });
});

describe("the style sheets use only these colours", () => {
  test("no colour is named outside of tokens.css", () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|light-dark)\(|\b(white|black|red|green|blue|gr[ae]y)\b/i;
    // Colours within data URLs belong to masks, which are never painted.
    expect(rulesWith((_, value) => literal.test(value.replace(/url\("[^"]*"\)/g, "")))).toEqual([]);
  });

  test("every text colour is one of those above", () => {
    const texts = new Set([...TEXTS, ...Object.values(FILLS).flat()]);
    const isProven = (value: string) =>
      /^(inherit|currentColor)$/.test(value) || tokensIn(value).some((name) => texts.has(name) || BADGE_VARIABLE.test(name));
    expect(rulesWith((property, value) => property === "color" && !isProven(value))).toEqual([]);
  });

  test("every background is a surface, a coloured background or a mark", () => {
    const known = new Set([...SURFACES, ...Object.keys(FILLS), ...Object.keys(GRAPHICS), ...TEXTS, "text-ink", ...DECORATION]);
    const isProven = (name: string) => known.has(name) || BADGE_VARIABLE.test(name);
    expect(rulesWith((property, value) => isBackground(property) && !tokensIn(value).every(isProven))).toEqual([]);
  });

  test("a rule with a coloured background has a text colour that is proven on it", () => {
    const isWrong = (property: string, value: string, { values }: Rule) => {
      const colour = values.get("color");
      const [back = ""] = isBackground(property) ? tokensIn(value) : [];
      if (!colour || !back || SURFACES.includes(back)) return false;
      return !FILLS[back]?.some((text) => colour === `var(--${text})`);
    };
    expect(rulesWith(isWrong)).toEqual([]);
  });

  test("a badge takes its text, line and fill from one hint", () => {
    const badges = RULES.map(({ values }) => [...values].filter(([property]) => /^--badge-(text|line|fill)$/.test(property)))
      .filter((variables) => variables.length > 0)
      .map((variables) => variables.map(([property, value]) => value.replace(property.replace("--badge", ""), "")));
    expect(badges.length).toBe(tokensMatching(/^hint-.*-fill$/).length);
    for (const [text, line, fill] of badges) expect([line, fill]).toEqual([text, text]);
  });
});
