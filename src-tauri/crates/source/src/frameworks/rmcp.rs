//! Rust: `#[tool(…)]` of rmcp.

#[cfg(test)]
mod tests;

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::project::Project;
use super::site_builder::Builder;
use crate::registration::{FieldValue, Framework, Registration, ToolName};
use crate::site::{AnnotationsSite, Entry, Escapes, HintForm, List, Notation, Outer, TitleEntry, TitleForm};
use crate::syntax::{Parsed, boolean, excerpt, is_comment, string_literal};
use crate::text_style::newline;

/// rustfmt breaks longer lines, and attributes with longer arguments.
const WIDTH: usize = 100;
const ARGUMENTS_WIDTH: usize = 70;

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let mut found = Vec::new();
    if project.rust.uses_rmcp {
        parsed.walk(|node| {
            if node.kind() == "attribute_item" {
                found.extend(read(parsed, project, node));
            }
        });
    }
    found
}

/// One argument of an attribute: `key = value`, `key(…)` or something else.
struct Argument<'n> {
    range: std::ops::Range<usize>,
    key: &'n str,
    /// The single token after `=`, or the list after the key.
    value: Option<Node<'n>>,
}

fn read(parsed: &Parsed, project: &Project, node: Node) -> Option<Registration> {
    let attribute = node.named_child(0).filter(|attribute| attribute.kind() == "attribute")?;
    let path = attribute.named_child(0)?;
    if !matches!(parsed.text_of(path), "tool" | "rmcp::tool") {
        return None;
    }
    let function = attributed_function(node)?;
    let arguments = attribute.child_by_field_name("arguments");
    let (outer, entries) = match arguments {
        Some(tokens) => {
            let (list, arguments) = read_list(parsed, tokens)?;
            (Outer::List(list), arguments)
        }
        None => (Outer::Bare(path.end_byte()), Vec::new()),
    };
    let mut builder =
        Builder::new(parsed, project, Framework::Rmcp, node.byte_range(), outer, notation(parsed));
    builder.registration.name = ToolName::Literal(parsed.field_text(function, "name")?.to_owned());
    builder.registration.description = doc_comment(parsed, node);
    for (index, argument) in entries.iter().enumerate() {
        match (argument.key, argument.value) {
            ("name", Some(value)) => {
                builder.name(value);
                builder.registration.site.title_after = Some(index);
            }
            ("description", Some(value)) => builder.registration.description = string_literal(parsed, value),
            ("title", Some(value)) => read_title(parsed, &mut builder, argument, value, false),
            ("annotations", Some(tokens)) if tokens.kind() == "token_tree" => {
                read_annotations(parsed, &mut builder, argument, tokens);
            }
            _ => {}
        }
    }
    Some(builder.finish())
}

/// The function that follows the attribute, after other attributes and comments.
fn attributed_function(node: Node) -> Option<Node> {
    let mut next = node.next_named_sibling();
    while let Some(sibling) = next {
        match sibling.kind() {
            "function_item" | "function_signature_item" => return Some(sibling),
            "attribute_item" => {}
            _ if is_comment(sibling) => {}
            _ => return None,
        }
        next = sibling.next_named_sibling();
    }
    None
}

/// Splits the tokens between parentheses at commas.
fn read_list<'n>(parsed: &'n Parsed, tokens: Node<'n>) -> Option<(List, Vec<Argument<'n>>)> {
    let count = tokens.child_count();
    let (first, last) = (tokens.child(0)?, tokens.child(count.checked_sub(1)?)?);
    let mut list = List { open: first.end_byte(), close: last.start_byte(), ..List::default() };
    let mut arguments = Vec::new();
    let mut current: Vec<Node> = Vec::new();
    let mut cursor = tokens.walk();
    for token in tokens.children(&mut cursor).skip(1).take(count as usize - 2) {
        if is_comment(token) {
            list.has_comments = true;
        } else if parsed.text_of(token) == "," {
            if let Some(argument) = read_argument(parsed, &current) {
                list.entries.push(argument.range.clone());
                list.commas.push(Some(token.end_byte()));
                arguments.push(argument);
            }
            current.clear();
        } else {
            current.push(token);
        }
    }
    if let Some(argument) = read_argument(parsed, &current) {
        list.entries.push(argument.range.clone());
        list.commas.push(None);
        arguments.push(argument);
    }
    Some((list, arguments))
}

fn read_argument<'n>(parsed: &'n Parsed, tokens: &[Node<'n>]) -> Option<Argument<'n>> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let value = match tokens {
        [_, list] if list.kind() == "token_tree" => Some(*list),
        [_, equals, value] if parsed.text_of(*equals) == "=" => Some(*value),
        _ => None,
    };
    Some(Argument { range: first.start_byte()..last.end_byte(), key: parsed.text_of(*first), value })
}

fn read_annotations(parsed: &Parsed, builder: &mut Builder, argument: &Argument, tokens: Node) {
    let Some((list, members)) = read_list(parsed, tokens) else { return };
    for member in &members {
        let Some(value) = member.value else { continue };
        if member.key == "title" {
            read_title(parsed, builder, member, value, true);
        } else if let Some(hint) = HintName::ALL.into_iter().find(|hint| key(*hint) == member.key) {
            let current = boolean(parsed, value);
            builder.registration.site.hints[hint] = Some(entry(member, value, current.is_some()));
            builder.registration.hints[hint] = match current {
                Some(value) => FieldValue::Literal(value),
                None => FieldValue::Expression(excerpt(parsed.text_of(value))),
            };
        }
    }
    let hints = Box::new(hint_forms());
    builder.registration.site.annotations =
        AnnotationsSite::Literal { entry: argument.range.clone(), list, hints };
}

fn read_title(
    parsed: &Parsed,
    builder: &mut Builder,
    argument: &Argument,
    value: Node,
    in_annotations: bool,
) {
    let title = string_literal(parsed, value);
    let entry = entry(argument, value, title.is_some());
    builder.registration.site.titles.push(TitleEntry { entry, in_annotations });
    // The title of the tool itself takes precedence.
    if !in_annotations || builder.registration.title == FieldValue::Absent {
        builder.registration.title = match title {
            Some(title) => FieldValue::Literal(title),
            None => FieldValue::Expression(excerpt(parsed.text_of(value))),
        };
    }
}

fn entry(argument: &Argument, value: Node, literal: bool) -> Entry {
    Entry {
        entry: argument.range.clone(),
        value: value.byte_range(),
        rewrite: false,
        literal,
        is_wrapped: false,
    }
}

/// The documentation comments before an attribute.
fn doc_comment(parsed: &Parsed, node: Node) -> Option<String> {
    let mut lines = Vec::new();
    let mut previous = node.prev_named_sibling();
    while let Some(sibling) = previous {
        match parsed.text_of(sibling).strip_prefix("///") {
            Some(line) if is_comment(sibling) => lines.push(line.trim().to_owned()),
            _ if sibling.kind() == "attribute_item" => {}
            _ => break,
        }
        previous = sibling.prev_named_sibling();
    }
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n").trim().to_owned())
}

fn notation(parsed: &Parsed) -> Notation {
    Notation {
        key: "annotations".to_owned(),
        open: "(".to_owned(),
        close: ")",
        padded: false,
        hints: hint_forms(),
        title: TitleForm {
            key: "title".to_owned(),
            infix: " = ",
            suffix: "",
            quote: '"',
            either_quote: false,
            escapes: Escapes::Braced,
        },
        title_in_annotations: false,
        trailing_comma: false,
        trailing_comma_in_calls: false,
        reindents: false,
        hugs: true,
        always_breaks: false,
        width: WIDTH,
        list_width: ARGUMENTS_WIDTH,
        indent: if parsed.text.contains("\n\t") { "\t".to_owned() } else { "    ".to_owned() },
        newline: newline(parsed.text),
        support: Vec::new(),
    }
}

fn hint_forms() -> PerHint<HintForm> {
    PerHint::from_fn(|hint| HintForm::new(key(hint), " = ", "true", "false"))
}

const fn key(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "read_only_hint",
        HintName::Destructive => "destructive_hint",
        HintName::Idempotent => "idempotent_hint",
        HintName::OpenWorld => "open_world_hint",
    }
}
