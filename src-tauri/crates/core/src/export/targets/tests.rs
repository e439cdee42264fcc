//! Tests of all targets with all fixtures: golden files, and properties of every target.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core targets` rewrites the golden files; review the diff.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::approval::ApprovalMode;
use crate::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ExportedValue, NamedValue, Permission,
    ServerConnection,
};
use crate::export::report::FidelityReport;
use crate::export::target::{ExportFile, TargetKind, TargetWriter};
use crate::infer::{InferenceSettings, ServerFacts, infer};
use crate::model::decisions::{Decisions, Definition};
use crate::model::hint::HintName;
use crate::model::note::NoteEntry;
use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
use crate::model::tool::Tool;
use crate::resolve::{Layers, resolve};

/// A tool with decisions and notes.
struct ToolCase<'a> {
    raw: Value,
    decisions: &'a [(Field, DecidedValue)],
    notes: &'a [NoteEntry<'a>],
    is_included: bool,
    /// True if the decisions were made for another definition.
    is_drifted: bool,
}

fn tool(name: &str, description: &str, annotations: Value) -> Value {
    let schema =
        json!({"type": "object", "properties": {"owner": {"type": "string"}, "limit": {"type": "integer"}}});
    json!({"name": name, "description": description, "inputSchema": schema, "annotations": annotations})
}

fn export_tool(case: &ToolCase, options: ExportOptions) -> ExportedTool {
    let tool = Tool::parse(case.raw.to_string().into(), 0);
    let inferred = infer(&tool, &ServerFacts::default(), InferenceSettings::default());
    let mut overrides = Overrides::default();
    let print = if case.is_drifted { None } else { Some(tool.fingerprint.clone()) };
    for (field, value) in case.decisions {
        let because = matches!(field, Field::Hint(_)).then(|| "looked at it".to_owned());
        let decision = Decision { value: value.clone(), because, fingerprint: print.clone() };
        overrides.set(field.clone(), Some(decision));
    }
    let decisions: Decisions = overrides.into();
    let layers = Layers {
        name: &tool.name,
        inferred: &inferred,
        declared: &tool.declared,
        decisions: &decisions,
        environment: None,
        definition: Definition {
            added_at_refresh: 1,
            changed_at_refresh: 2,
            ..Definition::unchanged(&tool.fingerprint)
        },
    };
    ExportedTool::new(&tool, &resolve(&layers), case.notes, (case.is_included, false), options)
}

fn hint(hint: HintName, value: bool) -> (Field, DecidedValue) {
    (Field::Hint(hint), DecidedValue::Hint(value))
}

/// The models that every target is tested with, by fixture name.
fn fixtures(options: ExportOptions) -> Vec<(&'static str, ExportModel)> {
    let read =
        [hint(HintName::ReadOnly, true), (Field::Title, DecidedValue::Text("List GitHub issues".into()))];
    let destroy = [hint(HintName::Destructive, true), hint(HintName::OpenWorld, true)];
    let parameter = [(Field::Parameter("limit".into()), DecidedValue::Text("How many at most".into()))];
    let described = [
        (Field::Description, DecidedValue::Text("Finds \"open\" issues.".into())),
        (Field::Icon, DecidedValue::Text("https://icons.example/issues.png".into())),
    ];
    let notes = [NoteEntry { name: "team", text: "Ask which \"team\" it is for.\nThen go on: it's fine." }];
    let plain =
        |raw: Value| ToolCase { raw, decisions: &[], notes: &[], is_included: true, is_drifted: false };
    let list = || tool("list_issues", "Lists issues of a repository.", json!({}));
    let create = || tool("create_issue", "Creates an issue.", json!({"title": "Create issue"}));
    let delete =
        || tool("delete_repository", "Deletes a repository for good.", json!({"destructiveHint": false}));
    let github = |tools: &[ToolCase]| ExportedServer {
        name: "github".to_owned(),
        connection: ServerConnection::Command {
            command: vec!["github-mcp-server".into(), "stdio".into()],
            variables: vec![
                NamedValue { name: "GITHUB_TOKEN".to_owned(), value: None },
                NamedValue { name: "LOG".to_owned(), value: Some("warn".to_owned()) },
            ],
        },
        tools: tools.iter().map(|given| export_tool(given, options)).collect(),
    };
    let decided = || {
        [
            ToolCase { decisions: &read, ..plain(list()) },
            ToolCase { decisions: &parameter, notes: &notes, ..plain(create()) },
            ToolCase { decisions: &destroy, ..plain(delete()) },
        ]
    };
    let linear = ExportedServer {
        name: "linear".to_owned(),
        connection: ServerConnection::Http {
            url: "https://mcp.linear.example/mcp".into(),
            headers: vec![NamedValue { name: "Authorization".to_owned(), value: None }],
        },
        tools: vec![export_tool(
            &plain(tool("get_team", "Gets a team.", json!({"readOnlyHint": true}))),
            options,
        )],
    };
    let mut hidden = decided();
    hidden[2].is_included = false;
    let mut drifted = decided();
    drifted.iter_mut().for_each(|given| given.is_drifted = true);
    let odd = [
        plain(tool("löschen 🔥/all", "Löscht alles: \"wirklich\", #1\n- ja?", json!({}))),
        ToolCase { decisions: &destroy, ..plain(tool("true", "", json!({}))) },
        ToolCase {
            decisions: &read,
            ..plain(tool(&"x".repeat(80), "*.: {}", json!({"readOnlyHint": "yes"})))
        },
    ];
    // A server that declares both hints, decisions against one of the declared hints, and a decision for both.
    let both = || json!({"readOnlyHint": true, "destructiveHint": true});
    let read_and_destroy = [hint(HintName::ReadOnly, true), hint(HintName::Destructive, true)];
    let contradictory = [
        plain(tool("purge_cache", "Empties the cache.", both())),
        ToolCase { decisions: &read[..1], ..plain(tool("show_log", "Shows the log.", both())) },
        ToolCase { decisions: &destroy[..1], ..plain(tool("rotate_log", "Rotates the log.", both())) },
        ToolCase { decisions: &read_and_destroy, ..plain(tool("sync", "Syncs.", json!({}))) },
    ];
    let request = |mut raw: Value, method: &str, path: &str| {
        raw["_meta"] = json!({"dev.hintsmith/http": {"method": method, "path": path}});
        raw
    };
    let path = "/repos/{owner}/it's";
    let mut requests = decided();
    for (given, method) in requests.iter_mut().zip(["GET", "POST", "DELETE"]) {
        given.raw = request(given.raw.take(), method, path);
    }
    let search = plain(request(tool("search", "Searches.", json!({})), "GET", "/search"));
    let unknown = plain(tool("no_request", "Comes from elsewhere.", json!({})));
    let hide =
        ToolCase { is_included: false, ..plain(request(tool("purge", "Purges.", json!({})), "DELETE", "/")) };
    let openapi = ExportedServer {
        name: "openapi".to_owned(),
        connection: ServerConnection::NotConnectable,
        tools: requests
            .iter()
            .chain([&search, &unknown, &hide])
            .map(|given| export_tool(given, options))
            .collect(),
    };
    vec![
        ("decided", ExportModel { toolset: None, servers: vec![github(&decided()), linear] }),
        ("toolset", ExportModel { toolset: Some("daily".to_owned()), servers: vec![github(&hidden)] }),
        (
            "undecided",
            ExportModel {
                toolset: None,
                servers: vec![github(&[plain(list()), plain(create()), plain(delete())])],
            },
        ),
        ("drifted", ExportModel { toolset: None, servers: vec![github(&drifted)] }),
        ("odd-names", ExportModel { toolset: Some("daily".to_owned()), servers: vec![github(&odd)] }),
        ("contradictory", ExportModel { toolset: None, servers: vec![github(&contradictory)] }),
        ("openapi", ExportModel { toolset: Some("daily".to_owned()), servers: vec![openapi] }),
        (
            "described",
            ExportModel {
                toolset: None,
                servers: vec![github(&[
                    ToolCase { decisions: &described, ..plain(list()) },
                    ToolCase { decisions: &described, notes: &notes, ..plain(create()) },
                    plain(delete()),
                ])],
            },
        ),
        ("nothing", ExportModel::default()),
    ]
}

fn large_model(options: ExportOptions) -> ExportModel {
    let read = [hint(HintName::ReadOnly, true)];
    let one = |n: usize| {
        let raw = tool(&format!("get_thing_{n}"), "Gets a thing.", json!({}));
        export_tool(
            &ToolCase {
                raw,
                decisions: &read,
                notes: &[],
                is_included: n.is_multiple_of(2),
                is_drifted: false,
            },
            options,
        )
    };
    let tools = (0..5_000).map(one).collect();
    let server =
        ExportedServer { name: "big".to_owned(), connection: ServerConnection::NotConnectable, tools };
    ExportModel { toolset: Some("half".to_owned()), servers: vec![server] }
}

/// The files and the report of a target; `None` for the canonical target, which is not written from the model.
fn run_target(
    target: &Target,
    model: &ExportModel,
    options: ExportOptions,
) -> Option<(Vec<ExportFile>, FidelityReport)> {
    let mut report = FidelityReport::from_model(model, &target.capabilities, options);
    let files = match target.writer {
        TargetWriter::Canonical => return None,
        TargetWriter::NewFiles(write) => write(model, options, &mut report),
        TargetWriter::MergeInto { merge: write, .. } => {
            vec![ExportFile::new(target.file_name, write(model, options, "", &mut report).unwrap())]
        }
    };
    Some((files, report))
}

fn golden(target: &Target, fixture: &str, file: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/golden/export");
    PathBuf::from(folder).join(target.id).join(fixture).join(file)
}

#[test]
fn every_target_matches_its_golden_files() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    let options = ExportOptions::default();
    for target in TARGETS {
        for (fixture, model) in fixtures(options) {
            let Some((files, report)) = run_target(target, &model, options) else { continue };
            let report = serde_json::to_string_pretty(&report).unwrap() + "\n";
            for ExportFile { name, text } in files.iter().chain([&ExportFile::new("report.json", report)]) {
                let path = golden(target, fixture, name);
                if bless {
                    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                    std::fs::write(&path, text).unwrap();
                }
                let expected = std::fs::read_to_string(&path).unwrap_or_default();
                assert_eq!(*text, expected, "{}", path.display());
            }
        }
    }
}

#[test]
fn writing_is_deterministic_and_merging_is_idempotent() {
    let options = ExportOptions::default();
    for target in TARGETS {
        for (fixture, model) in fixtures(options) {
            let Some((files, _)) = run_target(target, &model, options) else { continue };
            assert_eq!(run_target(target, &model, options).unwrap().0, files, "{} {fixture}", target.id);
            if let TargetWriter::MergeInto { merge: write, .. } = target.writer {
                let merged = write(&model, options, &files[0].text, &mut FidelityReport::default()).unwrap();
                assert_eq!(merged, files[0].text, "{} {fixture}", target.id);
            }
        }
    }
}

#[test]
fn no_null_hint_and_no_undecided_loosening_is_written() {
    for target in TARGETS {
        for (fixture, model) in fixtures(ExportOptions::default()) {
            let Some((files, _)) = run_target(target, &model, ExportOptions::default()) else { continue };
            for ExportFile { name, text } in files {
                let context = format!("{} {fixture} {name}: {text}", target.id);
                for hint in HintName::ALL {
                    for null in [format!("\"{}\": null", hint.key()), format!("{}: null", hint.key())] {
                        assert!(!text.contains(&null), "{context}");
                    }
                }
                if fixture == "undecided" {
                    assert!(
                        !text.contains("readOnlyHint: true") && !text.contains("\"readOnlyHint\": true"),
                        "{context}"
                    );
                }
            }
        }
    }
}

#[test]
fn decisions_about_unreviewed_tools_are_withheld_from_an_export_of_reviewed_ones() {
    let options = ExportOptions { reviewed_only: true, ..ExportOptions::default() };
    for target in TARGETS {
        for (fixture, model) in fixtures(options) {
            let Some((files, _)) = run_target(target, &model, options) else { continue };
            for ExportFile { name, text } in files {
                for decided in
                    ["List GitHub issues", "How many at most", "Ask which", "Finds", "looked at it"]
                {
                    assert!(!text.contains(decided), "{} {fixture} {name}: {text}", target.id);
                }
            }
        }
    }
    let decided = fixtures(options).into_iter().find(|(name, _)| *name == "decided").unwrap().1;
    let withheld = |index: usize| -> Vec<&str> {
        let tool: &ExportedTool = &decided.servers[0].tools[index];
        assert!(!tool.has_overrides(), "{tool:?}");
        tool.withheld.iter().map(|withheld| withheld.field).collect()
    };
    assert_eq!(withheld(0), ["read-only", "open-world", "title"]);
    assert!(withheld(1).ends_with(&["notes", "parameters"]));
}

#[test]
fn clients_allow_only_decided_tools() {
    let options = ExportOptions::default();
    for (fixture, model) in fixtures(options) {
        for tool in model.servers.iter().flat_map(|server| &server.tools) {
            let allowed = tool.permission(options) == Permission::Allow;
            let decided = tool.hints[HintName::ReadOnly]
                .as_ref()
                .is_some_and(|stated| stated.is_decided && stated.value);
            assert_eq!(allowed, decided && tool.is_included, "{fixture} {}", tool.name);
        }
    }
    // The same for the files: without a decision no client runs a tool without asking.
    let undecided = fixtures(options).into_iter().find(|(name, _)| *name == "undecided").unwrap().1;
    for target in TARGETS.iter().filter(|target| target.kind == TargetKind::Client) {
        let (files, _) = run_target(target, &undecided, options).unwrap();
        for word in [
            "\"approve\"",
            "always_allow:\n",
            "\"allow\": [\n",
            "decision = \"allow\"",
            ": \"allow\"",
            " allow:\n",
            "mcpAllowlist",
        ] {
            assert!(!files[0].text.contains(word), "{}: {}", target.id, files[0].text);
        }
    }
}

#[test]
fn five_thousand_tools_are_all_reported() {
    let model = large_model(ExportOptions::default());
    for target in TARGETS {
        let Some((files, report)) = run_target(target, &model, ExportOptions::default()) else { continue };
        assert!(!files.is_empty(), "{}", target.id);
        assert_eq!(report.tools.len(), 5_000, "{}", target.id);
    }
}

/// A user's file: comments, irregular spacing, unsorted, no line feed at the end.
fn user_file(target: &Target) -> &'static str {
    match target.file_name.rsplit('.').next().unwrap_or_default() {
        // hypertool's parser accepts no comments.
        "json" if target.id == "hypertool" => {
            "{\n\t\"version\":   \"1.0.0\",\n\t\"mine\" : [1,2 , 1e400],\n\t\"a\": {\"z\":1,\"b\":2}\n}"
        }
        "json" | "jsonc" => {
            "{\n\t// mine\n\t\"mine\" : [1,2 , 1e400], /* odd */\n\t\"a\": {\"z\":1,\"b\":2}\n}"
        }
        "toml" => "# mine\nmodel   = \"x\"  # odd\n\n[ z . y ]\n'a b' = [1,2 ,\n 3]\n",
        "yaml" => {
            "# mine\nother:\n    always_allow: []\n    ask_before:   [a, 'b']  # odd\n    never_allow: []\n"
        }
        other => panic!("{}: {other}", target.id),
    }
}

#[test]
fn other_content_of_a_user_file_is_preserved_byte_for_byte() {
    let options = ExportOptions::default();
    for target in TARGETS {
        let TargetWriter::MergeInto { merge: write, .. } = target.writer else { continue };
        let existing = user_file(target);
        for (fixture, model) in fixtures(options) {
            let context = format!("{} {fixture}", target.id);
            let text = write(&model, options, existing, &mut FidelityReport::default()).expect(&context);
            let mut rest = text.as_str();
            // Only a comma after the last member may be added.
            for line in existing.lines().filter(|line| !matches!(*line, "{" | "}")) {
                let found = rest.find(line).unwrap_or_else(|| panic!("{context}: {line}\n{text}"));
                rest = &rest[found + line.len()..];
            }
            let again = write(&model, options, &text, &mut FidelityReport::default()).expect(&context);
            assert_eq!(again, text, "{context}");
        }
    }
}

#[test]
fn approval_modes_precede_hints_and_what_may_destroy_is_confirmed() {
    use ApprovalMode::{AlwaysAsk, AskFirst, Block, ByHints, NeverAsk};
    use Permission::{Allow, Ask, Deny};
    let decided = |value| Some(ExportedValue { value, is_decided: true, because: None });
    let confirming = ExportOptions::default();
    let trusting = ExportOptions { confirms_destructive: false, ..confirming };
    let refusing = ExportOptions { destructive_permission: Deny, ..trusting };
    for (mode, read_only, destructive, options, expected) in [
        (ByHints, Some(true), None, confirming, Allow),
        (ByHints, None, None, confirming, Ask),
        (ByHints, None, None, trusting, Ask),
        (Block, Some(true), None, trusting, Deny),
        (AlwaysAsk, Some(true), None, trusting, Ask),
        (AskFirst, Some(true), None, trusting, Ask),
        (NeverAsk, Some(true), None, confirming, Allow),
        (NeverAsk, None, Some(false), confirming, Allow),
        (NeverAsk, None, None, confirming, Ask),
        (NeverAsk, None, Some(true), confirming, Ask),
        (NeverAsk, None, Some(true), trusting, Allow),
        (NeverAsk, None, Some(true), refusing, Deny),
    ] {
        let mut tool = ExportedTool { is_included: true, approval: mode, ..ExportedTool::default() };
        tool.hints.read_only = read_only.and_then(decided);
        tool.hints.destructive = destructive.and_then(decided);
        let context = format!("{mode:?} {read_only:?} {destructive:?} {options:?}");
        assert_eq!(tool.permission(options), expected, "{context}");
        let denied = ExportedTool { is_denied_by_file: true, ..tool };
        assert_eq!(denied.permission(options), Deny, "{context}");
    }
}

#[test]
fn unreadable_files_are_rejected() {
    for target in TARGETS {
        if let TargetWriter::MergeInto { merge: write, .. } = target.writer {
            let outcome = write(
                &fixtures(ExportOptions::default())[0].1,
                ExportOptions::default(),
                "{ [ = :",
                &mut FidelityReport::default(),
            );
            assert!(outcome.is_err(), "{}", target.id);
        }
    }
}

#[test]
fn ids_are_unique_and_plain() {
    let mut ids: Vec<&str> = TARGETS.iter().map(|target| target.id).collect();
    assert!(
        ids.iter().all(|id| id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'))
    );
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), TARGETS.len());
}

#[test]
fn every_file_parses_as_its_extension() {
    let options = ExportOptions::default();
    let many = [("many", large_model(options))];
    for target in TARGETS {
        for (fixture, model) in fixtures(options).iter().chain(&many) {
            let Some((files, _)) = run_target(target, model, options) else { continue };
            for ExportFile { name, text } in files.into_iter().filter(|file| !file.text.is_empty()) {
                let context = format!("{} {fixture} {name}", target.id);
                match name.rsplit('.').next().unwrap_or_default() {
                    "json" | "jsonc" => drop(serde_json::from_str::<Value>(&text).expect(&context)),
                    "yaml" => drop(serde_saphyr::from_multiple::<Value>(&text).expect(&context)),
                    "toml" => drop(text.parse::<toml::Table>().expect(&context)),
                    "sh" => {
                        assert!(text.starts_with("#!/bin/sh\n") && text.contains("\nset -eu\n"), "{context}")
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Server text goes into the payload file next to a script, never into the script itself.
#[test]
fn scripts_are_independent_of_the_model() {
    let options = ExportOptions::default();
    for target in TARGETS {
        let mut scripts = Vec::new();
        for (_, model) in fixtures(options) {
            let Some((files, _)) = run_target(target, &model, options) else { continue };
            scripts.extend(files.into_iter().filter(|file| file.name.ends_with(".sh")));
        }
        scripts.dedup();
        assert!(scripts.len() <= 1, "{}", target.id);
    }
}
