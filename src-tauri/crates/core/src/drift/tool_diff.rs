//! Diff of two tool definitions, field by field. Covers exactly what the fingerprint covers.

use super::change::FieldChange;
use super::change_collector::ChangeCollector;
use super::risk;
use super::schema_diff;
use crate::model::endpoint::Endpoint;
use crate::model::hint::HintName;
use crate::model::tool::Tool;
use crate::text::json::Members;

/// Compares two definitions; empty exactly if the fingerprints are equal. Fields are in order of importance. Beyond
/// `MAX_CHANGES`, a last entry states the number of omitted changes.
pub fn diff_tools(before: &Tool, after: &Tool) -> Vec<FieldChange> {
    if before.fingerprint == after.fingerprint {
        return Vec::new();
    }
    let mut changes = ChangeCollector::default();
    let [old, new] = [before, after].map(|tool| Members::parse(&tool.raw).unwrap_or(Members(Vec::new())));
    let field = |field: &str| (old.get(field), new.get(field));

    for text in ["name", "title", "description"] {
        changes.compare_member(text, field(text), None, |changes, pair| {
            changes.add_text(&[text.into()], pair, None)
        });
    }
    changes.compare_endpoint(Endpoint::from_tool(&old), Endpoint::from_tool(&new));
    let loosened = |hint| risk::hint_risk(hint, before.declared.hints[hint], after.declared.hints[hint]);
    let any_loosened = HintName::ALL.into_iter().find_map(loosened);
    changes.compare_member("annotations", field("annotations"), any_loosened, |changes, pair| {
        if !pair.has_comparable_members() {
            return changes.add_json(&["annotations".into()], pair, any_loosened);
        }
        // Hints come first, so that other keys cannot push them beyond the limit.
        let hints = HintName::ALL.map(HintName::key);
        for key in hints.into_iter().chain(pair.keys().filter(|key| !hints.contains(key))) {
            let risk = HintName::from_key(key).and_then(loosened);
            changes.add_json(&["annotations".into(), key.into()], pair.member(key), risk);
        }
    });
    for name in ["inputSchema", "outputSchema"] {
        changes.compare_member(name, field(name), None, |changes, pair| {
            schema_diff::compare_schemas(name, pair, changes)
        });
    }
    changes.finish()
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::drift::change::ChangeKind;
    use crate::drift::change_collector::MAX_CHANGES;
    use crate::drift::word_diff::tests::format_diff;
    use crate::resolve::wire::DiffSign;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn parse(raw: impl Into<String>) -> Tool {
        Tool::parse(raw.into().into(), 0)
    }

    /// Each change as `field: words`, with its risk.
    pub fn changes(before: &str, after: &str) -> Vec<(String, Option<String>)> {
        let line =
            |change: FieldChange| (format!("{}: {}", change.field, format_diff(&change.diff)), change.risk);
        diff_tools(&parse(before), &parse(after)).into_iter().map(line).collect()
    }

    #[test]
    fn every_field_change_is_reported() {
        for (before, after, expected) in [
            (r#"{"name":"get_note"}"#, r#"{"name":"read_note"}"#, "name: [-get-]{+read+}_note"),
            (r#"{"name":"a"}"#, r#"{"name":"a","title":"A tool"}"#, "title: {+A tool+}"),
            (r#"{"title":"7"}"#, r#"{"title":7}"#, r#"title: [-"7"-]{+7+}"#),
            (r#"{"title":null}"#, r#"{}"#, "title: [-null-]"),
            (r#"{}"#, r#"{"title":""}"#, "title: "),
            (r#"{"description":"\ud800"}"#, r#"{"description":"x"}"#, r#"description: "[-\ud800-]{+x+}""#),
            (r#"{"annotations":{"a":1}}"#, r#"{}"#, "annotations.a: [-1-]"),
            (r#"{}"#, r#"{"annotations":{}}"#, "annotations: {+{}+}"),
            (
                r#"{"annotations":null}"#,
                r#"{"annotations":{"a":{"c":1,"b":2}}}"#,
                r#"annotations: [-null-]{+{"a":{"b":2,"c":1}}+}"#,
            ),
            (
                r#"{"annotations":{"title":"Get"}}"#,
                r#"{"annotations":{"title":"Read"}}"#,
                r#"annotations.title: "[-Get-]{+Read+}""#,
            ),
            (r#"{"annotations":{"n":0.0}}"#, r#"{"annotations":{"n":-0.0}}"#, "annotations.n: {+-+}0.0"),
            (
                r#"{"_meta":{"dev.hintsmith/http":{"method":"GET","path":"/a"}}}"#,
                r#"{"_meta":{"dev.hintsmith/http":{"method":"DELETE","path":"/a"}}}"#,
                "request: [-GET-]{+DELETE+} /a",
            ),
            (
                r#"{"name":"a"}"#,
                r#"{"name":"a","_meta":{"dev.hintsmith/http":{"method":"PUT","path":"/a"}}}"#,
                "request: {+PUT /a+}",
            ),
            (r#"{"name":"a"}"#, r#"{"name":"a","_meta":{"x":1},"icons":[]}"#, ""),
            ("3", r#"{"name":"a"}"#, "name: {+a+}"),
        ] {
            let found: Vec<String> = changes(before, after).into_iter().map(|(line, _)| line).collect();
            assert_eq!(found.join("\n"), expected, "{before} {after}");
        }
    }

    #[test]
    fn additions_and_removals_have_their_kind() {
        let kinds = |before: &str, after: &str| -> Vec<ChangeKind> {
            diff_tools(&parse(before), &parse(after)).iter().map(|change| change.kind).collect()
        };
        let (with, without) = (
            r#"{"title":"a","annotations":{"a":1},"inputSchema":{"x":1},"outputSchema":[1e400],
                "_meta":{"dev.hintsmith/http":{"method":"PUT","path":"/a"}}}"#,
            "{}",
        );
        assert_eq!(kinds(without, with), [ChangeKind::Added; 5]);
        assert_eq!(kinds(with, without), [ChangeKind::Removed; 5]);
        assert_eq!(
            kinds(with, &with.replace('a', "b").replace("/b", "/c")).first(),
            Some(&ChangeKind::Changed)
        );
    }

    #[test]
    fn hint_changes_come_before_other_annotations() {
        let many: Vec<String> = (0..1000).map(|n| format!(r#""k{n}":1"#)).collect();
        let after = format!(r#"{{"annotations":{{{},"readOnlyHint":true}}}}"#, many.join(","));
        let found = changes("{}", &after);
        assert_eq!(found.len(), MAX_CHANGES + 1);
        assert_eq!(found[0].0, "annotations.readOnlyHint: {+true+}");
        assert_eq!(found[MAX_CHANGES], ("more: 801 more changes".into(), Some(risk::CHANGES_OMITTED.into())));
    }

    #[test]
    fn too_deeply_nested_members_are_compared_as_text() {
        let deep = |innermost: &str| {
            format!(
                r#"{{"annotations":{{"x":{0}1{1},"readOnlyHint":true}},"inputSchema":{0}"{innermost}"{1}}}"#,
                r#"{"a":"#.repeat(50_000),
                "}".repeat(50_000)
            )
        };
        let difference = diff_tools(&parse(deep("old")), &parse(deep("new")));
        let changed: Vec<_> = difference[0].diff.iter().filter(|word| word.sign != DiffSign::Same).collect();
        assert_eq!(changed.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["old", "new"]);
        assert_eq!((difference.len(), difference[0].risk.as_deref()), (1, Some(risk::COMPARED_AS_TEXT)));
        let found = changes("{}", &deep("new"));
        assert_eq!(found[0].1.as_deref(), Some("the server now declares it read-only"));
    }

    #[test]
    fn changes_beyond_the_limit_are_counted() {
        let properties: Vec<String> = (0..100_000).map(|n| format!(r#""p{n}":{{}}"#)).collect();
        let after = format!(r#"{{"inputSchema":{{"properties":{{{}}}}}}}"#, properties.join(","));
        let found = changes(r#"{"inputSchema":{}}"#, &after);
        assert_eq!((found.len(), found[0].0.as_str()), (MAX_CHANGES + 1, "inputSchema.p0: {+{}+}"));
        assert_eq!(found[MAX_CHANGES].0, "more: 99800 more changes");
    }

    #[test]
    fn changes_stay_limited_after_an_unreadable_member() {
        let many = (0..1000).map(|n| format!(r#""k{n}":1"#)).collect::<Vec<_>>().join(",");
        let before = r#"{"annotations":{},"inputSchema":1e400,"outputSchema":{}}"#;
        let after = format!(r#"{{"annotations":{{{many}}},"inputSchema":2e400,"outputSchema":{{{many}}}}}"#);
        let found = changes(before, &after);
        assert_eq!(found.len(), MAX_CHANGES + 2);
        assert_eq!(found[MAX_CHANGES].0, "inputSchema: [-1e400-]{+2e400+}");
        assert_eq!(found[MAX_CHANGES + 1].0, "more: 1800 more changes");
    }

    #[test]
    fn large_texts_are_replaced_as_a_whole() {
        let text =
            |word: &str| format!(r#"{{"description":"Begin {}end."}}"#, word.repeat((1 << 20) / word.len()));
        let difference = diff_tools(&parse(text("same one ")), &parse(text("same two ")));
        let signs: Vec<DiffSign> = difference[0].diff.iter().map(|word| word.sign).collect();
        assert_eq!(signs, [DiffSign::Same, DiffSign::Remove, DiffSign::Add, DiffSign::Same]);
    }

    #[test]
    fn long_keys_are_truncated_in_paths() {
        let members: Vec<String> = (0..MAX_CHANGES).map(|n| format!(r#""{n}":1"#)).collect();
        let tool =
            |members: &str| format!(r#"{{"inputSchema":{{"{}":{{{members}}}}}}}"#, "k".repeat(1 << 20));
        let found = changes(&tool(""), &tool(&members.join(",")));
        assert!(found.len() == MAX_CHANGES && found.iter().all(|(line, _)| line.len() < 100));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            prop_oneof![Just(json!(0)), Just(json!(0.0)), Just(json!(-0.0)), Just(json!(1))],
            "[ab ,1]{0,3}".prop_map(Value::from),
        ];
        let key = "properties|required|a|b|readOnlyHint";
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::vec((key, inner), 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    fn tool() -> impl Strategy<Value = Map<String, Value>> {
        let member = prop_oneof![
            ("name|title|description|icons", "[ab ]{0,3}".prop_map(Value::from)),
            ("title|description|inputSchema|outputSchema|annotations|_meta", value()),
            ("inputSchema|outputSchema|annotations", value()),
            Just(("_meta".to_owned(), json!({"dev.hintsmith/http": {"method": "GET", "path": "/"}}))),
        ];
        proptest::collection::vec(member, 0..6).prop_map(|members| members.into_iter().collect())
    }

    /// Serializes JSON with the members of every object reversed and white space between tokens.
    fn reverse_members(value: &Value) -> String {
        match value {
            Value::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .rev()
                    .map(|(key, value)| format!("{} : {}", json!(key), reverse_members(value)))
                    .collect();
                format!("{{ {} }}", members.join(" , "))
            }
            Value::Array(items) => {
                format!("[ {} ]", items.iter().map(reverse_members).collect::<Vec<_>>().join(" ,\n"))
            }
            plain => plain.to_string(),
        }
    }

    proptest! {
        #[test]
        fn a_difference_is_empty_exactly_where_the_fingerprints_are_equal(
            before in tool(), after in tool(), take in proptest::collection::vec(any::<bool>(), 8),
        ) {
            // Mostly the same members, so that small differences occur as well.
            let mut mixed = before.clone();
            for ((key, value), take) in after.iter().zip(take) {
                if take {
                    mixed.insert(key.clone(), value.clone());
                }
            }
            let old = parse(reverse_members(&Value::Object(before)));
            for new in [after, mixed] {
                let new = parse(Value::Object(new).to_string());
                let difference = diff_tools(&old, &new);
                prop_assert_eq!(difference.is_empty(), old.fingerprint == new.fingerprint, "{} {}", old.raw, new.raw);
                let fields: HashSet<&str> = difference.iter().map(|change| change.field.as_str()).collect();
                prop_assert_eq!(fields.len(), difference.len(), "{:?}", difference);
            }
        }

        #[test]
        fn key_order_and_white_space_are_not_changes(mut tool in tool()) {
            let old = parse(reverse_members(&Value::Object(tool.clone())));
            tool.insert("description".to_owned(), json!("another one"));
            let difference = diff_tools(&old, &parse(Value::Object(tool).to_string()));
            prop_assert_eq!(difference.len(), 1, "{:?}", difference);
            prop_assert_eq!(&difference[0].field, "description");
        }
    }
}
