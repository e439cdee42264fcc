//! vitest with the TypeScript SDK.

use super::{HintExpectation, StubInput, braced_escape, constrained_hints, file_header, quote, render_rows};
use crate::model::hint::PerHint;

pub fn render(input: &StubInput) -> String {
    let mut out = file_header("//", input, "Needs the packages `@modelcontextprotocol/sdk` and `vitest`.");
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let (pins, patterns) = render_rows(input, render_row);
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "// The command that starts the server: the program, then its arguments.\n\
         const COMMAND: string[] = [{}];\n\n\
         // What each tool has to be. A hint that is not listed may be anything.\n\
         const PINS = new Map<string, Hints>([\n{pins}]);\n\n\
         // The same for tools by name, with * for any text and ? for one character. A tool's own pin goes first.\n\
         const PATTERNS: [string, Hints][] = [\n{patterns}];\n",
        command.join(", ")
    ));
    out.push_str(HELPERS);
    out.push_str(if input.annotations_required { ALL_ANNOTATED } else { OTHERS_ANNOTATED });
    out.push_str(TESTS);
    out.push_str(if input.forbids_other_tools { NO_OTHERS } else { "" });
    out
}

fn render_row(name: &str, hints: &PerHint<HintExpectation>) -> String {
    let hints: Vec<String> =
        constrained_hints(hints).map(|(hint, word)| format!("{hint}: \"{word}\"")).collect();
    let hints = if hints.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", hints.join(", ")) };
    format!("  [{}, {hints}],\n", quote_string(name))
}

fn quote_string(text: &str) -> String {
    quote(text, braced_escape)
}

const IMPORTS: &str = r#"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, expect, test } from "vitest";

type Expected = "true" | "false" | "unset" | "not true" | "not false" | "set";
type Hints = Record<string, Expected>;

"#;

const HELPERS: &str = r#"
let tools: Tool[] = [];

beforeAll(async () => {
  const [command, ...args] = COMMAND;
  if (command === undefined) throw new Error("COMMAND has to say how the server is started");
  const client = new Client({ name: "pins", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args, env: process.env as Record<string, string> }));
  try {
    let cursor: string | undefined;
    do {
      const page = await client.listTools({ cursor });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor);
  } finally {
    await client.close();
  }
}, 60_000);

function fits(pattern: string, name: string): boolean {
  const signs = [...pattern].map((sign) => {
    if (sign === "*") return "[^]*";
    return sign === "?" ? "[^]" : sign.replace(/[\\^$.+()[\]{}|/]/, "\\$&");
  });
  return new RegExp(`^${signs.join("")}$`, "u").test(name);
}

function isPinned(name: string): boolean {
  return PINS.has(name) || PATTERNS.some(([pattern]) => fits(pattern, name));
}

function demanded(name: string): [string, Expected][] {
  const own = PINS.get(name) ?? {};
  const general = PATTERNS.filter(([pattern]) => fits(pattern, name)).flatMap(([, hints]) => Object.entries(hints));
  return [...Object.entries(own), ...general.filter(([hint]) => !(hint in own))];
}

function holds(expected: Expected, found: unknown): boolean {
  switch (expected) {
    case "true":
      return found === true;
    case "false":
      return found === false;
    case "unset":
      return found === undefined;
    case "not true":
      return found !== true;
    case "not false":
      return found !== false;
    case "set":
      return found !== undefined;
  }
}

function annotations(tool: Tool): Map<string, unknown> {
  return new Map(Object.entries(tool.annotations ?? {}).filter(([, value]) => value !== undefined && value !== null));
}

const names = (some: Tool[]) => some.map((tool) => tool.name);
"#;

const ALL_ANNOTATED: &str = r#"
test("every tool has annotations", () => {
  expect(names(tools.filter((tool) => annotations(tool).size === 0))).toEqual([]);
});
"#;

const OTHERS_ANNOTATED: &str = r#"
test("every tool that is not pinned has annotations", () => {
  const bare = tools.filter((tool) => annotations(tool).size === 0);
  expect(names(bare.filter((tool) => !isPinned(tool.name)))).toEqual([]);
});
"#;

const TESTS: &str = r#"
test("no destructive tool is read-only", () => {
  const both = tools.filter((tool) => tool.annotations?.readOnlyHint && tool.annotations.destructiveHint);
  expect(names(both)).toEqual([]);
});

test("every tool is as pinned", () => {
  const wrong: string[] = [];
  for (const tool of tools) {
    for (const [hint, expected] of demanded(tool.name)) {
      const found = annotations(tool).get(hint);
      if (!holds(expected, found)) {
        wrong.push(`${JSON.stringify(tool.name)}: ${hint} must be ${expected}, but is ${found ?? "unset"}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("no pinned tool is missing", () => {
  const there = new Set(names(tools));
  expect([...PINS.keys()].filter((name) => !there.has(name))).toEqual([]);
});
"#;

const NO_OTHERS: &str = r#"
test("every tool is pinned", () => {
  expect(names(tools).filter((name) => !isPinned(name))).toEqual([]);
});
"#;
