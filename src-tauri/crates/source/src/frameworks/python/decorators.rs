//! `@mcp.tool(…)`, `mcp.tool(…)(function)`, `mcp.tool(function)`, `mcp.add_tool(function)`, `Tool.from_function(…)`.

use tree_sitter::Node;

use super::{Form, PythonFile, docstring, parameters};
use crate::frameworks::site_builder::{Builder, REPEATED, last_index_of};
use crate::registration::{Framework, Registration, ToolName};
use crate::site::Outer;
use crate::syntax::{Member, children, list, member_named, members};

/// Parameters that can be given by position.
const DECORATOR: &[&str] = &["name", "title", "description", "annotations"];
const ADD_TOOL: &[&str] = &["fn", "name", "title", "description", "annotations"];
const FUNCTION_FIRST: &[&str] = &["fn"];

pub(super) fn read_decorator(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let expression = *children(node).first()?;
    let function = node.parent().filter(|parent| parent.kind() == "decorated_definition");
    let function = function.and_then(|parent| parent.child_by_field_name("definition"));
    let (callee, arguments) = match expression.kind() {
        "call" => (expression.child_by_field_name("function")?, expression.child_by_field_name("arguments")),
        _ => (expression, None),
    };
    if !is_tool_decorator(file, callee) {
        return None;
    }
    let outer = match arguments {
        Some(arguments) => Outer::List(list(arguments)?),
        None => Outer::Bare(callee.end_byte()),
    };
    let mut builder = new_builder(file, node, outer);
    let members = arguments.map(members).unwrap_or_default();
    if let Some(function) = function {
        let name = parsed.field_text(function, "name")?;
        builder.registration.name = ToolName::Literal(name.to_owned());
        builder.registration.description = docstring(parsed, function);
        builder.registration.parameters = parameters(parsed, function);
    }
    read_arguments(file, &mut builder, &members, positions(file, DECORATOR));
    Some(builder.finish())
}

pub(super) fn read_call(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let callee = node.child_by_field_name("function")?;
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "argument_list")?;
    // `mcp.tool(…)(function)`.
    if callee.kind() == "call" {
        let inner = callee.child_by_field_name("function")?;
        if !is_tool_decorator(file, inner) {
            return None;
        }
        let own = callee.child_by_field_name("arguments")?;
        let mut builder = new_builder(file, callee, Outer::List(list(own)?));
        name_by_function(&mut builder, *children(arguments).first()?);
        read_arguments(file, &mut builder, &members(own), positions(file, DECORATOR));
        return Some(builder.finish());
    }
    let method = parsed.field_text(callee, "attribute")?;
    let object = parsed.field_text(callee, "object")?;
    let members = members(arguments);
    let first = members.first()?;
    let is_function = first.key.is_none()
        && first.value.is_some_and(|value| matches!(value.kind(), "identifier" | "attribute" | "lambda"));
    let positional = match method {
        "tool" if is_function && is_tool_decorator(file, callee) && !is_called_or_decorator(node) => {
            FUNCTION_FIRST
        }
        // In fastmcp it takes a tool, which `from_function` makes.
        "add_tool" if is_function && !is_fastmcp(file) => ADD_TOOL,
        "from_function" if object.ends_with("Tool") => FUNCTION_FIRST,
        _ => return None,
    };
    let mut builder = new_builder(file, node, Outer::List(list(arguments)?));
    if let Some(function) = first.value.filter(|_| first.key.is_none()) {
        name_by_function(&mut builder, function);
    } else if let Some(function) = member_named(parsed, &members, "fn").and_then(|member| member.value) {
        name_by_function(&mut builder, function);
    }
    read_arguments(file, &mut builder, &members, positional);
    Some(builder.finish())
}

fn new_builder<'p>(file: &PythonFile<'p>, node: Node, outer: Outer) -> Builder<'p> {
    let is_fastmcp = is_fastmcp(file);
    let form =
        if is_fastmcp && file.imports.annotations_class.is_none() { Form::Dictionary } else { Form::Class };
    let framework = if is_fastmcp { Framework::PythonFastmcp } else { Framework::PythonSdk };
    let mut builder =
        Builder::new(file.parsed, file.project, framework, node.byte_range(), outer, file.notation(form));
    if let Some(own) = &file.project.python.own_tool_method {
        builder.obstacle(own.obstacle());
    }
    builder
}

/// True if the decorators of the file are surely those of the package `fastmcp`.
fn is_fastmcp(file: &PythonFile) -> bool {
    let (imports, project) = (&file.imports, &file.project.python);
    match (imports.is_fastmcp, imports.is_sdk_server) {
        (_, true) => false,
        (true, false) => true,
        (false, false) => project.uses_fastmcp && !project.uses_sdk_server,
    }
}

fn positions(file: &PythonFile, parameters: &'static [&'static str]) -> &'static [&'static str] {
    if is_fastmcp(file) { &parameters[..1] } else { parameters }
}

/// `server.tool`, but not the `tool` of an agent of another framework.
fn is_tool_decorator(file: &PythonFile, callee: Node) -> bool {
    callee.kind() == "attribute"
        && file.parsed.field_text(callee, "attribute") == Some("tool")
        && file.parsed.field_text(callee, "object").is_some_and(|object| !object.ends_with("agent"))
}

fn is_called_or_decorator(call: Node) -> bool {
    call.parent().is_none_or(|parent| {
        parent.kind() == "decorator"
            || (parent.kind() == "call" && parent.child_by_field_name("function") == Some(call))
    })
}

/// The name that a tool has without one of its own.
fn name_by_function(builder: &mut Builder, function: Node) {
    let text = builder.parsed.text_of(function);
    let name = text.rsplit('.').next().unwrap_or(text);
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    builder.registration.name = if !is_name {
        ToolName::Computed {
            why: "a function without a name".to_owned(),
            prefix: String::new(),
            suffix: String::new(),
        }
    } else if crate::frameworks::site_builder::is_repeated(function) {
        let why = format!("`{name}`{REPEATED}");
        ToolName::Computed { why, prefix: String::new(), suffix: String::new() }
    } else {
        ToolName::Composed(name.to_owned())
    };
}

fn read_arguments(file: &PythonFile, builder: &mut Builder, members: &[Member], positional: &[&str]) {
    let parsed = file.parsed;
    let named = |name: &str| {
        let position = positional.iter().position(|other| *other == name);
        let by_position = position.and_then(|index| members.get(index)).filter(|member| {
            member.key.is_none()
                && members[..=member.index].iter().all(|one| one.key.is_none() && !one.is_spread())
        });
        by_position.or_else(|| member_named(parsed, members, name))
    };
    for spread in members.iter().filter(|member| member.is_spread()) {
        builder.outer_spread(spread);
    }
    if let Some(name) = named("name").or_else(|| named("name_or_fn")).and_then(|member| member.value)
        && parsed.text_of(name) != "None"
    {
        builder.name(name);
    }
    if let Some(text) = named("description").and_then(|member| builder.text(member.value?)) {
        builder.registration.description = Some(text);
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
    let site = &mut builder.registration.site;
    site.title_after = last_index_of(parsed, members, &["name"]).or_else(|| {
        members
            .iter()
            .filter(|member| member.key.is_none() && !member.is_spread())
            .map(|member| member.index)
            .max()
    });
}
