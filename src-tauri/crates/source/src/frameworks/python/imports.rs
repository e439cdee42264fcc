//! Imports of a Python file: what `ToolAnnotations` and `Tool` are called, and where an import is added.

use std::ops::Range;

use tree_sitter::Node;

use crate::site::Support;
use crate::syntax::{Parsed, children};
use crate::text_style::{begins_line, line_end, line_indent, line_start, newline};

const CLASS: &str = "ToolAnnotations";
const MODULE: &str = "mcp.types";
/// The longest line that the usual formatters keep.
const WIDTH: usize = 88;

#[derive(Debug, Default)]
pub(super) struct Imports {
    /// The class for annotations, if the file has imported it or its module.
    pub annotations_class: Option<String>,
    /// Local names of the class `Tool` of `mcp.types`.
    pub tool_classes: Vec<String>,
    /// Local names of the module `mcp.types`.
    pub types_modules: Vec<String>,
    /// The file imports `FastMCP` of the package `fastmcp`, and nothing of the SDK that has decorators.
    pub is_fastmcp: bool,
    pub is_sdk_server: bool,
    /// The edit that imports the class.
    pub add_class: Option<Support>,
}

pub(super) fn read(parsed: &Parsed) -> Imports {
    let mut imports = Imports::default();
    let mut types_import = None;
    let mut last_import: Option<Node> = None;
    let mut last_mcp_import: Option<Node> = None;
    for statement in statements(parsed) {
        let is_top_level = statement.parent().is_some_and(|parent| parent.kind() == "module");
        let module = parsed.field_text(statement, "module_name").unwrap_or_default();
        let names = imported_names(parsed, statement);
        for (name, alias) in &names {
            let path = if module.is_empty() { (*name).to_owned() } else { format!("{module}.{name}") };
            imports.add(&path, alias);
        }
        if statement.kind() == "future_import_statement" {
            last_import = Some(statement);
        } else if is_top_level {
            last_import = Some(statement);
            let package =
                if module.is_empty() { names.first().map_or("", |(name, _)| *name) } else { module };
            if matches!(package.split('.').next(), Some("mcp" | "fastmcp")) {
                last_mcp_import = Some(statement);
            }
            if module == MODULE && !names.is_empty() {
                types_import = Some(statement);
            }
        }
    }
    imports.add_class = Some(match types_import.and_then(|statement| add_name(parsed, statement)) {
        Some(support) => support,
        None => add_statement(parsed, last_mcp_import.or(last_import)),
    });
    imports
}

impl Imports {
    fn add(&mut self, path: &str, alias: &str) {
        match path {
            "mcp.types.ToolAnnotations" | "mcp_types.ToolAnnotations" | "mcp.ToolAnnotations" => {
                self.annotations_class = Some(alias.to_owned());
            }
            "mcp.types.Tool" | "mcp_types.Tool" | "mcp.Tool" => self.tool_classes.push(alias.to_owned()),
            "mcp.types" | "mcp_types" => self.types_modules.push(alias.to_owned()),
            _ if path.starts_with("mcp.server.fastmcp") || path.ends_with(".MCPServer") => {
                self.is_sdk_server = true
            }
            _ if path == "fastmcp" || path.starts_with("fastmcp.") => self.is_fastmcp = true,
            _ => {}
        }
    }
}

/// Import statements of the module, and those that a `try` or `if` statement of the module contains.
fn statements<'p>(parsed: &'p Parsed) -> Vec<Node<'p>> {
    let mut found = Vec::new();
    let mut next: Vec<Node> = parsed.root().map(children).unwrap_or_default();
    next.reverse();
    while let Some(node) = next.pop() {
        match node.kind() {
            "import_statement" | "import_from_statement" | "future_import_statement" => found.push(node),
            "try_statement" | "block" | "except_clause" => {
                let mut inner = children(node);
                inner.reverse();
                next.extend(inner);
            }
            _ => {}
        }
    }
    found
}

/// The imported names and what they are called here.
fn imported_names<'p>(parsed: &'p Parsed, statement: Node<'p>) -> Vec<(&'p str, &'p str)> {
    let mut cursor = statement.walk();
    let names = statement.children_by_field_name("name", &mut cursor);
    names
        .map(|name| match name.kind() {
            "aliased_import" => {
                let path = parsed.field_text(name, "name").unwrap_or_default();
                (path, parsed.field_text(name, "alias").unwrap_or(path))
            }
            _ => (parsed.text_of(name), parsed.text_of(name)),
        })
        .collect()
}

/// Adds the class to `from mcp.types import …`, in order if the names are. `None` if the line would become too long.
fn add_name(parsed: &Parsed, statement: Node) -> Option<Support> {
    let text = parsed.text;
    let names: Vec<Node> = {
        let mut cursor = statement.walk();
        statement.children_by_field_name("name", &mut cursor).collect()
    };
    let texts: Vec<&str> = names.iter().map(|name| parsed.text_of(*name)).collect();
    let last = *names.last()?;
    let next = names.iter().zip(&texts).find(|(_, name)| **name > CLASS).filter(|_| texts.is_sorted());
    let anchor = next.map_or(last, |(node, _)| *node);
    let own_line = begins_line(text, anchor.start_byte());
    if !own_line {
        let line = line_end(text, anchor.end_byte()) - line_start(text, anchor.start_byte());
        let is_long = line + CLASS.len() + 2 > WIDTH;
        if is_long {
            return None;
        }
    }
    let indent = line_indent(text, anchor.start_byte());
    let break_line = format!("{}{indent}", newline(text));
    let (at, text) = match (next, own_line) {
        (Some((node, _)), true) => (node.start_byte(), format!("{CLASS},{break_line}")),
        (Some((node, _)), false) => (node.start_byte(), format!("{CLASS}, ")),
        (None, true) if text[last.end_byte()..].starts_with(',') => {
            (last.end_byte() + 1, format!("{break_line}{CLASS},"))
        }
        (None, true) => (last.end_byte(), format!(",{break_line}{CLASS}")),
        (None, false) => (last.end_byte(), format!(", {CLASS}")),
    };
    Some(Support { at, text, only_for: &[] })
}

/// Adds an import statement after another, or before the first statement that is no docstring.
fn add_statement(parsed: &Parsed, after: Option<Node>) -> Support {
    let text = parsed.text;
    let line = format!("from {MODULE} import {CLASS}");
    let newline = newline(text);
    let support = |at, text| Support { at, text, only_for: &[] };
    if let Some(statement) = after {
        return support(line_end(text, statement.end_byte()), format!("{newline}{line}"));
    }
    let statements = parsed.root().map(children).unwrap_or_default();
    match statements.first() {
        Some(first) if is_docstring(*first) => {
            support(line_end(text, first.end_byte()), format!("{newline}{newline}{line}"))
        }
        Some(first) => support(line_start(text, first.start_byte()), format!("{line}{newline}")),
        None => support(text.len(), line),
    }
}

fn is_docstring(statement: Node) -> bool {
    statement.kind() == "expression_statement"
        && statement.named_child(0).is_some_and(|value| value.kind() == "string")
}

/// The name `ToolAnnotations` in imports of `mcp.types` with the commas around it; the whole statement if it is alone.
pub(in crate::frameworks) fn support_ranges(parsed: &Parsed) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for statement in statements(parsed) {
        if parsed.field_text(statement, "module_name") != Some(MODULE) {
            continue;
        }
        let mut cursor = statement.walk();
        let parts: Vec<Node> = statement.children(&mut cursor).collect();
        let mut names = parts.iter().filter(|part| part.is_named()).skip(1);
        if names.clone().count() == 1 && names.all(|name| parsed.text_of(*name) == CLASS) {
            ranges.push(statement.byte_range());
            continue;
        }
        let is_masked = |part: &&Node| matches!(parsed.text_of(**part), CLASS | ",");
        ranges.extend(parts.iter().filter(is_masked).map(Node::byte_range));
    }
    ranges
}
