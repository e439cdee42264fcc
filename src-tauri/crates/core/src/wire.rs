//! The effective annotations as a server would send them: only what is set, never null, never a contradiction, and
//! every key of the server that is not ours to change.

use serde_json::{Map, Value};
use similar::{ChangeTag, TextDiff};

use crate::hint::HintName;
use crate::json;
use crate::layer::Layer;
use crate::resolve::ResolvedTool;
use crate::tool::Tool;

/// The annotations object of a tool as it should have been declared.
pub fn annotations(tool: &Tool, resolved: &ResolvedTool) -> Map<String, Value> {
    let raw = tool.to_value();
    let mut annotations = raw.get("annotations").and_then(Value::as_object).cloned().unwrap_or_default();

    let title = &resolved.title;
    if title.layer() > Layer::Default {
        annotations.insert("title".into(), title.winner.value.into());
    } else {
        annotations.shift_remove("title");
    }
    for hint in HintName::ALL {
        // On a read-only tool these two mean nothing. A server's or a person's "no" may stay; a "yes" may not.
        let said = resolved.hints[hint].layer() > Layer::Default;
        let explicit_no = resolved.hints[hint].layer() >= Layer::Declared && !resolved.hint(hint);
        if said && (!resolved.is_unused(hint) || (hint == HintName::Destructive && explicit_no)) {
            annotations.insert(hint.key().into(), resolved.hint(hint).into());
        } else {
            annotations.shift_remove(hint.key());
        }
    }
    annotations
}

/// The whole tool as it should have been sent. When the title is a person's, both places say the same, because
/// clients disagree on which one they read first.
pub fn tool(tool: &Tool, resolved: &ResolvedTool) -> Value {
    let mut value = tool.to_value();
    let annotations = annotations(tool, resolved);
    if let Some(members) = value.as_object_mut() {
        if resolved.title.layer() >= Layer::Override || members.get("title").is_some_and(Value::is_null) {
            members.insert("title".into(), resolved.title.winner.value.into());
        }
        if !annotations.is_empty() {
            members.insert("annotations".into(), Value::Object(annotations));
        }
    }
    value
}

/// One line of a difference between two texts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
pub struct DiffLine {
    pub sign: Sign,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Sign {
    Same,
    Add,
    Remove,
}

/// Line by line, from the first text to the second.
pub fn difference(before: &str, after: &str) -> Vec<DiffLine> {
    let diff = TextDiff::from_lines(before, after);
    let line = |change: similar::Change<&str>| DiffLine {
        sign: match change.tag() {
            ChangeTag::Equal => Sign::Same,
            ChangeTag::Insert => Sign::Add,
            ChangeTag::Delete => Sign::Remove,
        },
        text: change.value().trim_end_matches('\n').to_owned(),
    };
    diff.iter_all_changes().map(line).collect()
}

/// What the correction changes: title and annotations, the server's against the effective ones.
pub fn correction(tool: &Tool, resolved: &ResolvedTool) -> Vec<DiffLine> {
    let part = |value: &Value| {
        let mut part = Map::new();
        for key in ["title", "annotations"] {
            if let Some(member) = value.get(key) {
                part.insert(key.to_owned(), member.clone());
            }
        }
        // Sorted, so that only real differences show.
        json::pretty_value(&sorted(Value::Object(part)))
    };
    difference(&part(&tool.to_value()), &part(&self::tool(tool, resolved)))
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(members.into_iter().collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{ServerFacts, infer};
    use crate::overrides::{Decided, Decision, Field, Overrides};
    use crate::resolve::{Layers, resolve};

    fn effective(raw: &str, decided: &[(Field, Decided)]) -> Value {
        let parsed = Tool::parse(raw.into(), 0);
        let inferred = infer(&parsed, &ServerFacts::default());
        let mut overrides = Overrides::default();
        for (field, value) in decided {
            let decision = Decision { value: value.clone(), because: None, fingerprint: None };
            overrides.set(*field, Some(decision));
        }
        let layers = Layers {
            name: &parsed.name,
            inferred: &inferred,
            declared: &parsed.declared,
            overrides: &overrides,
            environment: None,
        };
        tool(&parsed, &resolve(&layers))
    }

    #[test]
    fn unknown_keys_pass_and_unset_hints_are_absent() {
        let raw = r#"{"name":"nightly","x-vendor":{"a":[1]},"inputSchema":{},
            "annotations":{"com.example/risk":3,"openWorldHint":null,"destructiveHint":"yes"}}"#;
        assert_eq!(
            effective(raw, &[]),
            serde_json::json!({
                "name": "nightly", "x-vendor": {"a": [1]}, "inputSchema": {},
                "annotations": {"com.example/risk": 3, "title": "Nightly"}
            })
        );
    }

    #[test]
    fn read_only_and_destructive_are_never_written_together() {
        let both = r#"{"name":"x","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#;
        assert_eq!(
            effective(both, &[])["annotations"],
            serde_json::json!({"readOnlyHint": false, "destructiveHint": true, "title": "X"})
        );
        let decided = [(Field::Hint(HintName::ReadOnly), Decided::Hint(true))];
        assert_eq!(
            effective(both, &decided)["annotations"],
            serde_json::json!({"readOnlyHint": true, "title": "X"})
        );
    }

    #[test]
    fn a_decided_title_is_written_in_both_places() {
        let decided = [(Field::Title, Decided::Title("Mine".into()))];
        let value = effective(r#"{"name":"x","title":"Theirs"}"#, &decided);
        assert_eq!((&value["title"], &value["annotations"]["title"]), (&"Mine".into(), &"Mine".into()));
    }
}
