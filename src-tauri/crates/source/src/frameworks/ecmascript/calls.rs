//! `server.tool(…)`, `server.registerTool(…)`, `registerAppTool(…)`.

use tree_sitter::Node;

use super::{EcmascriptFile, Form};
use crate::constants::constant_name;
use crate::frameworks::annotations::{self, hint_of_key};
use crate::frameworks::site_builder::Builder;
use crate::registration::{EditObstacle, Framework, Registration};
use crate::site::{List, Outer};
use crate::syntax::{Member, excerpt, key_text, list, members, string_literal, unwrap_expression};

pub(super) fn read(file: &EcmascriptFile, node: Node) -> Option<Registration> {
    let callee = node.child_by_field_name("function")?;
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "arguments")?;
    let method = match callee.kind() {
        "member_expression" => file.parsed.field_text(callee, "property")?,
        "identifier" => file.parsed.text_of(callee),
        _ => return None,
    };
    let is_method = callee.kind() == "member_expression";
    match method {
        "tool" if is_method => read_tool(file, node, callee, arguments),
        "registerTool" | "registerToolTask" if is_method => read_register_tool(file, node, arguments, 0),
        "registerAppTool" => read_register_tool(file, node, arguments, 1),
        function => super::definitions::read_call(file, node, function),
    }
}

/// `server.tool(name, [description], [shape], [annotations], callback)`.
fn read_tool(file: &EcmascriptFile, node: Node, callee: Node, arguments: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members = members(arguments);
    let object = parsed.field_text(callee, "object")?;
    let name = members.first()?.value.filter(|value| is_text(*value))?;
    let callback = members.last()?.value.filter(|_| members.len() > 1)?;
    let is_callback = matches!(
        callback.kind(),
        "arrow_function" | "function_expression" | "identifier" | "member_expression" | "call_expression"
    );
    if !is_callback || object.ends_with("agent") {
        return None;
    }
    let outer = Outer::List(list(arguments)?);
    let notation = file.notation(Form::Argument, true);
    let mut builder =
        Builder::new(parsed, file.project, Framework::TypeScriptTool, node.byte_range(), outer, notation);
    builder.name(name);
    if let Some(own) = &file.project.ecmascript.own_tool_method {
        builder.obstacle(own.obstacle());
    }
    for spread in members.iter().filter(|member| member.is_spread()) {
        builder.outer_spread(spread);
    }
    let between = &members[1..members.len() - 1];
    if let Some(text) = between.first().and_then(|member| builder.text(member.value?)) {
        builder.registration.description = Some(text);
    }
    if let Some(member) = between.iter().rfind(|member| is_annotations(file, member))
        && let Some(value) = member.value
    {
        builder.annotations(member.range(), value, true, |literal| file.forms_like(literal));
    } else if let Some(shape) = between.last().and_then(|member| member.value) {
        builder.registration.parameters = file.schema_parameters(shape);
    }
    builder.registration.site.annotations_after = Some(members.len() - 2);
    Some(builder.finish())
}

fn is_text(node: Node) -> bool {
    matches!(
        unwrap_expression(node).kind(),
        "string"
            | "template_string"
            | "identifier"
            | "member_expression"
            | "binary_expression"
            | "subscript_expression"
    )
}

/// True for an object of hints, or a name for one. The SDK takes an object without schemas for annotations, except an
/// empty one.
fn is_annotations(file: &EcmascriptFile, member: &Member) -> bool {
    let Some(value) = member.value.map(unwrap_expression) else { return false };
    let parsed = file.parsed;
    if value.kind() == "object" {
        let keys: Vec<String> = members(value).iter().filter_map(|member| key_text(parsed, member)).collect();
        let is_title = |key: &String| {
            key == "title"
                && annotations::read(parsed, value, true)
                    .is_some_and(|literal| literal.title.known().is_some())
        };
        return keys.iter().any(|key| hint_of_key(key).is_some() || is_title(key));
    }
    let Some(name) = constant_name(parsed, value) else { return false };
    file.project.constants.annotations(parsed.path, &name).is_some()
        || (string_literal(parsed, value).is_none() && name.to_lowercase().contains("annotation"))
}

/// `registerTool(name, config, callback)`; `first` is the index of the name.
fn read_register_tool(
    file: &EcmascriptFile,
    node: Node,
    arguments: Node,
    first: usize,
) -> Option<Registration> {
    let parsed = file.parsed;
    let members_of_call = members(arguments);
    let name = members_of_call.get(first)?.value.filter(|value| is_text(*value))?;
    let config = unwrap_expression(members_of_call.get(first + 1)?.value?);
    let definition = match config.kind() {
        "object" => Some(config),
        "identifier" => file.objects.get(parsed.text_of(config)).copied().flatten(),
        "member_expression" | "call_expression" | "as_expression" => None,
        _ => return None,
    };
    let list = match definition {
        Some(object) => list(object)?,
        None => List { open: node.end_byte(), close: node.end_byte(), ..List::default() },
    };
    let is_quoted =
        list.entries.first().is_some_and(|entry| parsed.text[entry.clone()].starts_with(['"', '\'']));
    let notation = file.notation(if is_quoted { Form::QuotedMember } else { Form::Member }, false);
    let framework = Framework::TypeScriptRegisterTool;
    let mut builder =
        Builder::new(parsed, file.project, framework, node.byte_range(), Outer::List(list), notation);
    builder.name(name);
    match definition {
        Some(object) => {
            let members = members(object);
            file.read_members(&mut builder, &members);
            builder.registration.site.title_after = None;
            put_title_first(file, &mut builder, &members);
        }
        None => builder.obstacle(EditObstacle::NotLiteral(excerpt(parsed.text_of(config)))),
    }
    Some(builder.finish())
}

/// A configuration has no name; its title precedes the description.
fn put_title_first(file: &EcmascriptFile, builder: &mut Builder, members: &[Member]) {
    let description =
        members.iter().find(|member| key_text(file.parsed, member).as_deref() == Some("description"));
    builder.registration.site.title_after = description.map(|member| member.index);
}
