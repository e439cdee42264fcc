// Vocabulary of the interface: no text of a strings module contains a word that has a conventional replacement.
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Banned words and phrases in lower case, with their replacements. */
const BANNED: readonly [words: string, replacement: string][] = [
  ["mend|mends|mended|mending", "fix"],
  ["whoever|whomever|somebody|nobody", "the subject: the user, the client, the server, you"],
  ["is to be|are to be", "must, or an imperative"],
  ["held to be", "is"],
  ["told", "informed; told apart: distinguished"],
  ["said|says", "shows, reports, declares"],
  ["look at|looks at|looked at|looking at", "review, inspect"],
  ["is met|be met|are met", "is handled"],
  ["beginning", "start, prefix"],
  ["begun anew|started anew", "restarted"],
  ["whose word|its word", "source"],
  ["stands", "is, applies"],
  ["under way", "in progress"],
  ["come back|comes back|came back", "retry, reconnect, return"],
  ["passed over", "ignored, skipped"],
  ["taken back|take back|takes back", "undone, undo"],
  ["of your own|of its own", "your, its"],
  ["is read|are read|was read|were read", "is scanned (a server), is loaded (a file)"],
  ["a reading|the reading|last reading|each reading|next reading", "scan"],
];

type Text = { key: string; text: string };

/** Name that a node adds to the key of its texts. */
function nameOf(node: ts.Node): string | null {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isFunctionDeclaration(node)) {
    return node.name?.getText().replace(/^(["'])(.*)\1$/, "$2") ?? null;
  }
  return null;
}

/** All texts of a module: string literals, parts of templates, and JSX text, each with the path of its property. */
function textsOf(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const name = nameOf(node);
    const key = name === null ? path : [...path, name];
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isJsxText(node);
    if (isText) texts.push({ key: key.join("."), text: node.text.replace(/\s+/g, " ") });
    ts.forEachChild(node, (child) => visit(child, key));
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind), []);
  return texts;
}

/** Whole words: "is read" is not part of "is read-only". */
const patternOf = (words: string): RegExp => new RegExp(`(?<![\\w-])(${words})(?![\\w-])`, "i");

/** Banned words in a module, as "file key: word in "text" → replacement". */
function bannedIn(file: string, source: string): string[] {
  return textsOf(file, source).flatMap(({ key, text }) =>
    BANNED.flatMap(([words, replacement]) => {
      const word = patternOf(words).exec(text)?.[0];
      return word === undefined ? [] : [`${file} ${key}: "${word}" in "${text}" → ${replacement}`];
    }),
  );
}

const MODULES = import.meta.glob<string>("../**/strings.{ts,tsx}", { query: "?raw", import: "default", eager: true });

describe("banned words", () => {
  it("are in no strings module", () => {
    expect(Object.keys(MODULES)).toContain("./strings.tsx");
    expect(Object.entries(MODULES).flatMap(([file, source]) => bannedIn(file, source))).toEqual([]);
  });

  it("are found in literals, templates and JSX, with file, key and text", () => {
    const source = `
      import x from "mend";
      export const strings = {
        page: { title: "Mend it", "dotted.key": (name: "told") => \`\${name} says, and \${name} stands\` },
        form: <p>Nobody <b>amends what is read-only</b></p>,
      };`;
    expect(bannedIn("strings.tsx", source)).toEqual([
      'strings.tsx strings.page.title: "Mend" in "Mend it" → fix',
      'strings.tsx strings.page.dotted.key: "says" in " says, and " → shows, reports, declares',
      'strings.tsx strings.page.dotted.key: "stands" in " stands" → is, applies',
      'strings.tsx strings.form: "Nobody" in "Nobody " → the subject: the user, the client, the server, you',
    ]);
  });
});
