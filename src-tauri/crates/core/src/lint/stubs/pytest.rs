//! pytest with the Python SDK, versions 1 and 2.

use super::{
    StubInput, StubPin, ToolExpectation, constraints, file_header, new_tool_test, python_go_escape, quote,
    render_tables,
};

pub fn render(input: &StubInput) -> String {
    let mut out = file_header("#", input, "Needs the packages `mcp` and `pytest`.");
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let tables = render_tables(input, render_row, |implication| {
        format!("    ({}, {}),\n", render_demands(&implication.when), render_demands(&implication.then))
    });
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "# The command that starts the server: the program, then its arguments.\n\
         COMMAND = [{}]\n\n\
         # The expected hints of each tool, and how narrow the pin is: of the pins that constrain a hint of a tool, the\n\
         # narrowest apply. A hint that is not listed may have any value.\n\
         PINS = [\n{}]\n\n\
         # The same for tools by name, with * for any text and ? for one character.\n\
         PATTERNS = [\n{}]\n\n\
         # A tool that meets the first expectation must also meet the second.\n\
         IMPLICATIONS = [\n{}]\n",
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
    format!("    ({}, {}, {}),\n", quote_string(pin.name), pin.narrowness, render_demands(&pin.expected))
}

fn render_demands(expected: &ToolExpectation) -> String {
    let demands: Vec<String> =
        constraints(expected).map(|(hint, word)| format!("\"{hint}\": \"{word}\"")).collect();
    format!("{{{}}}", demands.join(", "))
}

fn quote_string(text: &str) -> String {
    quote(text, python_go_escape)
}

const IMPORTS: &str = r#"
import asyncio
import os
import re

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import PaginatedRequestParams

HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]

"#;

const HELPERS: &str = r#"

async def listed():
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        found, cursor = [], None
        while True:
            page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor) if cursor else None)
            page = page.model_dump(by_alias=True, exclude_none=True)
            found += page["tools"]
            cursor = page.get("nextCursor")
            if not cursor:
                return found


@pytest.fixture(scope="module")
def tools():
    assert COMMAND, "set COMMAND to the command that starts the server"
    return asyncio.run(asyncio.wait_for(listed(), timeout=60))


def fits(pattern, name):
    signs = {"*": ".*", "?": "."}
    return re.fullmatch("".join(signs.get(sign) or re.escape(sign) for sign in pattern), name, re.DOTALL)


def demanded(name):
    own = [pin for pin in PINS if pin[0] == name]
    matching = own + [pin for pin in PATTERNS if fits(pin[0], name)]
    for hint in ["annotations", *HINTS]:
        about = [(narrowness, hints[hint]) for _, narrowness, hints in matching if hint in hints]
        narrowest = max((narrowness for narrowness, _ in about), default=0)
        yield from ((hint, expected) for narrowness, expected in about if narrowness == narrowest)


def holds(expected, found):
    return {
        "true": found is True,
        "false": found is False,
        "unset": found is None,
        "not true": found is not True,
        "not false": found is not False,
        "set": found is not None,
    }[expected]


def found(tool, hint):
    values = {key: value for key, value in (tool.get("annotations") or {}).items() if isinstance(value, bool)}
    if hint == "annotations":
        return True if any(key in values for key in HINTS) else None
    return values.get(hint)


def meets(tool, demands):
    return all(holds(expected, found(tool, hint)) for hint, expected in demands.items())

"#;

const TESTS: &str = r#"
def test_every_tool_is_as_pinned(tools):
    wrong = []
    for tool in tools:
        for hint, expected in demanded(tool["name"]):
            actual = found(tool, hint)
            if not holds(expected, actual):
                shown = "unset" if actual is None else str(actual).lower()
                wrong.append(f"{tool['name']!r}: {hint} must be {expected}, but is {shown}")
    assert not wrong, "\n".join(["not as pinned:", *wrong])


def test_every_implication_holds(tools):
    wrong = []
    for tool in tools:
        for when, then in IMPLICATIONS:
            if meets(tool, when) and not meets(tool, then):
                wrong.append(f"{tool['name']!r} is {when}, so it must be {then}")
    assert not wrong, "\n".join(["not as implied:", *wrong])


def test_no_pinned_tool_is_missing(tools):
    names = {tool["name"] for tool in tools}
    assert [name for name, _, _ in PINS if name not in names] == []
"#;

const IS_NAMED: &str = r#"

def is_named(name):
    return any(name == pin for pin, _, _ in PINS)
"#;

const OTHERS_ANNOTATED: &str = r#"

def test_every_tool_that_is_not_pinned_by_name_has_annotations(tools):
    bare = [tool["name"] for tool in tools if found(tool, "annotations") is None]
    assert [name for name in bare if not is_named(name)] == []
"#;

const NO_OTHERS: &str = r#"

def test_every_tool_is_pinned_by_name(tools):
    assert [tool["name"] for tool in tools if not is_named(tool["name"])] == []
"#;
