//! Python: the SDK 1.x and 2.x with decorators and low-level servers, the package `fastmcp`, plain dictionaries, and forms
//! of the project itself.

mod decorators;
mod definitions;
mod imports;
mod literals;
#[cfg(test)]
mod tests;

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::annotations::AnnotationsLiteral;
use super::project::Project;
use crate::registration::Registration;
use crate::site::{Escapes, HintForm, Notation, Support, TitleForm};
use crate::syntax::Parsed;
use crate::text_style::{indent_unit, newline};
use imports::Imports;

/// Black and ruff break longer lines; with 79 a line also fits where less is allowed.
const WIDTH: usize = 79;

/// What the registrations of a file have in common.
struct PythonFile<'p> {
    parsed: &'p Parsed<'p>,
    project: &'p Project,
    imports: Imports,
    indent: String,
    quote: char,
}

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    if !project.python.uses_mcp {
        return Vec::new();
    }
    let file = PythonFile {
        parsed,
        project,
        imports: imports::read(parsed),
        indent: indent_unit(parsed.text, "    "),
        quote: quote(parsed),
    };
    let mut found = Vec::new();
    parsed.walk(|node| match node.kind() {
        "decorator" => found.extend(
            decorators::read_decorator(&file, node).or_else(|| definitions::read_decorator(&file, node)),
        ),
        "call" => found.extend(
            decorators::read_call(&file, node)
                .or_else(|| literals::read_class(&file, node))
                .or_else(|| definitions::read_call(&file, node)),
        ),
        "dictionary" => found.extend(
            literals::read_dictionary(&file, node).or_else(|| definitions::read_dictionary(&file, node)),
        ),
        "class_definition" => found.extend(definitions::read_class(&file, node)),
        _ => {}
    });
    found
}

pub(super) use imports::support_ranges;

/// The quote of most strings, whatever those contain.
fn quote(parsed: &Parsed) -> char {
    let (mut single, mut double) = (0_usize, 0_usize);
    parsed.walk(|node| {
        if node.kind() == "string_start" {
            match parsed.text_of(node).chars().next_back() {
                Some('\'') => single += 1,
                _ => double += 1,
            }
        }
    });
    if single > double { '\'' } else { '"' }
}

/// How new annotations are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `annotations=ToolAnnotations(readOnlyHint=True)`.
    Class,
    /// `annotations={"readOnlyHint": True}`.
    Dictionary,
    /// `"annotations": {"readOnlyHint": True}`.
    Member,
}

impl PythonFile<'_> {
    fn notation(&self, form: Form) -> Notation {
        let title = |key: String, infix| TitleForm {
            key,
            infix,
            suffix: "",
            quote: self.quote,
            either_quote: true,
            escapes: Escapes::Fixed,
        };
        let quoted = |key: &str| format!("{0}{key}{0}", self.quote);
        let mut support = Vec::new();
        let (key, open, close, title) = match form {
            Form::Class => {
                let class = self
                    .imports
                    .annotations_class
                    .clone()
                    .or_else(|| Some(format!("{}.ToolAnnotations", self.imports.types_modules.first()?)));
                if class.is_none() {
                    support.extend(self.imports.add_class.clone());
                }
                let class = class.unwrap_or_else(|| "ToolAnnotations".to_owned());
                ("annotations=".to_owned(), format!("{class}("), ")", title("title".to_owned(), "="))
            }
            Form::Dictionary => {
                ("annotations=".to_owned(), "{".to_owned(), "}", title("title".to_owned(), "="))
            }
            Form::Member => {
                (format!("{}: ", quoted("annotations")), "{".to_owned(), "}", title(quoted("title"), ": "))
            }
        };
        Notation {
            key,
            open,
            close,
            padded: false,
            hints: self.hint_forms(form != Form::Class, false),
            title,
            title_in_annotations: false,
            trailing_comma: true,
            trailing_comma_in_calls: true,
            reindents: false,
            hugs: false,
            always_breaks: false,
            width: self
                .project
                .formatting
                .settings(self.parsed.path, self.parsed.language)
                .width
                .unwrap_or(WIDTH),
            list_width: usize::MAX,
            indent: self.indent.clone(),
            newline: newline(self.parsed.text),
            support: support.into_iter().collect::<Vec<Support>>(),
        }
    }

    fn hint_forms(&self, is_object: bool, snake_case: bool) -> PerHint<HintForm> {
        PerHint::from_fn(|hint| {
            let key = if snake_case { snake_case_key(hint) } else { hint.key() };
            let (key, infix) =
                if is_object { (format!("{0}{key}{0}", self.quote), ": ") } else { (key.to_owned(), "=") };
            HintForm::new(key, infix, "True", "False")
        })
    }

    /// The notation of hints that join a literal: in snake case if its members are, and the SDK knows it.
    fn forms_like(&self, literal: &AnnotationsLiteral) -> PerHint<HintForm> {
        let has_snake_case = literal.hints.iter().any(|(hint, entry)| {
            entry.as_ref().is_some_and(|entry| {
                !entry.rewrite && !self.parsed.text[entry.entry.clone()].contains(hint.key())
            })
        });
        self.hint_forms(literal.is_object, has_snake_case)
    }
}

const fn snake_case_key(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "read_only_hint",
        HintName::Destructive => "destructive_hint",
        HintName::Idempotent => "idempotent_hint",
        HintName::OpenWorld => "open_world_hint",
    }
}

/// The docstring of a function.
fn docstring(parsed: &Parsed, function: Node) -> Option<String> {
    let body = function.child_by_field_name("body")?;
    let first = crate::syntax::children(body).first().copied()?;
    let value = if first.kind() == "expression_statement" { first.named_child(0)? } else { first };
    let text = crate::syntax::string_literal(parsed, value)?;
    Some(text.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned())
}

/// The parameters of a function that become arguments of a tool.
fn parameters(parsed: &Parsed, function: Node) -> Vec<String> {
    let Some(list) = function.child_by_field_name("parameters") else { return Vec::new() };
    let name = |parameter: Node| {
        let text = parsed.text_of(parameter);
        let name = text.split([':', '=']).next()?.trim();
        let is_context = name == "self" || name == "ctx" || text.contains("Context") || name.starts_with('*');
        (!is_context && !name.is_empty() && name != "/").then(|| name.to_owned())
    };
    crate::syntax::children(list).into_iter().filter_map(name).collect()
}
