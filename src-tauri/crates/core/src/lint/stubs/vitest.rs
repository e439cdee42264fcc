//! vitest with the TypeScript SDK.

use super::{
    StubInput, StubPin, ToolExpectation, braced_escape, constraints, file_header, new_tool_test, quote,
    render_tables,
};

pub fn render(input: &StubInput) -> String {
    let mut out = file_header("//", input, "Needs the packages `@modelcontextprotocol/sdk` and `vitest`.");
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let tables = render_tables(input, render_row, |implication| {
        format!("  [{}, {}],\n", render_demands(&implication.when), render_demands(&implication.then))
    });
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "// The command that starts the server: the program, then its arguments.\n\
         const COMMAND: string[] = [{}];\n\n\
         // The expected hints of each tool, and how narrow the pin is: of the pins that constrain a hint of a tool, the\n\
         // narrowest apply. A hint that is not listed may have any value.\n\
         const PINS: Pin[] = [\n{}];\n\n\
         // The same for tools by name, with * for any text and ? for one character.\n\
         const PATTERNS: Pin[] = [\n{}];\n\n\
         // A tool that meets the first expectation must also meet the second.\n\
         const IMPLICATIONS: [Demands, Demands][] = [\n{}];\n",
        command.join(", "),
        tables.pins,
        tables.patterns,
        tables.implications
    ));
    out.push_str(HELPERS);
    out.push_str(TESTS);
    out.push_str(&new_tool_test(input, IS_NAMED, OTHERS_ANNOTATED, NO_OTHERS));
    out
}

fn render_row(pin: &StubPin) -> String {
    format!("  [{}, {}, {}],\n", quote_string(pin.name), pin.narrowness, render_demands(&pin.expected))
}

fn render_demands(expected: &ToolExpectation) -> String {
    let demands: Vec<String> =
        constraints(expected).map(|(hint, word)| format!("{hint}: \"{word}\"")).collect();
    if demands.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", demands.join(", ")) }
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
type Demands = Record<string, Expected>;
type Pin = [name: string, narrowness: number, demands: Demands];

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

"#;

const HELPERS: &str = r#"
let tools: Tool[] = [];

beforeAll(async () => {
  const [command, ...args] = COMMAND;
  if (command === undefined) throw new Error("set COMMAND to the command that starts the server");
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

function demanded(name: string): [string, Expected][] {
  const matching = [...PINS.filter(([pin]) => pin === name), ...PATTERNS.filter(([pin]) => fits(pin, name))];
  return ["annotations", ...HINTS].flatMap((hint) => {
    const about = matching.filter(([, , demands]) => demands[hint] !== undefined);
    const narrowest = Math.max(...about.map(([, narrowness]) => narrowness));
    const applying = about.filter(([, narrowness]) => narrowness === narrowest);
    return applying.map(([, , demands]): [string, Expected] => [hint, demands[hint]!]);
  });
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

function found(tool: Tool, hint: string): boolean | undefined {
  const values = new Map(Object.entries(tool.annotations ?? {}).filter(([, value]) => typeof value === "boolean"));
  if (hint === "annotations") return HINTS.some((key) => values.has(key)) || undefined;
  return values.get(hint) as boolean | undefined;
}

function meets(tool: Tool, demands: Demands): boolean {
  return Object.entries(demands).every(([hint, expected]) => holds(expected, found(tool, hint)));
}

const names = (some: Tool[]) => some.map((tool) => tool.name);
"#;

const TESTS: &str = r#"
test("every tool is as pinned", () => {
  const wrong: string[] = [];
  for (const tool of tools) {
    for (const [hint, expected] of demanded(tool.name)) {
      const actual = found(tool, hint);
      if (!holds(expected, actual)) {
        wrong.push(`${JSON.stringify(tool.name)}: ${hint} must be ${expected}, but is ${actual ?? "unset"}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("every implication holds", () => {
  const wrong: string[] = [];
  for (const tool of tools) {
    for (const [when, then] of IMPLICATIONS) {
      if (meets(tool, when) && !meets(tool, then)) {
        wrong.push(`${JSON.stringify(tool.name)} is ${JSON.stringify(when)}, so it must be ${JSON.stringify(then)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("no pinned tool is missing", () => {
  const there = new Set(names(tools));
  expect(PINS.map(([name]) => name).filter((name) => !there.has(name))).toEqual([]);
});
"#;

const IS_NAMED: &str = r#"
function isNamed(name: string): boolean {
  return PINS.some(([pin]) => pin === name);
}
"#;

const OTHERS_ANNOTATED: &str = r#"
test("every tool that is not pinned by name has annotations", () => {
  const bare = tools.filter((tool) => found(tool, "annotations") === undefined);
  expect(names(bare).filter((name) => !isNamed(name))).toEqual([]);
});
"#;

const NO_OTHERS: &str = r#"
test("every tool is pinned by name", () => {
  expect(names(tools).filter((name) => !isNamed(name))).toEqual([]);
});
"#;
