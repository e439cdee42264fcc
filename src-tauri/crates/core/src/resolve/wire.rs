//! Corrected tool definitions as they are sent to clients: only hints that are set, never null, never contradictory,
//! and every key of the server that is not ours to change.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;
use similar::DiffTag;

use crate::model::hint::{HintName, PerHint};
use crate::model::icon;
use crate::model::layer::Layer;
use crate::model::note::{self, NoteEntry};
use crate::model::tool::Tool;
use crate::resolve::ResolvedTool;
use crate::text::json::{self, Members};
use crate::text::json_edit::ObjectEditor;

/// Members of a tool that clients act upon. Other spellings of them are removed: they would survive a correction, and a
/// client that ignores case would read them instead.
const CLIENT_MEMBERS: [&str; 6] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/// Returns the corrected `annotations` of a tool.
pub fn corrected_annotations(tool: &Tool, resolved: &ResolvedTool) -> Box<RawValue> {
    let text = annotations_text(tool, resolved);
    RawValue::from_string(text).expect("made of JSON texts that were parsed before")
}

fn annotations_text(tool: &Tool, resolved: &ResolvedTool) -> String {
    let raw = Members::parse(&tool.raw).ok().and_then(|members| members.get("annotations"));
    let mut annotations =
        raw.and_then(|raw| ObjectEditor::parse(raw.get()).ok()).unwrap_or_else(ObjectEditor::empty);
    annotations.remove_key_variants(&["title"]);
    annotations.remove_key_variants(&HintName::ALL.map(HintName::key));

    // A declared title stays where the server put it.
    if resolved.title.layer() != Layer::Declared {
        annotations.set("title", Value::from(resolved.title.winner.value).to_string());
    }
    for hint in HintName::ALL {
        if is_hint_written(resolved, hint) {
            annotations.set(hint.key(), resolved.hint(hint).to_string());
        } else {
            annotations.remove(hint.key());
        }
    }
    annotations.into_text()
}

/// Returns whether a corrected tool has a value for a hint.
fn is_hint_written(resolved: &ResolvedTool, hint: HintName) -> bool {
    let field = &resolved.hints[hint];
    let contradiction = hint == HintName::Destructive && field.value();
    match field.layer() {
        Layer::Default => false,
        // An inferred value may make a client ask where it would not have. The opposite requires a decision.
        Layer::Inferred if field.value() != hint.careful_value() => false,
        // These two have no meaning on a read-only tool: inferred values are not added, and others stay unless they
        // contradict.
        layer if resolved.is_unused(hint) => layer >= Layer::Declared && !contradiction,
        _ => true,
    }
}

/// Returns the whole corrected tool, with every other byte as the server wrote it. A decided title is written to both
/// places, because clients disagree on which one they read first.
pub fn correct_tool(tool: &Tool, resolved: &ResolvedTool, notes: &[NoteEntry]) -> String {
    let Ok(mut corrected) = ObjectEditor::parse(&tool.raw) else { return tool.raw.to_string() };
    let declares = corrected.contains("annotations");
    corrected.remove_key_variants(&CLIENT_MEMBERS);
    // Notes are added below the decided description. Without either, the server's bytes stay.
    let description = note::append_notes(resolved.effective_description(tool), notes);
    if resolved.description.is_some() || matches!(description, Cow::Owned(_)) {
        corrected.set("description", Value::from(description).to_string());
    }
    if let Some(icon) = &resolved.icon {
        corrected.remove_key_variants(&["icons"]);
        corrected.set("icons", icon::icons_member(icon.value).to_string());
    }
    if resolved.title.layer() >= Layer::Override {
        corrected.set("title", Value::from(resolved.title.winner.value).to_string());
    }
    let annotations = annotations_text(tool, resolved);
    if annotations != ObjectEditor::EMPTY || declares {
        corrected.set("annotations", annotations);
    }
    if let Some(schema) = describe_parameters(&tool.raw, resolved) {
        corrected.set("inputSchema", schema);
    }
    corrected.into_text()
}

/// Returns the input schema with the decided descriptions; `None` if none of them belongs to a parameter of the schema.
fn describe_parameters(raw: &str, resolved: &ResolvedTool) -> Option<String> {
    let members = Members::parse(raw).ok()?;
    let schema_text = members.get("inputSchema")?.get();
    let schema = Members::parse(schema_text).ok()?;
    let properties = Members::parse(schema.get("properties")?.get()).ok()?;
    let mut corrected = ObjectEditor::parse(schema.get("properties")?.get()).ok()?;
    let mut any = false;
    for (name, description) in &resolved.parameters {
        // A parameter whose schema is `true` or malformed cannot have a description.
        let parameter = properties.get(name).and_then(|raw| ObjectEditor::parse(raw.get()).ok());
        let Some(mut parameter) = parameter else { continue };
        parameter.set("description", Value::from(description.value).to_string());
        corrected.set(*name, parameter.into_text());
        any = true;
    }
    let mut schema_editor = ObjectEditor::parse(schema_text).ok()?;
    schema_editor.set("properties", corrected.into_text());
    any.then(|| schema_editor.into_text())
}

/// A line of a diff.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
pub struct DiffLine {
    pub sign: DiffSign,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum DiffSign {
    Same,
    Add,
    Remove,
}

impl DiffSign {
    /// Prefix of a line that is in only one of the texts.
    pub const fn symbol(self) -> Option<char> {
        match self {
            Self::Same => None,
            Self::Add => Some('+'),
            Self::Remove => Some('-'),
        }
    }
}

/// A run of lines that two texts have in common, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
pub struct EqualLines {
    pub before: u32,
    pub after: u32,
    pub count: u32,
}

/// Returns the lines that two texts have in common, in order, for showing the texts side by side.
pub fn equal_lines(before: &str, after: &str) -> Vec<EqualLines> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let number = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let steps = similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new);
    let equal = steps.into_iter().filter(|step| step.tag() == DiffTag::Equal);
    let run = |step: similar::DiffOp| EqualLines {
        before: number(step.old_range().start),
        after: number(step.new_range().start),
        count: number(step.new_range().len()),
    };
    equal.map(run).collect()
}

/// Returns a line diff of two texts. A comma at the end of a line is ignored: in JSON it only says that another line
/// follows.
pub fn diff_lines(before: &str, after: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let without_commas = |lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| line.trim_end_matches(',').to_owned()).collect()
    };
    let (bare_old, bare_new) = (without_commas(&old), without_commas(&new));
    let mut difference = Vec::new();
    let mut put = |sign: DiffSign, lines: &[&str]| {
        difference.extend(lines.iter().map(|line| DiffLine { sign, text: (*line).to_owned() }));
    };
    for step in similar::capture_diff_slices(similar::Algorithm::Myers, &bare_old, &bare_new) {
        if step.tag() == DiffTag::Equal {
            put(DiffSign::Same, &new[step.new_range()]);
        } else {
            put(DiffSign::Remove, &old[step.old_range()]);
            put(DiffSign::Add, &new[step.new_range()]);
        }
    }
    difference
}

/// Returns a diff of what the correction changes: title, annotations, decided parameters, a decided icon and, if it is
/// decided or has notes, the description.
pub fn diff_correction(tool: &Tool, resolved: &ResolvedTool, notes: &[NoteEntry]) -> Vec<DiffLine> {
    let members = changed_members(&[resolved], !notes.is_empty());
    let parameters: Vec<&str> = resolved.parameters.keys().copied().collect();
    let corrected = correct_tool(tool, resolved, notes);
    diff_lines(
        &format_members(&tool.raw, &members, &parameters),
        &format_members(&corrected, &members, &parameters),
    )
}

/// Returns a diff of what other effective values change in the corrected tool, of the same members.
pub fn diff_resolutions(
    tool: &Tool,
    [before, after]: [&ResolvedTool; 2],
    notes: &[NoteEntry],
) -> Vec<DiffLine> {
    let members = changed_members(&[before, after], false);
    let parameters: Vec<&str> = before.parameters.keys().chain(after.parameters.keys()).copied().collect();
    let [before, after] = [before, after].map(|resolved| correct_tool(tool, resolved, notes));
    diff_lines(
        &format_members(&before, &members, &parameters),
        &format_members(&after, &members, &parameters),
    )
}

/// The members of a tool that decisions or notes can have changed.
fn changed_members(resolved: &[&ResolvedTool], has_notes: bool) -> Vec<&'static str> {
    let mut members = vec!["title", "annotations"];
    if has_notes || resolved.iter().any(|tool| tool.description.is_some()) {
        members.push("description");
    }
    if resolved.iter().any(|tool| tool.icon.is_some()) {
        members.push("icons");
    }
    members
}

/// The hints of a corrected tool as a client reads them.
pub fn wire_hints(resolved: &ResolvedTool) -> PerHint<Option<bool>> {
    PerHint::from_fn(|hint| is_hint_written(resolved, hint).then(|| resolved.hint(hint)))
}

/// The schemas of some parameters, under their names in the tool.
fn parameter_schemas(tool: &Members, names: &[&str]) -> Option<String> {
    let schema = Members::parse(tool.get("inputSchema")?.get()).ok()?;
    let mut properties = Members::parse(schema.get("properties")?.get()).ok()?;
    properties.0.retain(|(name, _)| names.contains(&name.as_ref()));
    (!properties.0.is_empty()).then(|| {
        let members = properties.0.iter().map(|(name, raw)| (name.as_ref(), raw.get()));
        format!("{{\"properties\":{}}}", json::write_object(members))
    })
}

/// Formats some members and some parameters of a tool, indented and with sorted keys, so that only real differences
/// show.
fn format_members(tool: &str, keys: &[&str], parameters: &[&str]) -> String {
    let sorted = |mut members: Vec<(Cow<str>, Cow<str>)>| -> String {
        members.sort_by(|(one, _), (other, _)| one.cmp(other));
        json::write_object(members.iter().map(|(key, raw)| (key.as_ref(), raw.as_ref())))
    };
    fn texts<'a>(members: Members<'a>) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        members.0.into_iter().map(|(key, raw)| (key, Cow::Borrowed(raw.get()))).collect()
    }
    let Ok(mut members) = Members::parse(tool) else { return String::new() };
    let schemas = parameter_schemas(&members, parameters);
    members.0.retain(|(key, _)| keys.iter().any(|known| json::is_key_variant(key, known)));
    let mut claims = texts(members);
    claims.extend(schemas.map(|schemas| ("inputSchema".into(), schemas.into())));
    for (key, raw) in &mut claims {
        if key == "annotations"
            && let Ok(annotations) = Members::parse(raw)
        {
            *raw = Cow::Owned(sorted(texts(annotations)));
        }
    }
    json::pretty_print(&sorted(claims))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::infer::{InferenceSettings, ServerFacts, infer};
    use crate::model::decisions::Definition;
    use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
    use crate::resolve::{Layers, resolve};

    fn effective(raw: &str, decided: &[(Field, DecidedValue)]) -> Value {
        serde_json::from_str(&effective_text(raw, decided, &[])).unwrap()
    }

    fn effective_text(raw: &str, decided: &[(Field, DecidedValue)], notes: &[NoteEntry]) -> String {
        let parsed = Tool::parse(raw.into(), 0);
        let inferred = infer(&parsed, &ServerFacts::default(), InferenceSettings::default());
        let mut overrides = Overrides::default();
        for (field, value) in decided {
            let fingerprint = Some(parsed.fingerprint.clone());
            let decision = Decision { value: value.clone(), because: None, fingerprint };
            overrides.set(field.clone(), Some(decision));
        }
        let layers = Layers {
            name: &parsed.name,
            inferred: &inferred,
            declared: &parsed.declared,
            decisions: &overrides.into(),
            environment: None,
            definition: Definition::unchanged(&parsed.fingerprint),
        };
        correct_tool(&parsed, &resolve(&layers), notes)
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

    proptest! {
        #[test]
        fn what_is_exported_has_no_null_and_no_contradiction_and_keeps_unknown_keys(
            name in "(get|delete|create|run|thing)_[a-z]{1,6}",
            members in proptest::collection::vec(
                ("(readOnlyHint|destructiveHint|idempotentHint|openWorldHint|title|x-own)", "(true|false|null|7|\"a\")"), 0..6),
            decided in proptest::collection::vec((0_usize..4, any::<bool>()), 0..4),
        ) {
            let members: Vec<String> = members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
            let raw = format!(
                r#"{{"name":"{name}","x-vendor":[1],"annotations":{{"com.example/risk":{{"a":null}}{}{}}}}}"#,
                if members.is_empty() { "" } else { "," },
                members.join(","),
            );
            let decided: Vec<_> =
                decided.into_iter().map(|(at, value)| (Field::Hint(HintName::ALL[at]), DecidedValue::Hint(value))).collect();
            let tool = effective(&raw, &decided);
            let annotations = &tool["annotations"];
            for hint in HintName::ALL {
                prop_assert!(annotations.get(hint.key()).is_none_or(Value::is_boolean), "{}", tool);
            }
            prop_assert!(annotations.get("title").is_none_or(Value::is_string), "{}", tool);
            let both = annotations["readOnlyHint"] == true && annotations["destructiveHint"] == true;
            prop_assert!(!both, "{}", tool);
            prop_assert_eq!(&annotations["com.example/risk"], &serde_json::json!({"a": null}));
            prop_assert_eq!(&tool["x-vendor"], &serde_json::json!([1]));
        }
    }

    /// Go's JSON decoder ignores case: such a client would read the value that was to be corrected.
    #[test]
    fn no_other_spelling_of_a_key_survives_a_correction() {
        let raw = r#"{"name":"delete_x","Name":"get_x","Annotations":{"readOnlyHint":true},"TITLE":"Get X","description":"a","Description":"b","InputSchema":{"properties":{}},
            "annotations":{"title":"Own","ReadOnlyHint":true,"DestructiveHint":false,"deſtructiveHint":false,"Title":"Get","x-risk":1},"x-Vendor":1}"#;
        let decided = [(Field::Hint(HintName::ReadOnly), DecidedValue::Hint(false))];
        assert_eq!(
            effective_text(raw, &decided, &[]),
            "{\"name\":\"delete_x\",\"description\":\"a\",\n            \
             \"annotations\":{\"title\":\"Own\",\"x-risk\":1,\"readOnlyHint\":false,\"destructiveHint\":true},\"x-Vendor\":1}"
        );
        // Also if there is nothing else to correct.
        let bare = effective_text(
            r#"{"name":"nightly","annotations":{"title":"Own"},"Annotations":{"readOnlyHint":true}}"#,
            &[],
            &[],
        );
        assert_eq!(bare, r#"{"name":"nightly","annotations":{"title":"Own"}}"#);
    }

    #[test]
    fn equal_lines_of_two_texts_are_found_in_order() {
        for (before, after, expected) in [
            ("a b c", "a b c", vec![(0, 0, 3)]),
            ("a b c", "a x c", vec![(0, 0, 1), (2, 2, 1)]),
            ("a c", "a b c", vec![(0, 0, 1), (1, 2, 1)]),
            ("a b", "c d e", vec![]),
            ("a t u v z", "a n t u v m z", vec![(0, 0, 1), (1, 2, 3), (4, 6, 1)]),
        ] {
            let found = equal_lines(&before.replace(' ', "\n"), &after.replace(' ', "\n"));
            let found: Vec<_> = found.iter().map(|run| (run.before, run.after, run.count)).collect();
            assert_eq!(found, expected, "{before} | {after}");
        }
    }

    #[test]
    fn what_is_not_corrected_keeps_its_bytes() {
        let raw = r#"{"n":1.0,"name":"nightly","big":[12345678901234567890123,1e400],"annotations":{"z":-0.0,"title":"Own","a":1},"n":2}"#;
        assert_eq!(effective_text(raw, &[], &[]), raw);
    }

    #[test]
    fn read_only_and_destructive_are_never_written_together() {
        let both = r#"{"name":"x","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#;
        assert_eq!(
            effective(both, &[])["annotations"],
            serde_json::json!({"readOnlyHint": false, "destructiveHint": true, "title": "X"})
        );
        let decided = [(Field::Hint(HintName::ReadOnly), DecidedValue::Hint(true))];
        assert_eq!(
            effective(both, &decided)["annotations"],
            serde_json::json!({"readOnlyHint": true, "title": "X"})
        );
    }

    #[test]
    fn declared_hints_stay_on_a_read_only_tool_unless_they_contradict() {
        let all = r#"{"name":"get_x","annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}}"#;
        let value = effective(all, &[]);
        assert_eq!(
            value["annotations"],
            serde_json::json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "title": "Get X"})
        );
        // No hint without meaning is added to a read-only tool.
        let read = [(Field::Hint(HintName::ReadOnly), DecidedValue::Hint(true))];
        let bare = effective(r#"{"name":"get_x","title":"Own"}"#, &read);
        assert_eq!(bare["annotations"], serde_json::json!({"readOnlyHint": true}));
    }

    #[test]
    fn an_inferred_hint_is_written_only_if_it_makes_a_client_ask() {
        let read = r#"{"name":"get_x","title":"Own"}"#;
        assert_eq!(effective_text(read, &[], &[]), read);
        let delete = effective(r#"{"name":"delete_x","title":"Own"}"#, &[]);
        assert_eq!(
            delete["annotations"],
            serde_json::json!({"readOnlyHint": false, "destructiveHint": true})
        );
    }

    #[test]
    fn a_diff_shows_changed_lines_and_ignores_commas() {
        let lines = diff_lines("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"b\": 2\n}");
        let rendered: Vec<_> = lines.iter().map(|line| (line.sign, line.text.as_str())).collect();
        let expected = [
            (DiffSign::Same, "{"),
            (DiffSign::Same, "  \"a\": 1,"),
            (DiffSign::Add, "  \"b\": 2"),
            (DiffSign::Same, "}"),
        ];
        assert_eq!(rendered, expected);
    }

    #[test]
    fn a_decided_description_changes_only_its_parameter() {
        let raw = r#"{"name":"x","inputSchema":{"type":"object","$defs":{"n":1e400},"properties":{
            "id":{"type":"string","description":"old","x-y":[1.0]},"any":true,"other":{"description":"kept"}}}}"#;
        let decided =
            |name: &str| (Field::Parameter(name.into()), DecidedValue::Text("Which \"note\"".into()));
        let corrected = |decided: &[(Field, DecidedValue)]| {
            let text = effective_text(raw, decided, &[]);
            let members = Members::parse(&text).unwrap();
            members.get("inputSchema").unwrap().get().to_owned()
        };
        let untouched = Members::parse(raw).unwrap().get("inputSchema").unwrap().get();
        assert_eq!(
            corrected(&[decided("id"), decided("any"), decided("gone")]),
            untouched.replacen(r#""old""#, r#""Which \"note\"""#, 1),
        );
        // Without a matching parameter, the server's bytes stay.
        assert_eq!(corrected(&[decided("any"), decided("gone")]), untouched);
    }

    #[test]
    fn notes_change_only_the_description() {
        let raw =
            r#"{"x":1.0,"name":"nightly","description":"Of \u0061 \"note\"","annotations":{"title":"Own"}}"#;
        let expected = r#"{"x":1.0,"name":"nightly","description":"Of a \"note\"\n\n### Additional Tool Notes\n\n• **a**: say \"yes\"","annotations":{"title":"Own"}}"#;
        assert_eq!(effective_text(raw, &[], &[NoteEntry { name: "a", text: "say \"yes\"" }]), expected);
    }

    #[test]
    fn a_decided_icon_replaces_the_servers_icons_and_nothing_else() {
        let raw = r#"{"n":1.0,"name":"nightly","title":"Own","icons":[{"src":"https://a.example/a.svg"}],"Icons":[],"annotations":{"title":"Own"},"x":1e400}"#;
        let decided = [(Field::Icon, DecidedValue::Text("https://b.example/b.png".into()))];
        assert_eq!(
            effective_text(raw, &decided, &[]),
            r#"{"n":1.0,"name":"nightly","title":"Own","icons":[{"src":"https://b.example/b.png"}],"annotations":{"title":"Own"},"x":1e400}"#
        );
    }

    #[test]
    fn a_decided_description_replaces_the_servers_and_notes_follow_it() {
        let decided = [(Field::Description, DecidedValue::Text("Reads \"one\" note.".into()))];
        let raw =
            r#"{"x":1.0,"name":"nightly","description":"Old \u0061","annotations":{"title":"Own"},"n":-0}"#;
        let only_description = |text: &str| {
            format!(
                r#"{{"x":1.0,"name":"nightly","description":"{text}","annotations":{{"title":"Own"}},"n":-0}}"#
            )
        };
        assert_eq!(effective_text(raw, &decided, &[]), only_description(r#"Reads \"one\" note."#));
        assert_eq!(
            effective_text(raw, &decided, &[NoteEntry { name: "a", text: "b" }]),
            only_description(r#"Reads \"one\" note.\n\n### Additional Tool Notes\n\n• **a**: b"#)
        );
        // A server that describes nothing gets the member.
        let bare = r#"{"name":"nightly","annotations":{"title":"Own"}}"#;
        assert_eq!(effective(bare, &decided)["description"], "Reads \"one\" note.");
    }

    #[test]
    fn a_decided_title_is_written_in_both_places() {
        let decided = [(Field::Title, DecidedValue::Text("Mine".into()))];
        let value = effective(r#"{"name":"x","title":"Theirs"}"#, &decided);
        assert_eq!((&value["title"], &value["annotations"]["title"]), (&"Mine".into(), &"Mine".into()));
    }
}
