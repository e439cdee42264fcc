//! Object literals: `{ name, inputSchema }` of list handlers, tools of npm `fastmcp`, `metadata` of xmcp.

use tree_sitter::Node;

use super::{EcmascriptFile, Form};
use crate::frameworks::site_builder::Builder;
use crate::registration::{Framework, Registration, ToolName};
use crate::site::Outer;
use crate::syntax::{list, member_named, members, unwrap_expression};

pub(super) fn read(file: &EcmascriptFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members = members(node);
    let named = |name: &str| member_named(parsed, &members, name);
    let name = named("name")?.value.filter(|value| is_name(*value))?;
    let framework = if named("inputSchema").is_some() {
        Framework::TypeScriptLiteral
    } else if file.project.ecmascript.uses_fastmcp
        && named("execute").is_some()
        && named("description").is_some()
    {
        Framework::TypeScriptFastmcp
    } else {
        return None;
    };
    let list = list(node)?;
    let is_quoted =
        list.entries.first().is_some_and(|entry| parsed.text[entry.clone()].starts_with(['"', '\'']));
    let form = if is_quoted { Form::QuotedMember } else { Form::Member };
    let notation = file.notation(form, framework == Framework::TypeScriptFastmcp);
    let mut builder =
        Builder::new(parsed, file.project, framework, node.byte_range(), Outer::List(list), notation);
    builder.name(name);
    file.read_members(&mut builder, &members);
    Some(builder.finish())
}

/// A schema or an object is no name: the literal describes a tool rather than being one.
pub(super) fn is_name(node: Node) -> bool {
    matches!(
        unwrap_expression(node).kind(),
        "string"
            | "template_string"
            | "identifier"
            | "shorthand_property_identifier"
            | "member_expression"
            | "binary_expression"
            | "subscript_expression"
    )
}

/// `export const metadata = { name, description }`.
pub(super) fn read_xmcp(file: &EcmascriptFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    if !file.project.ecmascript.uses_xmcp || parsed.field_text(node, "name") != Some("metadata") {
        return None;
    }
    let object = unwrap_expression(node.child_by_field_name("value")?);
    let exported = node.parent()?.parent()?.kind() == "export_statement";
    let is_tool = !parsed.text_of(node).contains("ResourceMetadata")
        && !parsed.text_of(node).contains("PromptMetadata");
    if object.kind() != "object" || !exported || !is_tool {
        return None;
    }
    let outer = Outer::List(list(object)?);
    let notation = file.notation(Form::Member, true);
    let mut builder =
        Builder::new(parsed, file.project, Framework::Xmcp, object.byte_range(), outer, notation);
    let members = members(object);
    match member_named(parsed, &members, "name").and_then(|member| member.value) {
        Some(name) => builder.name(name),
        // The name of the file is that of the tool.
        None => {
            let file_name = parsed.path.rsplit('/').next().unwrap_or(parsed.path);
            let stem = file_name.split('.').next().unwrap_or(file_name);
            builder.registration.name = ToolName::Composed(stem.to_owned());
        }
    }
    file.read_members(&mut builder, &members);
    Some(builder.finish())
}
