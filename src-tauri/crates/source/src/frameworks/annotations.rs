//! Annotations as literals: `ToolAnnotations(readOnlyHint=True)`, `{ readOnlyHint: true }`, `{"readOnlyHint": True}`.

use std::ops::Range;

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use crate::language::Language;
use crate::registration::FieldValue;
use crate::site::{AnnotationValues, Entry, List, TitleEntry};
use crate::syntax::{Member, Parsed, boolean, children, excerpt, key_text, list, members, string_literal};

/// A literal of annotations.
pub(super) struct AnnotationsLiteral<'n> {
    pub list: List,
    pub values: PerHint<FieldValue<bool>>,
    pub hints: PerHint<Option<Entry>>,
    pub title: FieldValue<String>,
    pub title_entry: Option<TitleEntry>,
    /// Expressions that add members, in order.
    pub spreads: Vec<Node<'n>>,
    /// True for `{…}`, false for `Name(…)`.
    pub is_object: bool,
}

/// The key of a hint: in camel case, in the snake case of Python and Rust, or the field of Go.
pub(super) fn hint_of_key(key: &str) -> Option<HintName> {
    HintName::from_key(key).or(match key {
        "read_only_hint" | "ReadOnlyHint" => Some(HintName::ReadOnly),
        "destructive_hint" | "DestructiveHint" => Some(HintName::Destructive),
        "idempotent_hint" | "IdempotentHint" => Some(HintName::Idempotent),
        "open_world_hint" | "OpenWorldHint" => Some(HintName::OpenWorld),
        _ => None,
    })
}

/// The list of a literal: an object, a dictionary, or the arguments of a call of `ToolAnnotations` or `dict`.
fn literal_list<'n>(parsed: &Parsed, node: Node<'n>) -> Option<(Node<'n>, bool)> {
    match node.kind() {
        "object" | "dictionary" => Some((node, true)),
        "call" if parsed.language == Language::Python => {
            let function = parsed.field_text(node, "function")?;
            let class = function.rsplit('.').next()?;
            let is_annotations = class.ends_with("ToolAnnotations") || class == "dict";
            let arguments = node.child_by_field_name("arguments")?;
            (is_annotations && arguments.kind() == "argument_list").then_some((arguments, false))
        }
        "unary_expression" => literal_list(parsed, node.child_by_field_name("operand")?),
        "composite_literal" => {
            let class = parsed.field_text(node, "type")?;
            let is_annotations = class.ends_with("ToolAnnotations") || class.ends_with("ToolAnnotation");
            Some((node.child_by_field_name("body").filter(|_| is_annotations)?, true))
        }
        _ => None,
    }
}

/// A boolean, also within an expression that makes a pointer of it. The second value is where it is then.
fn wrapped_boolean(parsed: &Parsed, node: Node) -> (Option<bool>, Option<Range<usize>>) {
    if let Some(value) = boolean(parsed, node) {
        return (Some(value), None);
    }
    if parsed.language != Language::Go {
        return (None, None);
    }
    // `pointer(true)`.
    let arguments = node.child_by_field_name("arguments").filter(|_| node.kind() == "call_expression");
    if let [one] = arguments.map(children).unwrap_or_default().as_slice() {
        return (boolean(parsed, *one), Some(one.byte_range()));
    }
    // `&[]bool{true}[0]`.
    const OPEN: &str = "&[]bool{";
    let inner = parsed.text_of(node).strip_prefix(OPEN).and_then(|text| text.strip_suffix("}[0]"));
    let start = node.start_byte() + OPEN.len();
    match inner {
        Some("true") => (Some(true), Some(start..start + "true".len())),
        Some("false") => (Some(false), Some(start..start + "false".len())),
        _ => (None, None),
    }
}

/// Reads a literal. `snake_case_works` says whether the SDK knows names in snake case.
pub(super) fn read<'n>(
    parsed: &Parsed,
    node: Node<'n>,
    snake_case_works: bool,
) -> Option<AnnotationsLiteral<'n>> {
    let (container, is_object) = literal_list(parsed, node)?;
    let mut literal = AnnotationsLiteral {
        list: list(container)?,
        values: PerHint::default(),
        hints: PerHint::default(),
        title: FieldValue::Absent,
        title_entry: None,
        spreads: Vec::new(),
        is_object,
    };
    for member in members(container) {
        if member.is_spread() {
            literal.spreads.extend(children(member.node).first());
            continue;
        }
        let (Some(key), Some(value)) = (key_text(parsed, &member), member.value) else { continue };
        if let Some(hint) = hint_of_key(&key) {
            let mut entry = new_entry(&member, value);
            let (current, inner) = wrapped_boolean(parsed, value);
            entry.literal = current.is_some();
            if let Some(inner) = inner.filter(|_| entry.literal) {
                entry.value = inner;
                entry.is_wrapped = true;
            }
            entry.rewrite = key.contains('_') && !snake_case_works;
            literal.values[hint] = match current {
                Some(value) if !entry.rewrite => FieldValue::Literal(value),
                _ => FieldValue::Expression(excerpt(parsed.text_of(member.node))),
            };
            literal.hints[hint] = Some(entry);
        } else if matches!(key.as_str(), "title" | "Title") {
            let mut entry = new_entry(&member, value);
            let current = string_literal(parsed, value);
            entry.literal = current.is_some();
            literal.title = match current {
                Some(title) => FieldValue::Literal(title),
                None => FieldValue::Expression(excerpt(parsed.text_of(value))),
            };
            literal.title_entry = Some(TitleEntry { entry, in_annotations: true });
        }
    }
    Some(literal)
}

pub(super) fn new_entry(member: &Member, value: Node) -> Entry {
    Entry {
        entry: member.range(),
        value: value.byte_range(),
        rewrite: false,
        literal: false,
        is_wrapped: false,
    }
}

/// The values of a constant that is a literal of annotations: at least one hint, and nothing that is not a literal.
pub(crate) fn read_values(parsed: &Parsed, node: Node) -> Option<AnnotationValues> {
    let literal = read(parsed, node, true)?;
    let is_known = |value: &FieldValue<bool>| !matches!(value, FieldValue::Expression(_));
    let complete = literal.spreads.is_empty()
        && literal.values.iter().all(|(_, value)| is_known(value))
        && !matches!(literal.title, FieldValue::Expression(_));
    let hints = PerHint::from_fn(|hint| literal.values[hint].known().copied());
    let says_hints = hints.iter().any(|(_, value)| value.is_some());
    let title = literal.title.known().cloned();
    (complete && says_hints).then_some(AnnotationValues { title, hints })
}
