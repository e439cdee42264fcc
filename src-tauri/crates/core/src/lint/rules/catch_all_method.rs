//! Rule: tools with a parameter that selects between reading and writing.

use super::{Example, FindingSink, Rule, quote, source};
use crate::infer::verbs::Action;
use crate::infer::{ACTION_PARAMETERS, normalize_name, verbs, words};
use crate::lint::subject::parameter_field_path;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::endpoint::is_safe_method;
use crate::model::tool::{Parameter, ParameterType};

/// Normalized names of parameters that hold an HTTP method.
const METHOD_PARAMETERS: [&str; 4] = ["method", "httpmethod", "requestmethod", "verb"];

/// Normalized names of parameters that hold the target of a request.
const ADDRESS_PARAMETERS: [&str; 6] = ["url", "uri", "path", "endpoint", "route", "apipath"];

pub const RULE: Rule = Rule {
    id: "catch-all-method",
    summary: "A tool either reads or writes; no parameter chooses between the two.",
    rationale: "Hints apply to the whole tool: one that can delete is destructive even when it only lists, so clients ask for every call or for none. Anthropic rejects such tools.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::ANTHROPIC,
    bad_examples: &[
        Example::new(
            r#"{"name":"request","inputSchema":{"type":"object","properties":{"method":{"enum":["GET","POST"]}}}}"#,
        ),
        Example::new(
            r#"{"name":"board","inputSchema":{"type":"object","properties":{"action":{"enum":["list","create","delete"]}}}}"#,
        ),
        Example::new(
            r#"{"name":"call","inputSchema":{"type":"object","properties":{"method":{"type":"string"},"path":{"type":"string"}}}}"#,
        ),
    ],
    good_examples: &[
        Example::new(
            r#"{"name":"board","inputSchema":{"type":"object","properties":{"action":{"enum":["list","get"]}}}}"#,
        ),
        Example::new(
            r#"{"name":"board","inputSchema":{"type":"object","properties":{"action":{"enum":["create","delete"]}}}}"#,
        ),
        Example::new(
            r#"{"name":"fetch","inputSchema":{"type":"object","properties":{"method":{"enum":["GET","HEAD"]},"url":{"type":"string"}}}}"#,
        ),
        Example::new(
            r#"{"name":"create_request","inputSchema":{"type":"object","properties":{"method":{"enum":["GET","POST"]}}}}"#,
        ),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let parameters = || subject.tool.parameters.iter().chain(&subject.tool.wrapped_parameters);
        let has = |names: &[&str]| {
            parameters().any(|parameter| names.contains(&normalize_name(&parameter.name).as_str()))
        };
        for parameter in parameters() {
            let name = normalize_name(&parameter.name);
            let is_method = METHOD_PARAMETERS.contains(&name.as_str());
            if !is_method && !ACTION_PARAMETERS.contains(&name.as_str()) {
                continue;
            }
            // `create_request` stores a method instead of sending a request with it.
            if is_method && is_storing_verb(&subject.tool.name) {
                continue;
            }
            let field = parameter_field_path(&parameter.name);
            if let Some((reads, writes)) = read_and_write_choices(parameter) {
                let message =
                    format!("the tool reads with {} and writes with {}", quote(reads), quote(writes));
                out.report(&field, message);
            } else if is_method && is_free_text(parameter) && has(&ADDRESS_PARAMETERS) {
                out.report(&field, "the tool sends requests with any method, so it both reads and writes");
            }
        }
    },
};

/// True if the name starts with a verb for storing data.
fn is_storing_verb(name: &str) -> bool {
    let action =
        words::split_words(name).iter().find_map(|word| verbs::find_verb(word)).map(|verb| verb.action);
    matches!(action, Some(Action::Create | Action::Update | Action::Edit | Action::Upsert | Action::Append))
}

fn is_free_text(parameter: &Parameter) -> bool {
    parameter.choices.is_empty() && matches!(parameter.kind, ParameterType::Text | ParameterType::Unknown)
}

/// A choice that only reads and one that changes something, if the parameter has both.
fn read_and_write_choices(parameter: &Parameter) -> Option<(&str, &str)> {
    let find = |harmless: bool| {
        let choices = parameter.choices.iter().map(String::as_str);
        choices.into_iter().find(|choice| is_read_choice(choice) == Some(harmless))
    };
    find(true).zip(find(false))
}

fn is_read_choice(choice: &str) -> Option<bool> {
    match choice {
        _ if is_safe_method(choice) => Some(true),
        "POST" | "PUT" | "PATCH" | "DELETE" => Some(false),
        _ => {
            let verb = words::split_words(choice).into_iter().find_map(|word| verbs::find_verb(&word))?;
            Some(verb.action.is_harmless())
        }
    }
}
