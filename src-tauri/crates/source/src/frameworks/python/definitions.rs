//! Tools in the form of a Python project itself: decorators of its own, calls of functions and classes that make tools,
//! dictionaries, and classes with a name. `propagation` decides which of them can be edited.

use tree_sitter::Node;

use super::{Form, PythonFile, docstring, parameters};
use crate::frameworks::site_builder::Builder;
use crate::registration::{Definition, EditObstacle, Framework, Registration, ToolName};
use crate::site::{List, Outer};
use crate::syntax::{Member, children, list, member_named, members, string_literal};

const SCHEMA_KEYS: &[&str] =
    &["parameters", "input_schema", "schema", "params", "args_schema", "input_model", "inputSchema"];
const HANDLER_KEYS: &[&str] =
    &["handler", "function", "func", "fn", "callback", "execute", "run", "implementation", "callable"];

/// `@registry.reader("Get")` where `reader` is a function of the project that registers what it decorates.
pub(super) fn read_decorator(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let call = children(node).first().copied().filter(|expression| expression.kind() == "call")?;
    let arguments = call.child_by_field_name("arguments").filter(|list| list.kind() == "argument_list")?;
    let decorator = last_part(parsed.field_text(call, "function")?);
    let (outer, inner) = file.project.python.functions.find(decorator)?;
    inner.registers_at?;
    let decorated = node.parent().filter(|parent| parent.kind() == "decorated_definition");
    let decorated = decorated.and_then(|parent| parent.child_by_field_name("definition"))?;
    let takes_annotations = outer == inner && inner.takes_annotations;
    let mut builder = new_builder(file, node, list(arguments)?, decorator, takes_annotations);
    builder.registration.name = ToolName::Literal(parsed.field_text(decorated, "name")?.to_owned());
    builder.registration.description = docstring(parsed, decorated);
    builder.registration.parameters = parameters(parsed, decorated);
    let members = members(arguments);
    if let Some(parameter) = inner.name_parameter.as_deref().filter(|_| outer == inner) {
        let position = outer.parameters.iter().position(|other| other == parameter);
        let by_position = position.and_then(|index| members.get(index)).filter(|member| member.key.is_none());
        let name = member_named(parsed, &members, parameter).or(by_position);
        if let Some(name) = name.and_then(|member| member.value) {
            builder.name(name);
        }
    }
    read_values(file, &mut builder, &members);
    if takes_annotations {
        // The function gives the SDK what it is given.
        builder.registration.definition = None;
    } else {
        builder.obstacle(EditObstacle::OwnFunction {
            function: decorator.to_owned(),
            file: inner.file.clone(),
            line: inner.registers_at.unwrap_or(inner.line),
        });
    }
    Some(builder.finish())
}

/// `ToolDefinition(name="get", description=…)`, `make_tool("get", …)`, `generate_tool(get)`.
pub(super) fn read_call(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let function = last_part(parsed.field_text(node, "function")?);
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "argument_list")?;
    let members_of_call = members(arguments);
    if !is_tool_maker(function) {
        return None;
    }
    let named = |name: &str| member_named(parsed, &members_of_call, name).and_then(|member| member.value);
    let first = members_of_call.first().filter(|member| member.key.is_none()).and_then(|member| member.value);
    let text = |node: &Node| string_literal(parsed, *node).is_some_and(|text| is_tool_name(&text));
    if let (Some(first), Some((_, own))) = (first, file.project.python.functions.find(function))
        && own.names_by_function
        && matches!(first.kind(), "identifier" | "attribute")
    {
        let mut builder = new_builder(file, node, list(arguments)?, function, false);
        builder.registration.name = ToolName::Composed(last_part(parsed.text_of(first)).to_owned());
        builder.obstacle(EditObstacle::OwnFunction {
            function: function.to_owned(),
            file: own.file.clone(),
            line: own.line,
        });
        return Some(builder.finish());
    }
    let name = named("name").filter(text).or_else(|| first.filter(text))?;
    let is_described = named("description").is_some()
        || SCHEMA_KEYS.iter().chain(HANDLER_KEYS).any(|key| named(key).is_some())
        || (first == Some(name) && members_of_call.len() > 1);
    if !is_described {
        return None;
    }
    let mut builder = new_builder(file, node, list(arguments)?, function, true);
    builder.name(name);
    builder.registration.description = named("description").and_then(|value| builder.text(value));
    read_values(file, &mut builder, &members_of_call);
    Some(builder.finish())
}

/// `{"name": "get", "description": …, "handler": …}`.
pub(super) fn read_dictionary(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members = members(node);
    let named = |name: &str| member_named(parsed, &members, name).and_then(|member| member.value);
    let name =
        named("name").filter(|name| string_literal(parsed, *name).is_some_and(|text| is_tool_name(&text)))?;
    let has_any = |keys: &[&str]| keys.iter().any(|key| named(key).is_some());
    if named("description").is_none()
        || !(has_any(SCHEMA_KEYS) || has_any(HANDLER_KEYS))
        || named("in").is_some()
    {
        return None;
    }
    let mut builder = new_builder(file, node, list(node)?, "a dictionary", true);
    builder.registration.site.notation = file.notation(Form::Member);
    builder.name(name);
    builder.registration.description = named("description").and_then(|value| builder.text(value));
    read_values(file, &mut builder, &members);
    Some(builder.finish())
}

/// `class Get(BaseTool): name = "get"`.
pub(super) fn read_class(file: &PythonFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let bases = children(node.child_by_field_name("superclasses")?);
    let base = bases.iter().map(|base| parsed.text_of(*base)).find(|base| base.contains("Tool"))?;
    let body = node.child_by_field_name("body")?;
    let fields = children(body).into_iter().filter_map(|statement| {
        let assignment = statement.named_child(0).filter(|inner| inner.kind() == "assignment")?;
        Some((parsed.field_text(assignment, "left")?, assignment.child_by_field_name("right")?))
    });
    let fields: Vec<(&str, Node)> = fields.collect();
    let named = |names: &[&str]| fields.iter().find(|(key, _)| names.contains(key)).map(|(_, value)| *value);
    let name = named(&["name", "tool_name", "NAME"])?;
    string_literal(parsed, name).filter(|text| is_tool_name(text))?;
    let place = List { open: node.end_byte(), close: node.end_byte(), ..List::default() };
    let mut builder = new_builder(file, node, place, last_part(base), false);
    builder.registration.range = node.start_byte()..body.start_byte();
    builder.name(name);
    builder.registration.description = named(&["description"]).and_then(|value| builder.text(value));
    Some(builder.finish())
}

fn new_builder<'p>(
    file: &PythonFile<'p>,
    node: Node,
    list: List,
    kind: &str,
    takes_annotations: bool,
) -> Builder<'p> {
    let outer = Outer::List(list);
    let framework = Framework::PythonProject;
    let notation = file.notation(Form::Class);
    let mut builder = Builder::new(file.parsed, file.project, framework, node.byte_range(), outer, notation);
    builder.registration.definition =
        Some(Definition { kind: kind.to_owned(), part: None, takes_annotations });
    builder
}

fn read_values(file: &PythonFile, builder: &mut Builder, members: &[Member]) {
    for spread in members.iter().filter(|member| member.is_spread()) {
        builder.outer_spread(spread);
    }
    if let Some(member) = member_named(file.parsed, members, "title") {
        builder.title(member);
    }
    if let Some(member) = member_named(file.parsed, members, "annotations")
        && let Some(value) = member.value
    {
        let snake_case_works = file.project.python.is_version_2;
        builder.annotations(member.range(), value, snake_case_works, |literal| file.forms_like(literal));
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// True if a function or class is called like one that makes tools.
fn is_tool_maker(function: &str) -> bool {
    const VERBS: &[&str] =
        &["create", "define", "make", "build", "register", "add", "declare", "generate", "new"];
    const CLASSES: &[&str] =
        &["tooldefinition", "toolspec", "mcptool", "toolinfo", "toolmetadata", "toolconfig", "tooldef"];
    let name = function.trim_start_matches('_').to_lowercase();
    CLASSES.contains(&name.as_str())
        || (VERBS.iter().any(|verb| name.starts_with(verb)) && name.ends_with("tool"))
}

fn is_tool_name(text: &str) -> bool {
    const MAX_LEN: usize = 128;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':');
    !text.is_empty() && text.len() <= MAX_LEN && text.chars().all(is_part)
}
