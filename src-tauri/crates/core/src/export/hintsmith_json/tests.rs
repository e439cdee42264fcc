//! Round-trip tests, and rejection of foreign and malformed files.

use super::*;
use crate::model::overrides::{DecidedValue, Decision, Field};
use proptest::prelude::*;

fn any_decision(value: DecidedValue) -> impl Strategy<Value = Decision> {
    let fingerprint = proptest::option::of("sha256:[0-9a-f]{4}".prop_map(Fingerprint));
    (proptest::option::of(".{0,12}"), fingerprint).prop_map(move |(because, fingerprint)| Decision {
        value: value.clone(),
        because,
        fingerprint,
    })
}

fn any_tool() -> impl Strategy<Value = DecidedTool> {
    let title =
        proptest::option::of("[a-zé\"\\\\]{1,8}".prop_flat_map(|t| any_decision(DecidedValue::Text(t))));
    let hint =
        || proptest::option::of(any::<bool>().prop_flat_map(|value| any_decision(DecidedValue::Hint(value))));
    let fingerprint = proptest::option::of("sha256:[0-9a-f]{4}".prop_map(Fingerprint));
    let parameter =
        proptest::option::of("[a-zé:]{1,8}".prop_flat_map(|t| any_decision(DecidedValue::Text(t))));
    let description =
        proptest::option::of("[a-zé\n]{0,8}x".prop_flat_map(|t| any_decision(DecidedValue::Text(t))));
    let icon = proptest::option::of(
        "https://[a-z]{1,8}/".prop_flat_map(|source| any_decision(DecidedValue::Text(source))),
    );
    let tool = (fingerprint, title, description, icon, parameter, hint(), hint(), hint());
    tool.prop_map(|(fingerprint, title, description, icon, parameter, a, b, c)| {
        let mut overrides = Overrides::default();
        overrides.set(Field::Title, title);
        overrides.set(Field::Description, description);
        overrides.set(Field::Icon, icon);
        overrides.set(Field::Parameter("id".into()), parameter);
        overrides.set(Field::Hint(HintName::ReadOnly), a);
        overrides.set(Field::Hint(HintName::Destructive), b);
        overrides.set(Field::Hint(HintName::OpenWorld), c);
        DecidedTool { fingerprint, overrides }
    })
}

fn any_layer() -> impl Strategy<Value = DecidedLayer> {
    let tools = proptest::collection::btree_map(".{1,6}", any_tool(), 1..4);
    let servers = proptest::collection::btree_map(".{1,6}", tools, 0..3);
    let key = ("[a-z*?]{1,4}\\.[a-z*?.]{1,4}[a-z*]", 0_usize..4).prop_map(|(text, hint)| RuleKey {
        selector: Selector::parse(&text).unwrap(),
        hint: HintName::ALL[hint],
    });
    let rule = (any::<bool>(), proptest::option::of(".{0,12}"))
        .prop_map(|(value, because)| DecidedRule { value, because });
    let rules = proptest::collection::btree_map(key, rule, 0..4);
    let equipped = proptest::option::of("[a-z]{2,6}");
    let scope = prop_oneof![
        "[a-z]{1,4}".prop_map(ApprovalScope::Server),
        ("[a-z]{1,4}", ".{1,4}").prop_map(|(server, tool)| ApprovalScope::Tool(ToolName { server, tool })),
        "[a-z]{2,6}".prop_map(ApprovalScope::Toolset),
    ];
    let approval =
        (0..ApprovalMode::ALL.len(), proptest::option::of("sha256:[0-9a-f]{4}")).prop_map(|(mode, print)| {
            DecidedApproval { mode: ApprovalMode::ALL[mode], fingerprint: print.map(Fingerprint) }
        });
    let approvals = proptest::collection::btree_map(scope, approval, 0..3);
    (servers, rules, equipped, approvals).prop_map(|(servers, rules, equipped, approvals)| DecidedLayer {
        servers,
        rules,
        active_toolset: equipped,
        approvals,
    })
}

fn any_reference() -> impl Strategy<Value = ToolReference> {
    let name = ("[a-z]{1,4}", "[a-zé. ]{1,4}")
        .prop_map(|(server, tool)| Some(ToolName { server, tool: format!("{tool}x") }));
    let id = "[0-9a-f]{4}".prop_map(Some);
    (proptest::option::of(name), proptest::option::of(id)).prop_map(|(name, id)| {
        let (name, id) = (name.flatten(), id.flatten());
        let id = if name.is_none() { id.or(Some("0".into())) } else { id };
        ToolReference { name, id }
    })
}

fn any_toolset() -> impl Strategy<Value = Toolset> {
    let tools = proptest::collection::vec(any_reference(), 0..4);
    (proptest::option::of(".{1,6}"), tools).prop_map(|(description, tools)| {
        let mut set = Toolset { description, tools: Vec::new() };
        for tool in tools {
            set.add(tool);
        }
        set
    })
}

fn any_notes() -> impl Strategy<Value = Vec<DecidedNote>> {
    let note = ("[a-z0-9-]{1,4}", "[^\\p{C}\\p{Z}]{1,8}", proptest::option::of("[a-z]{2,4}"))
        .prop_map(|(name, text, toolset)| DecidedNote { name, text, toolset });
    proptest::collection::vec(note, 1..4).prop_map(|notes| {
        let mut kept: Vec<DecidedNote> = Vec::new();
        for note in notes {
            if !kept.iter().any(|k| (&k.name, &k.toolset) == (&note.name, &note.toolset)) {
                kept.push(note);
            }
        }
        kept
    })
}

proptest! {
    #[test]
    fn documents_round_trip(
        base in any_layer(), environments in proptest::collection::btree_map("[a-z]{1,6}", any_layer(), 0..3),
        toolsets in proptest::collection::btree_map("[a-z0-9-]{2,6}", any_toolset(), 0..3),
        notes in proptest::collection::vec((any_reference(), any_notes()), 0..3),
        comments in proptest::collection::btree_map(("[a-z]{1,3}", "[a-z]{1,3}"), ".{1,6}", 0..3),
        reviewed in proptest::collection::btree_map(("[a-z]{1,3}", "[a-z]{1,3}"), "sha256:[0-9a-f]{4}", 0..3),
    ) {
        // A note refers to its tool by name, or by id if there is no name.
        let note_key = |tool: ToolReference| ToolReference { id: tool.id.filter(|_| tool.name.is_none()), ..tool };
        let notes = notes.into_iter().map(|(tool, notes)| (note_key(tool), notes)).collect();
        let comments = comments
            .into_iter()
            .map(|((server, tool), text)| (ToolName { server, tool }, text))
            .collect();
        let reviewed = reviewed
            .into_iter()
            .map(|((server, tool), print)| (ToolName { server, tool }, Fingerprint(print)))
            .collect();
        let document = HintsmithDocument { base, environments, toolsets, notes, comments, reviewed };
        let text = document.to_json();
        prop_assert_eq!(&HintsmithDocument::parse(&text).unwrap(), &document);
        prop_assert_eq!(HintsmithDocument::parse(&text).unwrap().to_json(), text);
        // Merging into an empty document gives the document; merging with itself or an empty one changes nothing.
        prop_assert_eq!(&HintsmithDocument::default().merged_with(&document), &document);
        prop_assert_eq!(&document.merged_with(&document), &document);
        prop_assert_eq!(&document.merged_with(&HintsmithDocument::default()), &document);
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in ".{0,200}") {
        let _ = HintsmithDocument::parse(&text);
    }
}

#[test]
fn foreign_and_malformed_files_are_rejected() {
    for (text, expected) in [
        ("{nonsense", "invalid JSON: "),
        ("nonsense: [", "invalid YAML: "),
        ("nonsense", "\"hintsmith\" with the version is missing"),
        ("hintsmith: 1\nservers: {}\nhintsmith: 1\n", "invalid YAML: "),
        ("hintsmith: 1\nservers: {}\nextra: 1\n", "unknown field `extra`"),
        (
            "hintsmith: 1\nservers: {s: {tools: {t: {annotations: {readOnlyHint: yes}}}}}\n",
            "s.t: annotations.readOnlyHint has the wrong type",
        ),
        ("[1]", "\"hintsmith\" with the version is missing"),
        (r#"{"mcpServers":{}}"#, "\"hintsmith\" with the version is missing"),
        (r#"{"hintsmith":9,"servers":{}}"#, "unsupported version 9"),
        (
            r#"{"hintsmith":4,"servers":{},"toolsets":{"A":{"tools":[]}}}"#,
            "\"A\" is not a valid toolset name",
        ),
        (r#"{"hintsmith":4,"servers":{},"toolsets":{"ab":{"tools":[{}]}}}"#, "\"\" is not a tool reference"),
        (r#"{"hintsmith":4,"servers":{},"notes":{"x":[]}}"#, "\"x\" is not a tool reference"),
        (
            r#"{"hintsmith":4,"servers":{},"notes":{"s.t":[{"name":"A","text":"x"}]}}"#,
            "s.t: \"A\" is not a valid note name",
        ),
        (
            r#"{"hintsmith":4,"servers":{},"notes":{"s.t":[{"name":"a","text":"x"},{"name":"a","text":"y"}]}}"#,
            "s.t: there are two notes named a",
        ),
        (r#"{"hintsmith":2,"servers":{},"rules":{"x":{"annotations":{}}}}"#, "has the form SERVER.TOOL"),
        (r#"{"hintsmith":2,"servers":{},"rules":{"a.b":{"annotations":{"title":true}}}}"#, "not a hint"),
        (r#"{"hintsmith":"1","servers":{}}"#, "unsupported version \"1\""),
        (r#"{"hintsmith":1}"#, "missing field `servers`"),
        (r#"{"hintsmith":1,"servers":{},"extra":1}"#, "unknown field `extra`"),
        (
            r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":"yes"}}}}}}"#,
            "s.t: annotations.readOnlyHint has the wrong type",
        ),
        (
            r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{"costHint":true}}}}}}"#,
            "s.t: annotations.costHint has the wrong type",
        ),
        (
            r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{},"because":{"title":"x"}}}}}}"#,
            "has a reason but no decision",
        ),
        (
            r#"{"hintsmith":6,"servers":{},"approvals":{"tools":{"s.t":{"mode":"sometimes"}}}}"#,
            "approvals: sometimes is not an approval mode",
        ),
        (
            r#"{"hintsmith":6,"servers":{},"approvals":{"tools":{"t":{"mode":"block"}}}}"#,
            "approvals: t is not SERVER.TOOL",
        ),
    ] {
        let error = HintsmithDocument::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn yaml_is_equivalent_to_json() {
    let yaml = "# reviewed by Ann\nhintsmith: 5\nservers:\n  s:\n    tools:\n      t:\n        annotations:\n          readOnlyHint: true\n          \
                title: 'On'\n        because:\n          readOnlyHint: it only reads\nrules:\n  s.get_*:\n    annotations: {idempotentHint: true}\n\
                reviewed:\n  s.t: sha256:1\n";
    let json = r#"{"hintsmith":5,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":true,"title":"On"},
        "because":{"readOnlyHint":"it only reads"}}}}},"rules":{"s.get_*":{"annotations":{"idempotentHint":true}}},
        "reviewed":{"s.t":"sha256:1"}}"#;
    let document = HintsmithDocument::parse(yaml).unwrap();
    assert_eq!(document, HintsmithDocument::parse(json).unwrap());
    assert_eq!(document.decision_count(), 4);
}

#[test]
fn server_connections_of_an_existing_file_are_kept() {
    let servers = serde_json::json!({"s": {"command": "x", "args": ["${A}", 1], "env": {"B": "on"}}});
    let json = serde_json::json!({"hintsmith": 1, "servers": {}, "mcpServers": servers});
    let yaml = crate::export::yaml::to_yaml(&json);
    for existing in [json.to_string(), format!("{json:#}"), yaml, format!("\u{feff}{json}")] {
        let text = HintsmithDocument::default().to_json_keeping_sources(&existing);
        let written: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(written["mcpServers"], servers, "{existing}");
    }
    for existing in ["", "- a\n", "mcpServers: [\n", "mcpServers: 1\n"] {
        let text = HintsmithDocument::default().to_json_keeping_sources(existing);
        assert!(!text.contains("mcpServers"), "{existing}");
    }
}

#[test]
fn merging_prefers_the_other_document_and_keeps_the_rest() {
    let ours = r#"{"hintsmith":5,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":true,"title":"Mine"}}}}},
        "equipped":"daily","toolsets":{"daily":{"description":"ours","tools":[{"tool":"s.t"}]}},
        "notes":{"s.t":[{"name":"a","text":"ours"},{"name":"b","text":"ours"}]},"remarks":{"s.t":"ours"}}"#;
    let theirs = r#"{"hintsmith":5,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":false}}}}},
        "environments":{"prod":{"equipped":"daily"}},"toolsets":{"daily":{"tools":[{"tool":"s.u"}]}},
        "notes":{"s.t":[{"name":"a","text":"theirs"},{"name":"a","text":"new","toolset":"daily"}]},
        "reviewed":{"s.t":"sha256:1"}}"#;
    let merged = r#"{"hintsmith":5,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":false,"title":"Mine"}}}}},
        "equipped":"daily","environments":{"prod":{"equipped":"daily"}},
        "toolsets":{"daily":{"description":"ours","tools":[{"tool":"s.t"},{"tool":"s.u"}]}},
        "notes":{"s.t":[{"name":"a","text":"theirs"},{"name":"b","text":"ours"},{"name":"a","text":"new","toolset":"daily"}]},
        "remarks":{"s.t":"ours"},"reviewed":{"s.t":"sha256:1"}}"#;
    let [ours, theirs, merged] = [ours, theirs, merged].map(|text| HintsmithDocument::parse(text).unwrap());
    assert_eq!(ours.merged_with(&theirs), merged);
}
