//! pytest with the Python SDK, versions 1 and 2.

use super::{
    HintExpectation, StubInput, constrained_hints, file_header, python_go_escape, quote, render_rows,
};
use crate::model::hint::PerHint;

pub fn render(input: &StubInput) -> String {
    let mut out = file_header("#", input, "Needs the packages `mcp` and `pytest`.");
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let (pins, patterns) = render_rows(input, render_row);
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "# The command that starts the server: the program, then its arguments.\n\
         COMMAND = [{}]\n\n\
         # What each tool has to be. A hint that is not listed may be anything.\n\
         PINS = dict([\n{pins}])\n\n\
         # The same for tools by name, with * for any text and ? for one character. A tool's own pin goes first.\n\
         PATTERNS = [\n{patterns}]\n",
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
        constrained_hints(hints).map(|(hint, word)| format!("\"{hint}\": \"{word}\"")).collect();
    format!("    ({}, {{{}}}),\n", quote_string(name), hints.join(", "))
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
    assert COMMAND, "COMMAND has to say how the server is started"
    return asyncio.run(asyncio.wait_for(listed(), timeout=60))


def fits(pattern, name):
    signs = {"*": ".*", "?": "."}
    return re.fullmatch("".join(signs.get(sign) or re.escape(sign) for sign in pattern), name, re.DOTALL)


def is_pinned(name):
    return name in PINS or any(fits(pattern, name) for pattern, _ in PATTERNS)


def demanded(name):
    own = PINS.get(name, {})
    yield from own.items()
    for pattern, hints in PATTERNS:
        if fits(pattern, name):
            yield from ((hint, expected) for hint, expected in hints.items() if hint not in own)


def holds(expected, found):
    return {
        "true": found is True,
        "false": found is False,
        "unset": found is None,
        "not true": found is not True,
        "not false": found is not False,
        "set": found is not None,
    }[expected]


def annotations(tool):
    return tool.get("annotations", {})

"#;

const ALL_ANNOTATED: &str = r#"
def test_every_tool_has_annotations(tools):
    assert [tool["name"] for tool in tools if not annotations(tool)] == []

"#;

const OTHERS_ANNOTATED: &str = r#"
def test_every_tool_that_is_not_pinned_has_annotations(tools):
    assert [tool["name"] for tool in tools if not annotations(tool) and not is_pinned(tool["name"])] == []

"#;

const TESTS: &str = r#"
def test_no_destructive_tool_is_read_only(tools):
    both = {"readOnlyHint": True, "destructiveHint": True}
    assert [tool["name"] for tool in tools if both.items() <= annotations(tool).items()] == []


def test_every_tool_is_as_pinned(tools):
    wrong = []
    for tool in tools:
        for hint, expected in demanded(tool["name"]):
            found = annotations(tool).get(hint)
            if not holds(expected, found):
                shown = "unset" if found is None else str(found).lower()
                wrong.append(f"{tool['name']!r}: {hint} must be {expected}, but is {shown}")
    assert not wrong, "\n".join(["not as pinned:", *wrong])


def test_no_pinned_tool_is_missing(tools):
    names = {tool["name"] for tool in tools}
    assert [name for name in PINS if name not in names] == []
"#;

const NO_OTHERS: &str = r#"

def test_every_tool_is_pinned(tools):
    assert [tool["name"] for tool in tools if not is_pinned(tool["name"])] == []
"#;
