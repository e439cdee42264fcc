//! Title and hints that a server declares for a tool. Malformed fields are reported as [`Problem`]s.

use serde_json::value::RawValue;

use crate::model::hint::{HintName, PerHint};
use crate::model::problem::Problem;
use crate::text::json::{self, Members};

/// The declared title and hints. A hint of the wrong type counts as unset and is reported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredAnnotations {
    pub title: Option<String>,
    /// `annotations.title`, kept apart because clients disagree on which of the two takes precedence.
    pub annotations_title: Option<String>,
    pub hints: PerHint<Option<bool>>,
}

impl DeclaredAnnotations {
    /// The title a client shows according to the specification: `title`, else `annotations.title`.
    pub fn display_title(&self) -> Option<&str> {
        self.title.as_deref().or(self.annotations_title.as_deref())
    }

    pub(crate) fn parse(tool: &Members, problems: &mut Vec<Problem>) -> Self {
        let title = non_empty(parse_string_member(tool, "title", "title", problems));
        let Some(annotations) = tool.get("annotations") else {
            return Self { title, ..Self::default() };
        };
        let Ok(annotations) = Members::parse(annotations.get()) else {
            if annotations.get() != "null" {
                let found = json::raw_kind_name(annotations);
                problems.push(Problem::new(
                    "annotations",
                    format!("is {found}, not an object; the defaults apply"),
                ));
            }
            return Self { title, ..Self::default() };
        };
        Self {
            title,
            annotations_title: non_empty(parse_string_member(
                &annotations,
                "title",
                "annotations.title",
                problems,
            )),
            hints: PerHint::from_fn(|hint| parse_hint(&annotations, hint, problems)),
        }
    }
}

fn parse_hint(annotations: &Members, hint: HintName, problems: &mut Vec<Problem>) -> Option<bool> {
    match annotations.get(hint.key()).map(RawValue::get)? {
        "true" => Some(true),
        "false" => Some(false),
        "null" => None,
        other => {
            let field = hint.json_path();
            let excerpt = crate::text::truncate_chars(other, 24);
            problems
                .push(Problem::new(field, format!("is {excerpt}, not true or false; it counts as unset")));
            None
        }
    }
}

fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

/// Reads a member that must be a string; any other type except null is reported.
pub(crate) fn parse_string_member(
    members: &Members,
    key: &str,
    field: &str,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let raw = members.get(key).filter(|raw| raw.get() != "null")?;
    match serde_json::from_str(raw.get()) {
        Ok(text) => Some(text),
        Err(_) => {
            let message = match json::raw_kind_name(raw) {
                "a string" => "contains text that is not valid Unicode".to_owned(),
                found => format!("is {found}, not a string"),
            };
            problems.push(Problem::new(field, message));
            None
        }
    }
}
