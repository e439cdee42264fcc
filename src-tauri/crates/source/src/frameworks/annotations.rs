//! Annotations as literals: `ToolAnnotations(readOnlyHint=True)`, `{ readOnlyHint: true }`, `{"readOnlyHint": True}`.

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

/// The key of a hint, in camel case or in the snake case of Python and Rust.
pub(super) fn hint_of_key(key: &str) -> Option<HintName> {
    HintName::from_key(key).or(match key {
        "read_only_hint" => Some(HintName::ReadOnly),
        "destructive_hint" => Some(HintName::Destructive),
        "idempotent_hint" => Some(HintName::Idempotent),
        "open_world_hint" => Some(HintName::OpenWorld),
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
        _ => None,
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
            let current = boolean(parsed, value);
            entry.literal = current.is_some();
            entry.rewrite = key.contains('_') && !snake_case_works;
            literal.values[hint] = match current {
                Some(value) if !entry.rewrite => FieldValue::Literal(value),
                _ => FieldValue::Expression(excerpt(parsed.text_of(member.node))),
            };
            literal.hints[hint] = Some(entry);
        } else if key == "title" {
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
    Entry { entry: member.range(), value: value.byte_range(), rewrite: false, literal: false }
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
