//! Rule: schemas that reference another document.

use std::borrow::Cow;

use super::{Example, FindingSink, Rule, quote, source};
use crate::lint::json_strings::strings;
use crate::lint::subject::may_contain_ref;
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "network-ref",
    summary: "A schema contains everything it refers to.",
    rationale: "Clients must not fetch what a `$ref` points to, so that part of the schema is unknown to them. A client that does fetch it can be directed to any address.",
    category: RuleCategory::Required,
    default_severity: Severity::Warning,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(
            r#"{"name":"x","inputSchema":{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}}"#,
        ),
        Example::new(r#"{"name":"x","outputSchema":{"$ref":"file:///etc/schema"}}"#),
    ],
    good_examples: &[
        Example::new(
            r##"{"name":"x","inputSchema":{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{"$ref":"#/$defs/a"}}}}"##,
        ),
        Example::new(
            r#"{"name":"x","inputSchema":{"$id":"https://example.com/x","properties":{"a":{"$ref":"https://example.com/x#/$defs/a"},"$ref":{"enum":["https://example.com"]}}}}"#,
        ),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for key in ["inputSchema", "outputSchema"] {
            let schema = subject.members.get(key).map(|raw| raw.get());
            let Some(schema) = schema.filter(|schema| may_contain_ref(schema)) else { continue };
            let ids: Vec<_> = string_values(schema, &["$id"]).collect();
            for reference in string_values(schema, &["$ref", "$dynamicRef"]) {
                let document = reference.split('#').next().unwrap_or_default();
                if is_absolute(document) && !ids.iter().any(|id| id.trim_end_matches('#') == document) {
                    let message =
                        format!("the schema refers to {}, which clients must not fetch", quote(&reference));
                    out.report(key, message);
                }
            }
        }
    },
};

/// The string values of all members with one of these names, at any depth.
fn string_values<'a>(schema: &'a str, keys: &'static [&'static str]) -> impl Iterator<Item = Cow<'a, str>> {
    let mut is_value_next = false;
    strings(schema).filter_map(move |string| {
        let value = is_value_next && !string.is_key;
        is_value_next = string.is_key && keys.contains(&&*string.text);
        value.then_some(string.text)
    })
}

/// True if it starts with a URI scheme or with `//` and a host.
fn is_absolute(document: &str) -> bool {
    let scheme = document.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    document.starts_with("//") || scheme.is_some_and(is_scheme)
}
