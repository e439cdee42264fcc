//! Classes with fields for a name and annotations: those of mcp-framework, as in
//! `class Get extends MCPTool { name = "get"; annotations = { … }; }`, and those of a project's own base class.

use std::ops::Range;

use tree_sitter::Node;

use super::{EcmascriptFile, Form};
use crate::frameworks::annotations::new_entry;
use crate::frameworks::site_builder::Builder;
use crate::registration::{Definition, Framework, Registration};
use crate::site::Outer;
use crate::syntax::{Member, children, string_literal};

/// Fields that hold the name of a tool.
const NAME_FIELDS: &[&str] = &["name", "toolName"];

pub(super) fn read(file: &EcmascriptFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let body = node.child_by_field_name("body")?;
    let heritage = &parsed.text[node.start_byte()..body.start_byte()];
    let is_framework = file.project.ecmascript.uses_mcp_framework && heritage.contains("extends MCPTool");
    let base = base_class(heritage);
    if !is_framework && !base.is_some_and(|base| base.contains("Tool")) {
        return None;
    }
    let fields: Vec<Node> = children(body)
        .into_iter()
        .filter(|field| matches!(field.kind(), "public_field_definition" | "field_definition"))
        .collect();
    let named = |name: &str| {
        let is_named = |field: &&Node| {
            parsed.field_text(**field, "name").or_else(|| parsed.field_text(**field, "property"))
                == Some(name)
        };
        fields.iter().find(is_named).copied()
    };
    let name = NAME_FIELDS.iter().find_map(|field| named(field))?;
    let after = [named("description"), named("title"), Some(name)]
        .into_iter()
        .flatten()
        .map(|field| statement(field).end)
        .max()?;
    let notation = file.notation(Form::Field, false);
    let framework = if is_framework { Framework::McpFramework } else { Framework::TypeScriptProject };
    let outer = Outer::Fields(after);
    let mut builder = Builder::new(parsed, file.project, framework, node.byte_range(), outer, notation);
    builder.registration.range = node.start_byte()..body.start_byte();
    let value = name.child_by_field_name("value")?;
    if let (false, Some(base)) = (is_framework, base) {
        string_literal(parsed, value)?;
        builder.registration.definition =
            Some(Definition { kind: base.to_owned(), part: None, takes_annotations: true });
    }
    builder.name(value);
    if let Some(text) =
        named("description").and_then(|field| builder.text(field.child_by_field_name("value")?))
    {
        builder.registration.description = Some(text);
    }
    if let Some(field) = named("title") {
        let member = Member { index: 0, node: field, key: None, value: field.child_by_field_name("value") };
        builder.title(&member);
        if let (Some(title), Some(value)) = (builder.registration.site.titles.last_mut(), member.value) {
            let literal = title.entry.literal;
            title.entry = new_entry(&member, value);
            title.entry.literal = literal;
            title.entry.entry = statement(field);
        }
    }
    if let Some(field) = named("annotations")
        && let Some(value) = field.child_by_field_name("value")
    {
        builder.annotations(statement(field), value, true, |literal| file.forms_like(literal));
    }
    if let Some(schema) = named("schema").and_then(|field| field.child_by_field_name("value")) {
        builder.registration.parameters = file.schema_parameters(schema);
    }
    Some(builder.finish())
}

/// The class that a class extends or implements.
fn base_class(heritage: &str) -> Option<&str> {
    let (_, after) = heritage.split_once("extends ").or_else(|| heritage.split_once("implements "))?;
    after.trim_start().split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).next()
}

/// A field with its semicolon.
fn statement(field: Node) -> Range<usize> {
    let semicolon = field.next_sibling().filter(|next| next.kind() == ";");
    field.start_byte()..semicolon.map_or(field.end_byte(), |next| next.end_byte())
}
