//! TypeScript and JavaScript: the SDK 1.x and 2.x, npm `fastmcp`, xmcp, mcp-framework, object literals, and forms of the
//! project itself.

mod calls;
mod classes;
mod definitions;
mod literals;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use hintsmith_core::model::hint::PerHint;
use tree_sitter::Node;

use super::annotations::AnnotationsLiteral;
use super::project::Project;
use super::site_builder::{Builder, last_index_of};
use crate::formatting::TrailingCommas;
use crate::registration::Registration;
use crate::site::{Escapes, HintForm, Notation, TitleForm};
use crate::syntax::{Member, Parsed, key_text, member_named};
use crate::text_style::{
    has_trailing_commas, has_trailing_commas_in_calls, indent_unit, newline, pads_braces, quote,
};

/// Prettier breaks longer lines unless it is told otherwise.
const WIDTH: usize = 80;

/// What the registrations of a file have in common.
struct EcmascriptFile<'p> {
    parsed: &'p Parsed<'p>,
    project: &'p Project,
    indent: String,
    quote: char,
    trailing_commas: TrailingCommas,
    width: usize,
    padded: bool,
    /// Objects that a constant of the file names; `None` if it is used more than once or exported.
    objects: HashMap<&'p str, Option<Node<'p>>>,
}

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let ecmascript = &project.ecmascript;
    if !(ecmascript.uses_mcp
        || ecmascript.uses_fastmcp
        || ecmascript.uses_xmcp
        || ecmascript.uses_mcp_framework)
    {
        return Vec::new();
    }
    let settings = project.formatting.settings(parsed.path, parsed.language);
    let file = EcmascriptFile {
        parsed,
        project,
        indent: indent_unit(parsed.text, "  "),
        quote: quote(parsed.text),
        trailing_commas: settings.trailing_commas.unwrap_or_else(|| {
            match has_trailing_commas(parsed.text, true) {
                false => TrailingCommas::None,
                true if has_trailing_commas_in_calls(parsed.text, true) => TrailingCommas::All,
                true => TrailingCommas::Literals,
            }
        }),
        width: settings.width.unwrap_or(WIDTH),
        padded: pads_braces(parsed.text),
        objects: if parsed.text.contains("register") { single_use_objects(parsed) } else { HashMap::new() },
    };
    let mut found = Vec::new();
    parsed.walk(|node| match node.kind() {
        "call_expression" => found.extend(calls::read(&file, node)),
        "object" => {
            found.extend(literals::read(&file, node).or_else(|| definitions::read_object(&file, node)));
        }
        "variable_declarator" => found.extend(literals::read_xmcp(&file, node)),
        "class_declaration" | "class" => found.extend(classes::read(&file, node)),
        _ => {}
    });
    found
}

/// Constants that are objects, and used in one place.
fn single_use_objects<'p>(parsed: &'p Parsed<'p>) -> HashMap<&'p str, Option<Node<'p>>> {
    let mut objects: HashMap<&str, Option<Node>> = HashMap::new();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    parsed.walk_nodes(|node| match node.kind() {
        "identifier" | "shorthand_property_identifier" => *uses.entry(parsed.text_of(node)).or_default() += 1,
        "variable_declarator" => {
            let value = node.child_by_field_name("value").map(crate::syntax::unwrap_expression);
            let is_exported = node
                .parent()
                .and_then(|declaration| declaration.parent())
                .is_some_and(|statement| statement.kind() == "export_statement");
            if let (Some(name), Some(value)) = (parsed.field_text(node, "name"), value)
                && value.kind() == "object"
            {
                let known = objects.entry(name).or_insert(Some(value));
                if is_exported || *known != Some(value) {
                    *known = None;
                }
            }
        }
        _ => {}
    });
    for (name, object) in &mut objects {
        // The definition and one use.
        if uses.get(name).copied().unwrap_or_default() > 2 {
            *object = None;
        }
    }
    objects
}

/// How annotations are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `{ readOnlyHint: true }` as an argument.
    Argument,
    /// `annotations: { readOnlyHint: true }`.
    Member,
    /// `"annotations": { "readOnlyHint": true }`.
    QuotedMember,
    /// `annotations = { readOnlyHint: true }`.
    Field,
}

impl EcmascriptFile<'_> {
    fn notation(&self, form: Form, title_in_annotations: bool) -> Notation {
        let is_quoted = form == Form::QuotedMember;
        let key = |name: &str| if is_quoted { format!("{0}{name}{0}", self.quote) } else { name.to_owned() };
        let infix = if form == Form::Field && !title_in_annotations { " = " } else { ": " };
        Notation {
            key: match form {
                Form::Argument => String::new(),
                Form::Field => "annotations = ".to_owned(),
                _ => format!("{}: ", key("annotations")),
            },
            open: "{".to_owned(),
            close: "}",
            padded: self.padded,
            hints: self.hint_forms(is_quoted),
            title: TitleForm {
                key: key("title"),
                infix,
                suffix: "",
                quote: self.quote,
                either_quote: true,
                escapes: Escapes::Braced,
            },
            title_in_annotations,
            trailing_comma: self.trailing_commas != TrailingCommas::None,
            trailing_comma_in_calls: self.trailing_commas == TrailingCommas::All,
            reindents: true,
            hugs: false,
            always_breaks: false,
            width: self.width,
            list_width: usize::MAX,
            indent: self.indent.clone(),
            newline: newline(self.parsed.text),
            support: Vec::new(),
        }
    }

    fn hint_forms(&self, is_quoted: bool) -> PerHint<HintForm> {
        PerHint::from_fn(|hint| {
            let key =
                if is_quoted { format!("{0}{1}{0}", self.quote, hint.key()) } else { hint.key().to_owned() };
            HintForm::new(key, ": ", "true", "false")
        })
    }

    /// The notation of hints that join a literal: with quoted keys if its members have them.
    fn forms_like(&self, literal: &AnnotationsLiteral) -> PerHint<HintForm> {
        let is_quoted =
            literal.list.entries.iter().any(|entry| self.parsed.text[entry.clone()].starts_with(['"', '\'']));
        self.hint_forms(is_quoted)
    }

    /// Reads the members of a definition: `description`, `title`, `annotations`.
    fn read_members(&self, builder: &mut Builder, members: &[Member]) {
        let parsed = self.parsed;
        let named = |name: &str| member_named(parsed, members, name);
        for spread in members.iter().filter(|member| member.is_spread()) {
            // Members that follow a spread replace its own.
            let is_overridden =
                named("annotations").is_some_and(|annotations| annotations.index > spread.index);
            if !is_overridden {
                builder.outer_spread(spread);
            }
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
            builder.annotations(member.range(), value, true, |literal| self.forms_like(literal));
        }
        let schema = ["inputSchema", "parameters", "paramsSchema"].iter().find_map(|key| named(key)?.value);
        builder.registration.parameters =
            schema.map(|schema| self.schema_parameters(schema)).unwrap_or_default();
        let site = &mut builder.registration.site;
        site.title_after = last_index_of(parsed, members, &["name"]);
        // Functions come last, also after annotations.
        let last =
            members.iter().rposition(|member| !is_function(member)).filter(|last| last + 1 < members.len());
        site.annotations_after = last;
    }

    /// The parameters of a schema that is an object: `{ city: z.string() }` or a JSON schema, also in `z.object(…)`.
    fn schema_parameters(&self, schema: Node) -> Vec<String> {
        let mut schema = crate::syntax::unwrap_expression(schema);
        if schema.kind() == "call_expression" {
            let arguments = schema.child_by_field_name("arguments");
            schema = match arguments.and_then(|list| crate::syntax::children(list).first().copied()) {
                Some(first) => first,
                None => return Vec::new(),
            };
        }
        if schema.kind() != "object" {
            return Vec::new();
        }
        let keys = |node: Node| -> Vec<String> {
            crate::syntax::members(node).iter().filter_map(|member| key_text(self.parsed, member)).collect()
        };
        let members = crate::syntax::members(schema);
        match member_named(self.parsed, &members, "properties").and_then(|member| member.value) {
            Some(properties) if properties.kind() == "object" => keys(properties),
            Some(_) => Vec::new(),
            None => keys(schema),
        }
    }
}

fn is_function(member: &Member) -> bool {
    match member.value {
        None => !member.is_spread(),
        Some(value) => matches!(value.kind(), "arrow_function" | "function_expression" | "function"),
    }
}
