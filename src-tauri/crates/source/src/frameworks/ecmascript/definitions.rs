//! Tools in the form of the project itself: objects with a name, a description and a schema or a handler, and calls of
//! functions such as `defineTool("get", …)`. Another place of the project registers them with the SDK; `propagation`
//! decides whether annotations that are added here get there.

use tree_sitter::Node;

use super::{EcmascriptFile, Form};
use crate::frameworks::site_builder::Builder;
use crate::registration::{Definition, Framework, Registration};
use crate::site::{List, Outer};
use crate::syntax::{Member, Parsed, list, member_named, members, string_literal, unwrap_expression};

/// Keys for the parameters of a tool, besides `inputSchema`, which lists of the protocol have.
const SCHEMA_KEYS: &[&str] = &[
    "parameters",
    "schema",
    "paramsSchema",
    "parametersSchema",
    "paramSchema",
    "argsSchema",
    "zodSchema",
    "input_schema",
    "inputShape",
    "inputs",
    "input",
    "params",
    "args",
    "shape",
    "inputSchema",
];
const HANDLER_KEYS: &[&str] =
    &["handler", "execute", "callback", "run", "call", "cb", "func", "fn", "action", "invoke", "handle"];
/// Keys of objects that describe a parameter or a command rather than a tool.
const OTHER_KEYS: &[&str] = &["in", "required", "command", "uri", "uriTemplate", "usage", "aliases"];
/// Members that hold everything that is given to the SDK.
const PARTS: &[&str] = &["config", "definition", "options", "spec"];

/// `{ name: "get", description, schema, handler }`.
pub(super) fn read_object(file: &EcmascriptFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members_of_object = members(node);
    let named = |name: &str| member_named(parsed, &members_of_object, name);
    let has_any = |keys: &[&str]| keys.iter().any(|key| named(key).is_some());
    let name = named("name")?.value.filter(|value| super::literals::is_name(*value))?;
    if named("inputSchema").is_some() || has_any(OTHER_KEYS) {
        return None;
    }
    let owner = owner(parsed, node);
    let maker = owner.as_deref().is_some_and(is_tool_maker);
    let part = PARTS.iter().find_map(|key| {
        let value = unwrap_expression(named(key)?.value?);
        let is_config = value.kind() == "object" && is_config(parsed, value);
        is_config.then(|| ((*key).to_owned(), value))
    });
    let (schema, handler) = (has_any(SCHEMA_KEYS), has_any(HANDLER_KEYS));
    let described = named("description").is_some();
    let is_tool = part.is_some() || (described && (schema || handler)) || (maker && (described || schema));
    if !is_tool || is_other_kind(file, node, owner.as_deref()) {
        return None;
    }
    let first_of = |keys: &'static [&'static str]| {
        keys.iter().copied().find(|key| named(key).is_some()).unwrap_or_default()
    };
    let kind =
        owner.unwrap_or_else(|| format!("{{ {}, {} }}", first_of(SCHEMA_KEYS), first_of(HANDLER_KEYS)));
    let object = part.as_ref().map_or(node, |(_, object)| *object);
    let definition = Definition { kind, part: part.map(|(key, _)| key), takes_annotations: true };
    let mut builder = new_builder(file, node, Outer::List(list(object)?), object, definition);
    builder.name(name);
    // A path such as `Tools.GET` may be defined in a file that is not read yet.
    let is_path = name.kind() == "member_expression";
    builder
        .registration
        .name
        .known()
        .filter(|name| is_tool_name(name))
        .map(|_| ())
        .or(is_path.then_some(()))?;
    file.read_members(&mut builder, &members(object));
    Some(builder.finish())
}

/// `defineTool("get", …)` and `registerTool(server, "get", …)`.
pub(super) fn read_call(file: &EcmascriptFile, node: Node, function: &str) -> Option<Registration> {
    const MAX_POSITION: usize = 2;
    let parsed = file.parsed;
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "arguments")?;
    let arguments = members(arguments);
    let is_text = |member: &&Member| {
        let text = member.value.and_then(|value| string_literal(parsed, unwrap_expression(value)));
        text.is_some_and(|text| is_tool_name(&text))
    };
    let name = arguments.iter().take(MAX_POSITION).find(is_text)?;
    if !is_tool_maker(function) || arguments.len() < 2 || is_other_kind(file, node, Some(function)) {
        return None;
    }
    let after = &arguments[name.index + 1..];
    let config = after.iter().filter_map(|member| member.value.map(unwrap_expression));
    let config = config.into_iter().find(|value| value.kind() == "object" && is_config(parsed, *value));
    let outer = match config {
        Some(object) => list(object)?,
        None => List { open: node.end_byte(), close: node.end_byte(), ..List::default() },
    };
    let definition =
        Definition { kind: function.to_owned(), part: None, takes_annotations: config.is_some() };
    let mut builder = new_builder(file, node, Outer::List(outer), config.unwrap_or(node), definition);
    builder.name(name.value?);
    match config {
        Some(object) => file.read_members(&mut builder, &members(object)),
        None => {
            builder.registration.description = after.first().and_then(|member| builder.text(member.value?));
            let shape = after.iter().filter_map(|member| member.value).find(|value| value.kind() == "object");
            builder.registration.parameters =
                shape.map(|shape| file.schema_parameters(shape)).unwrap_or_default();
        }
    }
    Some(builder.finish())
}

fn new_builder<'p>(
    file: &EcmascriptFile<'p>,
    node: Node,
    outer: Outer,
    object: Node,
    definition: Definition,
) -> Builder<'p> {
    let parsed = file.parsed;
    let members = if object.kind() == "object" { members(object) } else { Vec::new() };
    let is_quoted = members.first().is_some_and(|first| parsed.text_of(first.node).starts_with(['"', '\'']));
    let form = if is_quoted { Form::QuotedMember } else { Form::Member };
    // Annotations are passed on whole; whether a title beside them is, the object shows only if it has one.
    let title_in_annotations = member_named(parsed, &members, "title").is_none();
    let notation = file.notation(form, title_in_annotations);
    let mut builder =
        Builder::new(parsed, file.project, Framework::TypeScriptProject, node.byte_range(), outer, notation);
    builder.registration.definition = Some(definition);
    builder
}

/// True for an object that describes a tool without naming it.
fn is_config(parsed: &Parsed, object: Node) -> bool {
    let members = members(object);
    let has = |key: &str| {
        member_named(parsed, &members, key).is_some_and(|member| {
            // A schema may have a parameter that is called so.
            member.value.is_none_or(|value| {
                !matches!(value.kind(), "call_expression" | "object") || key != "description"
            })
        })
    };
    has("description") || (has("inputSchema") && !has("type"))
}

/// True if a function is called like one that makes or registers a tool.
fn is_tool_maker(function: &str) -> bool {
    const VERBS: &[&str] =
        &["create", "define", "make", "build", "register", "add", "declare", "wrap", "new", "expose"];
    const OTHERS: &[&str] = &["toolset", "toolkit", "toolcall", "tools", "toolbar", "tooltip", "toolresult"];
    let name = function.to_lowercase();
    let is_maker = name == "tool" || name == "mcptool" || VERBS.iter().any(|verb| name.starts_with(verb));
    is_maker && name.contains("tool") && !OTHERS.iter().any(|other| name.contains(other))
}

pub(super) fn is_tool_name(text: &str) -> bool {
    const MAX_LEN: usize = 128;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':');
    !text.is_empty() && text.len() <= MAX_LEN && text.chars().all(is_part)
}

/// True for prompts, resources and commands, which have the same members.
fn is_other_kind(file: &EcmascriptFile, node: Node, owner: Option<&str>) -> bool {
    const WORDS: &[&str] = &["prompt", "resource", "command"];
    let variable = ancestors(node).find(|around| around.kind() == "variable_declarator");
    let variable = variable.and_then(|around| file.parsed.field_text(around, "name")).unwrap_or_default();
    let file_name = file.parsed.path.rsplit('/').next().unwrap_or_default();
    let texts = [variable, file_name, owner.unwrap_or_default()].map(str::to_lowercase);
    let says = |word: &str| texts.iter().any(|text| text.contains(word));
    WORDS.iter().any(|word| says(word)) && !says("tool")
}

fn ancestors(node: Node) -> impl Iterator<Item = Node> {
    std::iter::successors(node.parent(), Node::parent)
}

/// The function that an object is given to, or the type that it is declared with.
fn owner(parsed: &Parsed, node: Node) -> Option<String> {
    let mut child = node;
    while let Some(around) = child.parent() {
        match around.kind() {
            "as_expression" | "satisfies_expression" => {
                let text = children_text(parsed, around, 1)?;
                if text != "const" {
                    return Some(element_type(text));
                }
            }
            "variable_declarator" => {
                let declared = parsed.field_text(around, "type")?;
                return Some(element_type(declared.trim_start_matches(':')));
            }
            "arguments" => {
                let call = around.parent()?;
                let callee =
                    call.child_by_field_name("function").or(call.child_by_field_name("constructor"))?;
                let name = parsed.field_text(callee, "property").unwrap_or(parsed.text_of(callee));
                return Some(name.to_owned());
            }
            // `defineTool(() => ({ … }))` and `defineTool(() => { return { … }; })`.
            "parenthesized_expression"
            | "arrow_function"
            | "array"
            | "return_statement"
            | "statement_block"
            | "pair"
            | "object" => {}
            _ => return None,
        }
        child = around;
    }
    None
}

fn children_text<'t>(parsed: &Parsed<'t>, node: Node, index: usize) -> Option<&'t str> {
    Some(parsed.text_of(*crate::syntax::children(node).get(index)?))
}

/// `Tool` of `Tool[]`, `Array<Tool>`, `Tool<Schema>` and `Record<string, Tool>`.
fn element_type(text: &str) -> String {
    let text = text.trim().trim_end_matches("[]");
    let inner = ["Array<", "ReadonlyArray<", "readonly ", "Record<string,"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix));
    let text = inner.unwrap_or(text).trim();
    text.split(['<', '>']).next().unwrap_or(text).trim().to_owned()
}
