//! Requirements of the tool annotation feature, by number: behaviour (2.2.1–2.2.6), errors (2.3) and acceptance
//! criteria (1–7).

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::model::preference::REVIEW_AGENT_NOTES;
use hintsmith_core::model::tool::Tool;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{AgentScope, AgentTransport};
use crate::Engine;
use crate::api::agents::AgentReply;
use crate::dto::{
    ActivateToolset, AddNotes, ExportInput, ImportToolsets, NewNote, NewToolset, NoteKey, NoteReview,
    PreferenceInput, RenameToolset, SeenNote, ToolChoice, ToolKey, ToolsetKey, UndoInput,
};
use crate::testing;

const CREATE: &str = r#"{"name":"create_issue","description":"Creates a new issue in Linear","inputSchema":{"type":"object"}}"#;
const SEARCH: &str = r#"{"name":"search_projects","inputSchema":{"type":"object"}}"#;

struct Fixture {
    engine: Arc<Engine>,
    folder: TempDir,
}

impl Fixture {
    /// A store with one server and no toolset. Every agent tool is on, and notes are not reviewed.
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[("linear", &[CREATE, SEARCH])]).await;
        let fixture = Self { engine, folder };
        for tool in hintsmith_core::model::agent::TOOLS {
            fixture.set_preference(tool.preference_key, "on").await;
        }
        fixture.set_preference(REVIEW_AGENT_NOTES, "off").await;
        fixture
    }

    async fn set_preference(&self, key: &str, value: &str) {
        let input = PreferenceInput { key: key.to_owned(), value: Some(value.to_owned()) };
        self.engine.preferences.set(input).await.unwrap();
    }

    /// Like [`Self::new`], with an active toolset that contains `create_issue`.
    async fn with_active_toolset() -> Self {
        let fixture = Self::new().await;
        let tools = json!([{"namespacedName": "linear.create_issue"}]);
        let built =
            fixture.call("build-toolset", json!({"name": "issues", "tools": tools, "autoEquip": true}));
        assert!(!built.await.is_error);
        fixture
    }

    async fn call(&self, name: &str, arguments: Value) -> AgentReply {
        self.engine.agents.call(&AgentScope::default(), name, &arguments).await.unwrap()
    }

    async fn annotate(&self, tool: Value, notes: &[(&str, &str)]) -> AgentReply {
        let notes: Vec<Value> =
            notes.iter().map(|(name, note)| json!({"name": name, "note": note})).collect();
        self.call("add-tool-annotation", json!({"toolRef": tool, "notes": notes})).await
    }

    /// The description with notes, as sent to a model.
    async fn model_text(&self, tool: &str) -> String {
        let key = ToolKey { server: "linear".to_owned(), tool: tool.to_owned() };
        self.engine.tools.detail(key).await.unwrap().model_text
    }
}

fn create_issue_ref() -> Value {
    json!({"namespacedName": "linear.create_issue"})
}

fn error(reply: &AgentReply) -> &str {
    reply.content["error"].as_str().unwrap_or_default()
}

fn warnings(reply: &AgentReply) -> Vec<&str> {
    reply.content["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// 2.2.1, and the first error of 2.3.
#[tokio::test]
async fn requirement_2_2_1_without_an_equipped_toolset_nothing_is_added() {
    let fixture = Fixture::new().await;
    let reply = fixture.annotate(create_issue_ref(), &[("team", "Ask")]).await;
    assert!(reply.is_error);
    assert_eq!(
        error(&reply),
        "no toolset is equipped; there are no toolsets yet; create one with build-toolset"
    );
    let tools = ToolChoice::Pattern { selector: "linear.*".to_owned() };
    let built = NewToolset { name: "all".into(), description: None, tools, activate: false };
    fixture.engine.toolsets.build(built).await.unwrap();
    let reply = fixture.annotate(create_issue_ref(), &[("team", "Ask")]).await;
    assert_eq!(error(&reply), "no toolset is equipped; equip one of these with equip-toolset: all");
    assert_eq!(fixture.engine.notes.list().await.unwrap(), []);
}

/// 2.2.2, and the second error of 2.3.
#[tokio::test]
async fn requirement_2_2_2_a_reference_is_resolved_by_name_and_by_id_or_refused() {
    let fixture = Fixture::with_active_toolset().await;
    let fingerprint = Tool::parse(CREATE.into(), 0).fingerprint.0;
    assert!(!fixture.annotate(json!({"refId": fingerprint}), &[("by-id", "x")]).await.is_error);
    // The name takes precedence over the id.
    let both = json!({"namespacedName": "linear.create_issue", "refId": "sha256:0"});
    assert!(!fixture.annotate(both, &[("by-both", "x")]).await.is_error);
    for unknown in [json!({"namespacedName": "linear.gone"}), json!({"refId": "sha256:0"})] {
        let reply = fixture.annotate(unknown, &[("no", "x")]).await;
        assert!(reply.is_error && error(&reply).starts_with("there is no tool "), "{reply:?}");
    }
    assert_eq!(fixture.engine.notes.list().await.unwrap().len(), 2);
}

/// 2.2.3, and the third error of 2.3.
#[tokio::test]
async fn requirement_2_2_3_a_tool_outside_the_toolset_is_refused() {
    let fixture = Fixture::with_active_toolset().await;
    let reply = fixture.annotate(json!({"namespacedName": "linear.search_projects"}), &[("a", "x")]).await;
    assert!(reply.is_error);
    assert_eq!(error(&reply), "linear.search_projects is not in the toolset issues");
}

/// 2.2.4, the warning of 2.3, and criterion 5.
#[tokio::test]
async fn requirement_2_2_4_an_existing_name_is_skipped_with_a_warning() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.annotate(create_issue_ref(), &[("team", "Ask first")]).await;
    let reply = fixture
        .annotate(create_issue_ref(), &[("team", "Never ask"), ("labels", "bug"), ("labels", "two")])
        .await;
    assert!(!reply.is_error);
    assert_eq!(reply.content["added"], json!(["labels"]));
    assert_eq!(warnings(&reply).len(), 2);
    assert!(warnings(&reply).iter().all(|warning| warning.contains("already")), "{reply:?}");
    assert_eq!(
        fixture.model_text("create_issue").await,
        "Creates a new issue in Linear\n\n### Additional Tool Notes\n\n• **team**: Ask first\n• **labels**: bug"
    );
}

/// 2.2.5: another process reads the note from the same store.
#[tokio::test]
async fn requirement_2_2_5_added_notes_are_persistent() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.annotate(create_issue_ref(), &[("team", "Ask")]).await;
    let again = reopen(fixture.folder.path()).await;
    let key = ToolKey { server: "linear".to_owned(), tool: "create_issue".to_owned() };
    assert!(again.tools.detail(key).await.unwrap().model_text.ends_with("• **team**: Ask"));
}

async fn reopen(folder: &Path) -> Arc<Engine> {
    testing::open_engine(folder, &[]).await
}

/// 2.2.6.
#[tokio::test]
async fn requirement_2_2_6_the_reply_lists_the_added_notes() {
    let fixture = Fixture::with_active_toolset().await;
    let reply = fixture.annotate(create_issue_ref(), &[("team", "Ask"), ("labels", "bug")]).await;
    assert_eq!(
        reply.content,
        json!({"toolset": "issues", "tool": "linear.create_issue", "added": ["team", "labels"]})
    );
    let result: Value = serde_json::from_str(&reply.to_call_result()).unwrap();
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!((&text, &result["structuredContent"]), (&reply.content, &reply.content));
}

/// The last error of 2.3. One invalid name rejects the whole call.
#[tokio::test]
async fn requirement_2_3_an_invalid_name_is_rejected() {
    let fixture = Fixture::with_active_toolset().await;
    for name in ["Team", "a b", "a_b", ""] {
        let reply = fixture.annotate(create_issue_ref(), &[("fine", "x"), (name, "x")]).await;
        assert!(reply.is_error && reply.to_call_result().contains("is not a valid note name"), "{reply:?}");
    }
    assert_eq!(fixture.engine.notes.list().await.unwrap(), []);
}

#[tokio::test]
async fn criterion_1_several_notes_to_any_tool_of_the_equipped_toolset() {
    let fixture = Fixture::new().await;
    let tools =
        json!([{"namespacedName": "linear.create_issue"}, {"namespacedName": "linear.search_projects"}]);
    fixture.call("build-toolset", json!({"name": "both", "tools": tools, "autoEquip": true})).await;
    for tool in ["create_issue", "search_projects"] {
        let reference = json!({"namespacedName": format!("linear.{tool}")});
        assert!(!fixture.annotate(reference.clone(), &[("one", "1")]).await.is_error);
        assert!(!fixture.annotate(reference, &[("two", "2")]).await.is_error);
        assert!(fixture.model_text(tool).await.ends_with("• **one**: 1\n• **two**: 2"));
    }
}

#[tokio::test]
async fn criterion_2_notes_survive_unequipping_and_equipping() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.annotate(create_issue_ref(), &[("team", "Ask")]).await;
    assert!(!fixture.call("unequip-toolset", json!({})).await.is_error);
    assert_eq!(fixture.model_text("create_issue").await, "Creates a new issue in Linear");
    assert!(!fixture.call("equip-toolset", json!({"name": "issues"})).await.is_error);
    assert!(fixture.model_text("create_issue").await.ends_with("• **team**: Ask"));
    let unknown = fixture.call("equip-toolset", json!({"name": "nope"})).await;
    assert_eq!(unknown.content, json!({"error": "there is no toolset named nope"}));
}

#[tokio::test]
async fn criterion_3_notes_are_appended_to_the_description_as_markdown() {
    let fixture = Fixture::with_active_toolset().await;
    let notes = [
        ("usage-with-project", "Load the projects first and ask which team it is for"),
        ("priority-handling", "Urgent issues get priority 1"),
    ];
    fixture.annotate(create_issue_ref(), &notes).await;
    assert_eq!(
        fixture.model_text("create_issue").await,
        "Creates a new issue in Linear\n\n### Additional Tool Notes\n\n\
         • **usage-with-project**: Load the projects first and ask which team it is for\n\
         • **priority-handling**: Urgent issues get priority 1"
    );
    // Without a description the section stands alone. The corrected tool contains it too.
    let bare = json!([{"namespacedName": "linear.search_projects"}]);
    fixture.call("build-toolset", json!({"name": "bare", "tools": bare, "autoEquip": true})).await;
    fixture.annotate(json!({"namespacedName": "linear.search_projects"}), &[("a", "x")]).await;
    assert_eq!(fixture.model_text("search_projects").await, "### Additional Tool Notes\n\n• **a**: x");
    let key = ToolKey { server: "linear".to_owned(), tool: "search_projects".to_owned() };
    assert!(
        fixture.engine.tools.detail(key).await.unwrap().effective_json.contains("### Additional Tool Notes")
    );
}

#[tokio::test]
async fn criterion_4_several_notes_in_one_call_are_one_history_entry() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.annotate(create_issue_ref(), &[("a", "1"), ("b", "2"), ("c", "3")]).await;
    assert_eq!(fixture.engine.notes.list().await.unwrap().len(), 3);
    fixture.engine.history.undo(UndoInput { entry: None }).await.unwrap();
    assert_eq!(fixture.engine.notes.list().await.unwrap().len(), 0);
}

/// Criterion 5 is tested with 2.2.4.
#[tokio::test]
async fn criterion_6_a_reference_is_resolved_before_anything_is_added() {
    let fixture = Fixture::with_active_toolset().await;
    // A tool found by its id is annotated under its current name.
    let fingerprint = Tool::parse(CREATE.into(), 0).fingerprint.0;
    fixture.annotate(json!({"refId": fingerprint}), &[("a", "x")]).await;
    assert_eq!(fixture.engine.notes.list().await.unwrap()[0].reference, "linear.create_issue");
}

#[tokio::test]
async fn criterion_7_a_toolset_without_notes_can_be_imported() {
    let fixture = Fixture::new().await;
    let file = fixture.folder.path().join("old.json");
    let text = r#"{"toolsets":{"old":{"name":"old","version":"1.0.0","tools":[{"namespacedName":"linear.create_issue"}]}}}"#;
    std::fs::write(&file, text).unwrap();
    let path = file.display().to_string();
    fixture.engine.toolsets.import(ImportToolsets { path }).await.unwrap();
    let equip = ActivateToolset { name: Some("old".into()), environment: None };
    fixture.engine.toolsets.activate(equip).await.unwrap();
    assert_eq!(fixture.model_text("create_issue").await, "Creates a new issue in Linear");
    assert_eq!(
        fixture.engine.toolsets.view(ToolsetKey { name: "old".into() }).await.unwrap().members.len(),
        1
    );
    // The toolset can be exported to a `hintsmith.json`.
    let path = Some(fixture.folder.path().join("h.json").display().to_string());
    let input = ExportInput { path, ..ExportInput::new("hintsmith") };
    fixture.engine.exports.write(input).await.unwrap();
}

/// Regression: an agent once stored 380 KB in one call, which every later agent would have read.
#[tokio::test]
async fn the_notes_of_a_tool_have_a_total_limit() {
    let fixture = Fixture::with_active_toolset().await;
    let long = "x".repeat(1_900);
    let notes: Vec<String> = (0..190).map(|number| format!("note-{number}")).collect();
    let all: Vec<(&str, &str)> = notes.iter().map(|name| (name.as_str(), long.as_str())).collect();
    let reply = fixture.annotate(create_issue_ref(), &all).await;
    assert!(reply.is_error, "{reply:?}");
    assert_eq!(
        error(&reply),
        "the notes of linear.create_issue would have 362410 characters; the maximum for one tool is 16000"
    );
    assert_eq!(fixture.engine.notes.list().await.unwrap(), []);
    // Added one at a time, they are rejected from the point where the limit is reached.
    for (position, note) in all[..10].iter().enumerate() {
        let reply = fixture.annotate(create_issue_ref(), &[*note]).await;
        assert_eq!(reply.is_error, position >= 8, "{position} {reply:?}");
    }
    assert_eq!(fixture.engine.notes.list().await.unwrap().len(), 8);
}

#[tokio::test]
async fn the_notes_of_a_toolset_have_a_total_limit() {
    let folder = tempfile::tempdir().unwrap();
    let tools: Vec<String> = (0..20).map(|number| format!(r#"{{"name":"t{number}"}}"#)).collect();
    let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
    let engine = testing::open_engine(folder.path(), &[("linear", &tools)]).await;
    let fixture = Fixture { engine, folder };
    let chosen: Vec<Value> =
        (0..20).map(|number| json!({"namespacedName": format!("linear.t{number}")})).collect();
    fixture.call("build-toolset", json!({"name": "all", "tools": chosen, "autoEquip": true})).await;
    let long = "x".repeat(1_999);
    let refused = async |number: usize| {
        let notes = ["a", "b", "c", "d"].map(|name| (name, long.as_str()));
        fixture.annotate(chosen[number].clone(), &notes).await
    };
    for number in 0..16 {
        assert!(!refused(number).await.is_error, "{number}");
    }
    assert_eq!(
        error(&refused(16).await),
        "the notes of the toolset all would have 136000 characters; the maximum for one toolset is 128000"
    );
}

#[tokio::test]
async fn agent_tools_are_offered_over_stdio_only_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let engine = testing::open_engine(folder.path(), &[("linear", &[CREATE])]).await;
    let names = async |scope: &AgentScope| -> Vec<String> {
        let offered = engine.agents.tools(scope).await.unwrap();
        offered.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
    };
    let stdio = AgentScope::default();
    let http = AgentScope { transport: AgentTransport::Http, ..AgentScope::default() };
    let chosen = AgentScope { toolset: Some("issues".to_owned()), ..AgentScope::default() };
    let all = ["list-toolsets", "equip-toolset", "unequip-toolset", "build-toolset", "add-tool-annotation"];
    assert_eq!(names(&stdio).await, all);
    assert_eq!(names(&http).await, [""; 0]);
    // A toolset fixed at the start of the proxy disables the tools that switch toolsets.
    assert_eq!(names(&chosen).await, ["list-toolsets", "build-toolset", "add-tool-annotation"]);
    let reply = engine.agents.call(&http, "unequip-toolset", &json!({})).await.unwrap();
    assert_eq!(reply.content, json!({"error": "unequip-toolset is disabled for this connection"}));
    for (key, value) in [("agents.list-toolsets", "off"), ("agents.build-toolset", "on")] {
        let input = PreferenceInput { key: key.into(), value: Some(value.into()) };
        engine.preferences.set(input).await.unwrap();
    }
    assert_eq!(names(&stdio).await, all[1..]);
    assert_eq!(names(&http).await, ["build-toolset"]);
}

#[tokio::test]
async fn toolsets_are_listed_with_the_availability_of_their_tools() {
    let fixture = Fixture::with_active_toolset().await;
    let reply = fixture.call("list-toolsets", Value::Null).await;
    let listed = &reply.content["toolsets"][0];
    assert_eq!(listed, &json!({"name": "issues", "equipped": true, "tools": ["linear.create_issue"]}));
    testing::store_scan(&fixture.engine, "linear", &[SEARCH]).await;
    let reply = fixture.call("list-toolsets", Value::Null).await;
    let listed = &reply.content["toolsets"][0];
    assert_eq!((&listed["tools"], &listed["missing"]), (&json!([]), &json!(["linear.create_issue"])));
    // An existing toolset is never replaced, and an unknown tool makes the call fail.
    let tools = json!([{"namespacedName": "linear.search_projects"}]);
    let again = fixture.call("build-toolset", json!({"name": "issues", "tools": tools})).await;
    assert_eq!(again.content["error"], "a toolset named issues already exists");
    let tools = json!([{"namespacedName": "linear.nope"}]);
    let missing = fixture.call("build-toolset", json!({"name": "other", "tools": tools})).await;
    assert_eq!(missing.content["error"], "there is no tool linear.nope");
}

fn note_review(name: &str, toolset: &str, seen: Option<&str>) -> NoteReview {
    let key = NoteKey {
        server: "linear".to_owned(),
        tool: "create_issue".to_owned(),
        toolset: Some(toolset.to_owned()),
        name: name.to_owned(),
    };
    NoteReview { notes: vec![SeenNote { key, seen: seen.map(str::to_owned) }] }
}

#[tokio::test]
async fn a_proposed_note_is_read_by_no_model_until_it_is_accepted() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.set_preference(REVIEW_AGENT_NOTES, "on").await;
    let before = fixture.model_text("create_issue").await;
    let reply = fixture.annotate(create_issue_ref(), &[("team", "Ask"), ("labels", "bug")]).await;
    assert_eq!((reply.is_error, &reply.content["added"]), (false, &json!(["team", "labels"])), "{reply:?}");
    assert!(reply.content["message"].as_str().unwrap().contains("The user reviews these notes"), "{reply:?}");
    // The name of a proposed note is taken.
    let again = fixture.annotate(create_issue_ref(), &[("team", "Something else")]).await;
    assert_eq!((&again.content["added"], warnings(&again).len()), (&json!([]), 1), "{again:?}");

    assert_eq!(fixture.model_text("create_issue").await, before);
    assert_eq!(fixture.engine.notes.list().await.unwrap(), []);
    let exported = fixture.engine.exports.preview(ExportInput::new("hintsmith")).await.unwrap();
    let exported = serde_json::to_string(&exported).unwrap();
    assert!(!exported.contains("Ask"), "{exported}");
    let queue = fixture.engine.reviews.queue().await.unwrap();
    let waiting: Vec<&str> = queue.proposed_notes.iter().map(|note| note.key.name.as_str()).collect();
    assert_eq!(waiting, ["team", "labels"]);
    let key = ToolKey { server: "linear".to_owned(), tool: "create_issue".to_owned() };
    assert_eq!(fixture.engine.tools.detail(key).await.unwrap().proposed_notes, queue.proposed_notes);

    // A note whose text has changed since it was shown is not accepted.
    let stale = fixture.engine.notes.accept(note_review("team", "issues", Some("As"))).await.unwrap_err();
    assert!(stale.message.contains("changed after the preview"), "{stale:?}");
    fixture.engine.notes.accept(note_review("team", "issues", Some("Ask"))).await.unwrap();
    assert!(fixture.model_text("create_issue").await.ends_with("• **team**: Ask"));
    fixture.engine.notes.reject(note_review("labels", "issues", None)).await.unwrap();
    assert_eq!(fixture.engine.notes.proposed().await.unwrap(), []);
    let none = fixture.engine.notes.accept(note_review("labels", "issues", None)).await.unwrap_err();
    assert!(none.message.contains("is proposed for"), "{none:?}");

    // Both reviews can be undone.
    fixture.engine.history.undo(UndoInput { entry: None }).await.unwrap();
    fixture.engine.history.undo(UndoInput { entry: None }).await.unwrap();
    assert_eq!(fixture.model_text("create_issue").await, before);
    assert_eq!(fixture.engine.notes.proposed().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_proposed_note_follows_its_toolset_and_never_replaces_a_note() {
    let fixture = Fixture::with_active_toolset().await;
    fixture.set_preference(REVIEW_AGENT_NOTES, "on").await;
    fixture.annotate(create_issue_ref(), &[("team", "Ask")]).await;
    // Proposals have their own limit and do not use up that of the user's notes.
    let long = "x".repeat(1_900);
    let fill = (0..9).map(|number| format!("fill-{number}")).collect::<Vec<_>>();
    for (position, name) in fill.iter().enumerate() {
        let reply = fixture.annotate(create_issue_ref(), &[(name, &long)]).await;
        assert_eq!(reply.is_error, position >= 8, "{position} {reply:?}");
    }
    let rename = RenameToolset { name: "issues".to_owned(), to: "tickets".to_owned() };
    fixture.engine.toolsets.rename(rename).await.unwrap();
    let own = AddNotes {
        server: "linear".to_owned(),
        tool: "create_issue".to_owned(),
        toolset: None,
        notes: vec![NewNote { name: "team".to_owned(), text: "Mine".to_owned() }],
        allow_hidden: false,
    };
    fixture.engine.notes.add(own).await.unwrap();
    let taken = fixture.engine.notes.accept(note_review("team", "tickets", None)).await.unwrap_err();
    assert!(taken.message.contains("already has a note named team"), "{taken:?}");
    let gone = ToolsetKey { name: "tickets".to_owned() };
    fixture.engine.toolsets.delete(gone).await.unwrap();
    assert_eq!(fixture.engine.notes.proposed().await.unwrap(), []);
}
