//! `types.Tool(name=…, inputSchema=…)` and dictionaries with the same members.

use tree_sitter::Node;

use super::{Form, PythonFile};
use crate::frameworks::site_builder::{Builder, last_index_of};
use crate::registration::{Framework, Registration};
use crate::site::Outer;
use crate::syntax::{Member, list, member_named, members};

const SCHEMA_KEYS: [&str; 2] = ["inputSchema", "input_schema"];

pub(super) fn read_class(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let class = parsed.field_text(node, "function")?;
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "argument_list")?;
    let is_known = file.imports.tool_classes.iter().any(|name| name == class)
        || file.imports.types_modules.iter().any(|module| class.strip_suffix(".Tool") == Some(module));
    if !is_known && class != "Tool" && !class.ends_with("types.Tool") {
        return None;
    }
    let members = members(arguments);
    let has_schema = SCHEMA_KEYS.iter().any(|key| member_named(parsed, &members, key).is_some());
    let has_name = member_named(parsed, &members, "name").is_some();
    if !(has_name && (has_schema || is_known)) {
        return None;
    }
    let outer = Outer::List(list(arguments)?);
    let notation = file.notation(Form::Class);
    let builder =
        Builder::new(parsed, file.project, Framework::PythonLowLevel, node.byte_range(), outer, notation);
    Some(read_members(file, builder, &members))
}

pub(super) fn read_dictionary(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members = members(node);
    // Definitions for other programming interfaces have `input_schema`.
    member_named(parsed, &members, "name")?;
    member_named(parsed, &members, "inputSchema")?;
    let outer = Outer::List(list(node)?);
    let notation = file.notation(Form::Member);
    let builder =
        Builder::new(parsed, file.project, Framework::PythonDictionary, node.byte_range(), outer, notation);
    Some(read_members(file, builder, &members))
}

fn read_members(file: &PythonFile, mut builder: Builder, members: &[Member]) -> Registration {
    let parsed = file.parsed;
    for spread in members.iter().filter(|member| member.is_spread()) {
        builder.outer_spread(spread);
    }
    let named = |name: &str| member_named(parsed, members, name);
    if let Some(name) = named("name").and_then(|member| member.value) {
        builder.name(name);
    }
    builder.registration.description = named("description").and_then(|member| builder.text(member.value?));
    if let Some(schema) = SCHEMA_KEYS.iter().find_map(|key| named(key)?.value) {
        builder.registration.parameters = schema_parameters(file, schema);
    }
    if let Some(member) = named("title") {
        builder.title(member);
    }
    if let Some(member) = named("annotations")
        && let Some(value) = member.value
    {
        let snake_case_works = file.project.python.is_version_2;
        builder.annotations(member.range(), value, snake_case_works, |literal| file.forms_like(literal));
    }
    builder.registration.site.title_after = last_index_of(parsed, members, &["name"]);
    builder.finish()
}

/// The properties of a schema that is a dictionary.
fn schema_parameters(file: &PythonFile, schema: Node) -> Vec<String> {
    if schema.kind() != "dictionary" {
        return Vec::new();
    }
    let members_of_schema = members(schema);
    let properties =
        member_named(file.parsed, &members_of_schema, "properties").and_then(|member| member.value);
    let properties = properties.filter(|value| value.kind() == "dictionary").map(members).unwrap_or_default();
    properties.iter().filter_map(|member| crate::syntax::key_text(file.parsed, member)).collect()
}
